import type { Server } from "bun";

/** A job that a server has for printers. */
export interface CloudJob {
  readonly token: string;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** What a server was told of a job. */
export interface Told {
  readonly token: string | null;
  /** A code of the protocol, or what was told as JSON. */
  readonly code: string;
}

/** A server for printers that ask for jobs, on a real socket; see the kinds below. */
export abstract class CloudServer {
  readonly jobs: CloudJob[] = [];
  readonly told: Told[] = [];
  /** Requests as they came, `METHOD path` each. */
  readonly requests: string[] = [];
  /** Questions so far. */
  polls = 0;
  /** Answers everything with this status; `null` for what it is. */
  failing: number | null = null;
  /** Answers 401 with these headers to what it does not admit. */
  challenge: { readonly header: string; admits(request: Request): boolean } | null = null;
  /** Whether what it is told is taken and not answered, as when its connection breaks. */
  isDeaf = false;
  /** Whether it offers a job again that it was told of. */
  keepsJobs = false;
  private readonly server: Server<undefined>;

  constructor(tls?: { readonly cert: string; readonly key: string }) {
    this.server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      ...(tls !== undefined && { tls }),
      fetch: (request) => this.take(request),
    });
  }

  get port(): number {
    return this.server.port ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/shop?id=7`;
  }

  stop(): void {
    void this.server.stop(true);
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  protected abstract answer(request: Request, url: URL): Promise<Response>;

  /** Notes what was told; the job is done with. */
  protected hear(told: Told): Response {
    this.told.push(told);
    const index = this.jobs.findIndex(({ token }) => told.token === null || token === told.token);
    if (index >= 0 && !this.keepsJobs) this.jobs.splice(index, 1);
    return this.isDeaf ? new Response("", { status: 503 }) : new Response("");
  }

  private take(request: Request): Response | Promise<Response> {
    const url = new URL(request.url);
    this.requests.push(`${request.method} ${url.pathname}`);
    if (this.failing !== null)
      return new Response("", { status: this.failing, headers: { Location: "/other" } });
    if (this.challenge !== null && !this.challenge.admits(request))
      return new Response("", { status: 401, headers: { "WWW-Authenticate": this.challenge.header } });
    return this.answer(request, url);
  }
}

/** CloudPRNT: POST asks, GET fetches, DELETE tells. */
export class CloudPrntServer extends CloudServer {
  /** What the printer said of itself last. */
  last: Record<string, unknown> = {};
  readonly statuses: string[] = [];
  actions: readonly { request: string; options: string }[] = [];

  protected async answer(request: Request, url: URL): Promise<Response> {
    if (request.method === "POST") {
      this.polls++;
      this.last = (await request.json()) as Record<string, unknown>;
      this.statuses.push(String(this.last["statusCode"]));
      const [job] = this.jobs;
      const clientAction = this.actions;
      this.actions = [];
      if (job === undefined) return Response.json({ jobReady: false, clientAction });
      return Response.json({
        jobReady: true,
        mediaTypes: [job.type],
        jobToken: job.token,
        deleteMethod: "DELETE",
        clientAction,
      });
    }
    const token = url.searchParams.get("token");
    if (request.method === "DELETE") return this.hear({ token, code: url.searchParams.get("code") ?? "" });
    const job = this.jobs.find((one) => one.token === token);
    if (job === undefined) return new Response("", { status: 404 });
    if (url.searchParams.get("type") !== job.type) return new Response("", { status: 415 });
    return new Response(job.body, { headers: { "Content-Type": job.type, ...job.headers } });
  }
}

/** Server Direct Print: each job goes once, all that there are with one answer. */
export class DirectPrintServer extends CloudServer {
  readonly statuses: string[] = [];

  protected async answer(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const headers = { "Content-Type": "text/xml; charset=utf-8" };
    switch (form.get("ConnectionType")) {
      case "GetRequest": {
        this.polls++;
        const jobs = this.jobs.splice(0);
        if (jobs.length === 0) return new Response("", { headers });
        const prints = jobs.map(
          ({ token, body }) =>
            `<ePOSPrint><Parameter><devid>local_printer</devid><timeout>10000</timeout><printjobid>${token}</printjobid>` +
            `</Parameter><PrintData>${String(body)}</PrintData></ePOSPrint>`,
        );
        const document = `<?xml version="1.0" encoding="utf-8"?>\n<PrintRequestInfo Version="2.00">${prints.join("")}</PrintRequestInfo>`;
        return new Response(document, { headers });
      }
      case "SetResponse": {
        const xml = form.get("ResponseFile") ?? "";
        const token = /<printjobid>(.*?)<\/printjobid>/.exec(xml)?.[1] ?? null;
        const isSuccess = /success="true"/.test(xml);
        return this.hear({ token, code: isSuccess ? "" : (/code="(.*?)"/.exec(xml)?.[1] ?? "?") });
      }
      default:
        this.statuses.push(/asbstatus="(.*?)"/.exec(form.get("Status") ?? "")?.[1] ?? "?");
        return new Response("", { headers });
    }
  }
}

/** A plain address: GET gives a document, POST tells. */
export class PlainServer extends CloudServer {
  protected async answer(request: Request): Promise<Response> {
    if (request.method === "POST") {
      const told = (await request.json()) as { jobId: string; ok: boolean; failure: string | null };
      return this.hear({ token: told.jobId, code: told.failure ?? "" });
    }
    this.polls++;
    const [job] = this.jobs;
    if (job === undefined) return new Response(null, { status: 204 });
    return new Response(job.body, {
      headers: { "Content-Type": job.type, "Job-Id": job.token, ...job.headers },
    });
  }
}
