import { TillrollError } from "../domain/errors.ts";
import { faultCode, STATUS_BITS, statusBits } from "../printers/epos/epos-response.ts";
import type { PrinterStatus } from "../domain/printer-status.ts";
import {
  CONNECTION_TYPES,
  printResult,
  readPrintRequests,
  statusNotification,
} from "./messages/server-direct-print.ts";
import type { PollConnection } from "./poll-connection.ts";
import { POLLING_LIMITS } from "./poll-limits.ts";
import {
  type Asked,
  type FetchedJob,
  type JobFailure,
  type JobResult,
  PollError,
  type PollProtocol,
  type PollState,
} from "./poll-protocol.ts";

/* The printer's side of Epson's Server Direct Print. */

/** What is kept of a job, to tell of it. */
interface JobName {
  readonly deviceId: string;
  readonly jobId: string | null;
}

/** The codes of ePOS-Print for jobs that the printer is not to blame for. */
const FAILURE_CODES: Readonly<Record<Exclude<JobFailure, "failed">, string>> = {
  undecodable: "SchemaError",
  incompatible: "SchemaError",
  tooLarge: "RequestEntityTooLarge",
};

/** Asks a server of Server Direct Print for jobs, as Epson's printers do. */
export class DirectPrintClient implements PollProtocol {
  private toldStatus: number | null = null;

  /** @param id by which the server knows the printer */
  constructor(
    private readonly connection: PollConnection,
    private readonly id: string,
  ) {}

  async ask({ status, current }: PollState): Promise<Asked> {
    await this.tellStatus(status);
    // A printer asks for no more than it can print.
    if (current !== null || faultCode(status) !== "") return { jobs: [], nextSeconds: null };
    const body = await this.post({ ConnectionType: CONNECTION_TYPES.ask, ID: this.id, Name: "" });
    if (body.every((byte) => byte <= 0x20)) return { jobs: [], nextSeconds: null };
    return { jobs: this.read(body), nextSeconds: null };
  }

  async tell(name: string, { failure, status }: JobResult): Promise<void> {
    const isSuccess = failure === null;
    const failed = faultCode(status) || "EX_SPOOLER";
    const bits = statusBits(status);
    const result = printResult({
      ...(JSON.parse(name) as JobName),
      isSuccess,
      code: isSuccess ? "" : failure === "failed" ? failed : FAILURE_CODES[failure],
      status: isSuccess ? bits | STATUS_BITS.printSuccess : bits,
    });
    await this.post({ ConnectionType: CONNECTION_TYPES.result, ID: this.id, Name: "", ResponseFile: result });
  }

  /** Tells how the printer is, where that is news. */
  private async tellStatus(status: PrinterStatus): Promise<void> {
    const bits = statusBits(status);
    if (this.toldStatus === bits) return;
    await this.post({
      ConnectionType: CONNECTION_TYPES.status,
      ID: this.id,
      Status: statusNotification(bits),
    });
    this.toldStatus = bits;
  }

  private read(body: Uint8Array): FetchedJob[] {
    try {
      return readPrintRequests(body).map(({ deviceId, jobId, document }) => ({
        name: JSON.stringify({ deviceId, jobId } satisfies JobName),
        id: jobId,
        document: { type: "text/xml", body: document, cut: null, drawer: null },
      }));
    } catch (error) {
      if (!(error instanceof TillrollError)) throw error;
      throw new PollError(`Its answer is not one of Server Direct Print: ${error.message}`);
    }
  }

  private async post(form: Readonly<Record<string, string>>): Promise<Uint8Array> {
    const { status, body } = await this.connection.send({
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: String(new URLSearchParams(form)),
      maximumBytes: POLLING_LIMITS.requestBytes,
    });
    if (status < 200 || status >= 300) throw new PollError(`It answered ${status}.`);
    return body;
  }
}
