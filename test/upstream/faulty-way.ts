import type { SeededRandom } from "../../scripts/faults/random.ts";

const LATE_MILLISECONDS = 30;

/** A way to an archive on which requests and answers get lost, come late, twice or halved, behind a real HTTP server. */
export class FaultyWay {
  /** How many of the requests meet a fault, from 0 to 1. */
  rate = 0;
  lost = 0;
  requests = 0;
  private readonly late = new Set<Promise<unknown>>();
  private readonly server;

  constructor(
    private readonly target: string,
    private readonly random: SeededRandom,
  ) {
    this.server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => this.pass(request) });
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** Waits for what nobody waits for any more. */
  async settle(): Promise<void> {
    await Promise.all(this.late);
  }

  stop(): Promise<void> {
    return this.server.stop(true);
  }

  private async pass(request: Request): Promise<Response> {
    this.requests++;
    const body = await request.bytes();
    const { pathname } = new URL(request.url);
    const send = (bytes = body) =>
      fetch(this.target + pathname, { method: "POST", headers: request.headers, body: bytes });
    if (!this.random.happens(this.rate)) return plain(await send());
    this.lost++;
    switch (this.random.integer(0, 5)) {
      case 0:
        return gone();
      case 1:
        await send();
        return gone();
      case 2:
        this.late.add(Bun.sleep(LATE_MILLISECONDS).then(() => send()));
        return gone();
      case 3:
        return plain((await Promise.all([send(), send()]))[1]);
      case 4:
        // Half of a batch arrives.
        return plain(await send(body.subarray(0, body.length >> 1)));
      default: {
        const answer = await (await send()).text();
        return new Response(answer.slice(0, answer.length >> 1));
      }
    }
  }
}

/** As a proxy says that nothing came back. */
function gone(): Response {
  return new Response("<html></html>", { status: 502 });
}

async function plain(response: Response): Promise<Response> {
  return new Response(await response.bytes(), { status: response.status });
}
