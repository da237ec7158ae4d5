import type { Exchange } from "./star-cloud-printer.ts";

/** A printer that speaks Server Direct Print, as Epson's manual has it: GetRequest, SetResponse, SetStatus. */
export class EpsonCloudPrinter {
  /** What came out on its paper. */
  readonly printed: string[] = [];

  constructor(private readonly exchange: Exchange) {}

  /**
   * Asks for jobs and prints them.
   * @param code of a failure; empty for a success
   * @returns whether there was one
   */
  async turn(code = ""): Promise<boolean> {
    const answer = await this.post({ ConnectionType: "GetRequest", ID: "bar", Name: "" });
    if (answer === "") return false;
    const jobId = /<printjobid>(.*?)<\/printjobid>/.exec(answer)?.[1] ?? "";
    const hex = /<command>([0-9a-f]*)<\/command>/.exec(answer)?.[1] ?? "";
    if (code === "") this.printed.push(Buffer.from(hex, "hex").toString("latin1"));
    const status = code === "EPTR_REC_EMPTY" ? 0x0f0f001c : 0x0f000016;
    const result =
      '<?xml version="1.0" encoding="utf-8"?><PrintResponseInfo Version="2.00"><ePOSPrint>' +
      `<Parameter><devid>local_printer</devid><printjobid>${jobId}</printjobid></Parameter>` +
      '<PrintResponse><response xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print" ' +
      `success="${code === ""}" code="${code}" status="${status}" battery="0"/></PrintResponse>` +
      "</ePOSPrint></PrintResponseInfo>";
    await this.post({ ConnectionType: "SetResponse", ID: "bar", Name: "", ResponseFile: result });
    return true;
  }

  /** Tells its status by itself. @param status the automatic status, low byte first */
  async tellStatus(status: number): Promise<void> {
    const document =
      '<?xml version="1.0" encoding="utf-8"?><statusmonitor Version="1.00">' +
      `<printerstatus devicename="local_printer" asbstatus="0x${status.toString(16)}"/></statusmonitor>`;
    await this.post({ ConnectionType: "SetStatus", ID: "bar", Status: document });
  }

  private async post(form: Record<string, string>): Promise<string> {
    const { status, bytes } = await this.exchange("POST", {}, String(new URLSearchParams(form)));
    if (status !== 200) throw new Error(`the server answered ${status}`);
    return Buffer.from(bytes).toString();
  }
}
