/** What a printer's request is answered. */
export interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** How a request gets to the server. */
export type Exchange = (
  method: string,
  query: Readonly<Record<string, string>>,
  body: string,
) => Promise<Answer>;

/** What a printer may do with a job that it has fetched. */
export type Fate = "prints" | "forgets" | { readonly code: string };

/** A printer that speaks CloudPRNT, as the protocol guide has it: POST, GET, DELETE. */
export class StarCloudPrinter {
  /** What came out on its paper. */
  readonly printed: string[] = [];
  statusCode = "200%20OK";
  isPrinting = false;

  constructor(private readonly exchange: Exchange) {}

  /** Asks for a job. @returns the server's answer */
  async poll(): Promise<{ jobReady: boolean; jobToken?: string; mediaTypes?: string[] }> {
    const { status, bytes } = await this.exchange(
      "POST",
      {},
      JSON.stringify({
        status: "23 6 0 0 0 0 0 0 0 ",
        printerMAC: "00:11:62:00:00:01",
        statusCode: this.statusCode,
        printingInProgress: this.isPrinting,
        clientAction: null,
      }),
    );
    if (status !== 200) throw new Error(`the server answered ${status}`);
    return JSON.parse(Buffer.from(bytes).toString());
  }

  /** Asks for a job, and prints it where there is one. @returns whether there was one */
  async turn(fate: Fate = "prints"): Promise<boolean> {
    const { jobReady, jobToken: token = "", mediaTypes: [type = ""] = [] } = await this.poll();
    if (!jobReady) return false;
    const mac = "00:11:62:00:00:01";
    const job = await this.exchange("GET", { mac, type, token }, "");
    if (job.status !== 200) return false;
    if (fate === "forgets") return true;
    const code = fate === "prints" ? "200 OK" : fate.code;
    if (fate === "prints") this.printed.push(Buffer.from(job.bytes).toString("latin1"));
    await this.exchange("DELETE", { mac, token, code }, "");
    return true;
  }
}
