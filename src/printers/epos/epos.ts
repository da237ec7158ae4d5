import { unitsPerDotOf } from "../../escpos/models/printer-model.ts";
import type { Log } from "../../operations/log.ts";
import type { MemoryReservation, PrinterEndpoint } from "../printer-endpoint.ts";
import { TillrollError } from "../../domain/errors.ts";
import type { EncodingTarget } from "./epos-document.ts";
import type { EposJob } from "./epos-job.ts";
import type { EposJobs } from "./epos-jobs.ts";
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
interface EposRequest {
  readonly body: Uint8Array;
  /** The memory reserved, for the body already. */
  readonly reservation: MemoryReservation;
  /** Of the address; `""` when it has none. */
  readonly devid: string;
  /** The host's address, without its port. */
  readonly client: string;
}

/** What ePOS-Print asks of the rest of the service. */
export interface EposService {
  /** The printer of a devid; `local_printer` and what it stands for are its business. */
  readonly printerOf: (devid: string) => PrinterEndpoint | null;
  readonly jobs: EposJobs;
  /** Reads a request, in whatever thread. See {@link readEposJob}; the body is not used afterwards when there is a target. */
  readonly read: (body: Uint8Array, target: EncodingTarget | null) => EposJob | Promise<EposJob>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly log: Log;
}

/**
 * Answers a request of ePOS-Print: prints its document, tells the status when it is empty, or the result of the job that
 * its `printjobid` names. Success is answered only once the print is durable. How long the client waits (`timeout`) makes
 * no difference: a job is stored or refused at once. Never throws.
 *
 * A printer with a fault (simulated, of the real printer behind it, or of ours) refuses with the fault's code: the host
 * knows that nothing was printed, and asks again. `force` changes nothing in that. A real printer that is out of reach is
 * no fault: the print is stored and waits, unless the printer is set to report it.
 * @returns the document of the answer; `null` where there is none and the connection is cut
 */
export async function answerEposPrint(request: EposRequest, service: EposService): Promise<string | null> {
  let endpoint = request.devid === "" ? null : endpointOf(request.devid, request.client, service);
  if (endpoint === null && request.devid !== "") return answer("DeviceNotFound", null);
  if (endpoint?.printer.simulate === "drop") return null;
  let job: EposJob | undefined;
  try {
    const limit = endpoint === null ? EPOS_LIMITS.unaddressedBytes : eposBodyLimit(endpoint.maximumJobBytes);
    if (request.body.length > limit) return answer("RequestEntityTooLarge", endpoint);
    if (endpoint === null) {
      job = await service.read(request.body, null);
      endpoint = endpointOf(job.devid ?? "", request.client, service);
      if (endpoint === null) return answer("DeviceNotFound", null, job);
      if (endpoint.printer.simulate === "drop") return null;
    }
    const { details, maximumJobBytes } = endpoint;
    const { profile, charset, model } = details;
    const unitsPerDot = unitsPerDotOf(model);
    job = await service.read(request.body, { profile, charset, unitsPerDot, limit: maximumJobBytes });
    const code = await perform(request, job, endpoint, service);
    if (endpoint.printer.simulate === "slow") await service.wait(EPOS_LIMITS.slowMilliseconds);
    return answer(code, endpoint, job);
  } catch (error) {
    return answer(failureCode(error, service), endpoint, job);
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
): string {
  return answer(errorCode(reason), devid === "" ? null : endpointOf(devid, client, service));
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

function failureCode(error: unknown, { log }: EposService): EposCode {
  const code = errorCode(error);
  if (code === "PrintSystemError") {
    log.write("error", "an ePOS-Print job was not stored", {
      error: error instanceof Error ? error.message : "unknown",
    });
  }
  return code;
}

async function perform(
  request: EposRequest,
  { printJobId, isInquiry, isSilent, isPaperless, raw, hash, refusal }: EposJob,
  endpoint: PrinterEndpoint,
  service: EposService,
): Promise<EposCode> {
  const { printer } = endpoint;
  if (isInquiry && printJobId === null) return faultCode(endpoint.status);
  if (isInquiry && printJobId !== null) return service.jobs.codeOf(printer.id, printJobId, service.now());
  if (refusal !== null) throw new TillrollError(refusal.code, refusal.message, refusal.data);
  if (raw === null) throw new Error("the document was not encoded");
  try {
    request.reservation.grow(raw.length);
  } catch {
    // No room for a request is a queue that is full, unlike a disk that is.
    return "EX_SPOOLER";
  }
  const work = () => print(raw, isSilent, request, printJobId, endpoint, service);
  if (printJobId === null) return work();
  const fingerprint = `${request.client} ${hash}`;
  const job = { printerId: printer.id, id: printJobId, fingerprint, canRepeat: isPaperless };
  return service.jobs.run(job, service.now(), work);
}

/**
 * Stores a job, and answers with the printer's fault, if it has one: with a real printer behind it such a job is kept, and
 * never printed by itself. Never rejects.
 */
async function print(
  raw: Uint8Array<ArrayBuffer>,
  isEmpty: boolean,
  { client }: EposRequest,
  label: string | null,
  endpoint: PrinterEndpoint,
  service: EposService,
): Promise<EposCode> {
  const fault = faultCode(endpoint.status);
  const isReported = fault !== "";
  // Settings alone, like a status poll, make no print.
  if (isEmpty || (isReported && endpoint.printer.target === null)) return fault;
  try {
    const tag: ReadonlyMap<string, string> = new Map();
    const job = { raw, protocol: "epos", client, label, tag, isIncomplete: false, spoolKey: null } as const;
    await endpoint.store({ ...job, isReported });
    return fault;
  } catch (error) {
    return failureCode(error, service);
  }
}

/** Codes of trouble that is ours rather than the document's: for the host the printer is off line. */
const OWN_TROUBLE: ReadonlySet<EposCode> = new Set(["PrintSystemError", "EX_SPOOLER"]);

/** @param endpoint `null` for a printer that is not there, of which nothing is known */
function answer(code: EposCode, endpoint: PrinterEndpoint | null, job?: EposJob): string {
  const status = endpoint === null ? STATUS_BITS.noResponse : statusBits(endpoint.status);
  return responseXml(code, OWN_TROUBLE.has(code) ? status | STATUS_BITS.offline : status, job);
}
