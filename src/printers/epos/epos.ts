import type { Printer } from "../../domain/printer.ts";
import type { Charset, PrinterProfile } from "../../escpos/escpos.ts";
import type { Log } from "../../operations/log.ts";
import type { MemoryReservation, PrinterEndpoint } from "../printer-endpoint.ts";
import { TillrollError } from "../../domain/errors.ts";
import type { EncodingTarget } from "./epos-document.ts";
import type { EposJob } from "./epos-job.ts";
import type { EposJobs, JobResult } from "./epos-jobs.ts";
import { EPOS_LIMITS, eposBodyLimit } from "./epos-limits.ts";
import {
  type EposCode,
  errorCode,
  faultCode,
  responseXml,
  STATUS_BITS,
  statusBits,
} from "./epos-response.ts";

/** A request as it came by HTTP. */
export interface EposRequest {
  readonly body: Uint8Array;
  /** The memory reserved, for the body already. */
  readonly reservation: MemoryReservation;
  /** Of the address; `""` when it has none. */
  readonly devid: string;
  /** Milliseconds that the client waits, of the address. Not waited for: a job is stored or refused at once. */
  readonly timeout: number | null;
  /** The host's address, without its port. */
  readonly client: string;
}

/** An answer: a document with HTTP status 200, or none, and the connection is cut. */
export type EposAnswer =
  { readonly kind: "xml"; readonly status: 200; readonly body: string } | { readonly kind: "drop" };

/** What ePOS-Print asks of the rest of the service. */
export interface EposService {
  /** The printer of a devid; `local_printer` and what it stands for are its business. */
  readonly printerOf: (devid: string) => PrinterEndpoint | null;
  readonly jobs: EposJobs;
  /** How the bytes of a printer's prints are read, the workspace's settings included. */
  readonly readingOf: (printer: Printer) => { readonly profile: PrinterProfile; readonly charset: Charset };
  /** Reads a request, in whatever thread. See {@link readEposJob}; the body is not used afterwards when there is a target. */
  readonly read: (body: Uint8Array, target: EncodingTarget | null) => EposJob | Promise<EposJob>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly log: Log;
}

/** Nothing is known of a printer that is not there. */
const NO_STATUS = STATUS_BITS.noResponse;

const PRINTED: JobResult = { success: true, code: "" };

/**
 * Answers a request of ePOS-Print: prints its document, tells the status when it is empty, or the result of the job that
 * its `printjobid` names. Success is answered only once the print is durable. Never throws.
 *
 * A printer with a fault (simulated, of the real printer behind it, or of ours) refuses with the fault's code and stores
 * nothing: the host knows that nothing was printed, and asks again. `force` changes nothing in that.
 */
export async function answerEposPrint(request: EposRequest, service: EposService): Promise<EposAnswer> {
  const addressed = request.devid === "" ? null : endpointOf(request.devid, request.client, service);
  if (addressed === null && request.devid !== "")
    return answer({ success: false, code: "DeviceNotFound" }, null);
  if (addressed?.printer.simulate === "drop") return { kind: "drop" };
  let job: EposJob | undefined;
  let endpoint = addressed;
  try {
    const limit = endpoint === null ? EPOS_LIMITS.unaddressedBytes : eposBodyLimit(endpoint.maximumJobBytes);
    if (request.body.length > limit)
      return answer({ success: false, code: "RequestEntityTooLarge" }, endpoint);
    if (endpoint === null) {
      job = await service.read(request.body, null);
      endpoint = endpointOf(job.devid ?? "", request.client, service);
      if (endpoint === null) return answer({ success: false, code: "DeviceNotFound" }, null, job);
      if (endpoint.printer.simulate === "drop") return { kind: "drop" };
    }
    const { printer, maximumJobBytes } = endpoint;
    job = await service.read(request.body, { ...service.readingOf(printer), limit: maximumJobBytes });
    const result = await resultOf(request, job, endpoint, service);
    if (endpoint.printer.simulate === "slow") await service.wait(EPOS_LIMITS.slowMilliseconds);
    return answer(result, endpoint, job);
  } catch (error) {
    return answer(failure(error, service), endpoint, job);
  }
}

/**
 * The answer to a request that is not read, because its client sends too much or memory is short. The host sends it again
 * later.
 * @param reason RATE_LIMIT_EXCEEDED or STORAGE_UNAVAILABLE
 */
export function refuseEposPrint(
  reason: TillrollError,
  { devid, client }: Pick<EposRequest, "devid" | "client">,
  service: Pick<EposService, "printerOf">,
): EposAnswer {
  const endpoint = devid === "" ? null : endpointOf(devid, client, service);
  return answer({ success: false, code: errorCode(reason) }, endpoint);
}

/** A printer that this client may print to. To others it is not there. */
function endpointOf(
  devid: string,
  client: string,
  { printerOf }: Pick<EposService, "printerOf">,
): PrinterEndpoint | null {
  const endpoint = printerOf(devid);
  if (endpoint === null || endpoint.isRemoved || !endpoint.printer.protocols.includes("epos")) return null;
  return endpoint.admits(client) ? endpoint : null;
}

/** No room for a request is a queue that is full, unlike a disk that is. */
const QUEUE_FULL: JobResult = { success: false, code: "EX_SPOOLER" };

function isReserved(reservation: MemoryReservation, bytes: number): boolean {
  try {
    reservation.grow(bytes);
    return true;
  } catch {
    return false;
  }
}

function failure(error: unknown, { log }: EposService): JobResult {
  const code = errorCode(error);
  if (code === "PrintSystemError") {
    log.write("error", "an ePOS-Print job was not stored", {
      error: error instanceof Error ? error.message : "unknown",
    });
  }
  return { success: false, code };
}

async function resultOf(
  request: EposRequest,
  { printJobId, isInquiry, isSilent, isPaperless, raw, hash, refusal }: EposJob,
  endpoint: PrinterEndpoint,
  service: EposService,
): Promise<JobResult> {
  const { printer } = endpoint;
  if (isInquiry) {
    if (printJobId === null) return faultOf(endpoint);
    const known = service.jobs.resultOf(printer.id, printJobId, service.now());
    if (known === null) return { success: false, code: "JobNotFound" };
    return known === "printing" ? { success: false, code: "Printing" } : known;
  }
  if (refusal !== null) throw new TillrollError(refusal.code, refusal.message, refusal.data);
  if (raw === null) throw new Error("the document was not encoded");
  if (!isReserved(request.reservation, raw.length)) return QUEUE_FULL;
  const work = (): Promise<JobResult> => print(raw, isSilent, request, printJobId, endpoint, service);
  if (printJobId === null) return work();
  const fingerprint = `${request.client} ${hash}`;
  const job = { printerId: printer.id, id: printJobId, fingerprint, canRepeat: isPaperless };
  return service.jobs.run(job, service.now(), work);
}

/** Stores a job, unless the printer has a fault. Never rejects. */
async function print(
  raw: Uint8Array<ArrayBuffer>,
  isEmpty: boolean,
  { client }: EposRequest,
  label: string | null,
  endpoint: PrinterEndpoint,
  service: EposService,
): Promise<JobResult> {
  const fault = faultOf(endpoint);
  // Settings alone, like a status poll, make no print.
  if (!fault.success || isEmpty) return fault;
  try {
    const tag: ReadonlyMap<string, string> = new Map();
    await endpoint.store({ raw, protocol: "epos", client, label, tag, isIncomplete: false, spoolKey: null });
    return PRINTED;
  } catch (error) {
    return failure(error, service);
  }
}

function faultOf({ status }: PrinterEndpoint): JobResult {
  const code = faultCode(status);
  return { success: code === "", code };
}

/** Codes of trouble that is ours rather than the document's: for the host the printer is off line. */
const OWN_TROUBLE: ReadonlySet<EposCode> = new Set(["PrintSystemError", "EX_SPOOLER"]);

function answer(result: JobResult, endpoint: PrinterEndpoint | null, job?: EposJob): EposAnswer {
  const { success, code } = result;
  const bits = endpoint === null ? NO_STATUS : statusBits(endpoint.status);
  const status = OWN_TROUBLE.has(code) ? bits | STATUS_BITS.offline : bits;
  const printJobId = job?.printJobId ?? null;
  const body = responseXml({ success, code, status, devid: job?.devid ?? null, printJobId });
  return { kind: "xml", status: 200, body };
}
