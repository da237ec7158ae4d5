import { type ErrorCode, TillrollError } from "../../domain/errors.ts";
import type { PrinterStatus } from "../../domain/printer-status.ts";
import { automaticStatus } from "../status/status.ts";
import type { EposJob } from "./epos-job.ts";

/**
 * Error codes of ePOS-Print, `""` for success. Source: Epson ePOS-Print XML User's Manual, `response`. `OriginNotAllowed` is ours: none of
 * Epson's says why, and clients show unknown codes as they are. `EX_TIMEOUT` is never sent: a job is either stored or refused,
 * and after a timeout a host would print it twice.
 */
export type EposCode =
  | ""
  | "EPTR_COVER_OPEN"
  | "EPTR_CUTTER"
  | "EPTR_REC_EMPTY"
  | "EPTR_UNRECOVERABLE"
  | "EX_BADPORT"
  | "EX_SPOOLER"
  | "SchemaError"
  | "DeviceNotFound"
  | "OriginNotAllowed"
  | "PrintSystemError"
  | "JobNotFound"
  | "Printing"
  | "TooManyRequests"
  | "RequestEntityTooLarge";

/** Bits of `status` that ePOS-Print adds to the automatic status (GS a), and the one that it shares for "off line". */
export const STATUS_BITS = { noResponse: 0x1, printSuccess: 0x2, offline: 0x8 } as const;

/**
 * `status` of a printer, without the bit of a success: the four bytes of the automatic status, low byte first. Recorded:
 * 251658262 (0F000016h) after a print, 252641308 (0F0F001Ch) without paper; POS software compares the whole number.
 */
export function statusBits(status: PrinterStatus): number {
  return automaticStatus(status).reduceRight((bits, byte) => bits * 256 + byte, 0);
}

/** Why a printer with this status prints nothing; `""` when it prints. */
export function faultCode(status: PrinterStatus): EposCode {
  if (status.hasUnrecoverableError) return "EPTR_UNRECOVERABLE";
  if (status.hasCutterError) return "EPTR_CUTTER";
  if (status.isCoverOpen) return "EPTR_COVER_OPEN";
  if (status.paper === "end") return "EPTR_REC_EMPTY";
  return status.isReachable ? "" : "EX_BADPORT";
}

const CODES_OF_ERRORS: Readonly<Partial<Record<ErrorCode, EposCode>>> = {
  BAD_REQUEST: "SchemaError",
  ORIGIN_NOT_ALLOWED: "OriginNotAllowed",
  PRINT_DATA_TOO_LARGE: "RequestEntityTooLarge",
  REQUEST_TOO_LARGE: "RequestEntityTooLarge",
  WORKSPACE_LIMIT_EXCEEDED: "TooManyRequests",
  RATE_LIMIT_EXCEEDED: "TooManyRequests",
};

/** The code of an error that a request met with. */
export function errorCode(error: unknown): EposCode {
  if (!(error instanceof TillrollError)) return "PrintSystemError";
  // More waits for the disk than it can take.
  if (error.data["reason"] === "QUEUE_FULL") return "EX_SPOOLER";
  return CODES_OF_ERRORS[error.code] ?? "PrintSystemError";
}

const SOAP_NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/";
const EPOS_NAMESPACE = "http://www.epson-pos.com/schemas/2011/03/epos-print";

/**
 * The document of an answer. `response` has no prefix: some clients look for its name alone.
 * @param status {@link STATUS_BITS}; 0 would be read as "no response"
 * @param job what the request says of itself, as far as it was read
 */
export function responseXml(
  code: EposCode,
  status: number = STATUS_BITS.noResponse,
  { devid = null, printJobId = null }: Partial<Pick<EposJob, "devid" | "printJobId">> = {},
): string {
  const success = code === "";
  const response = {
    "@success": success,
    "@code": code,
    "@status": success ? status | STATUS_BITS.printSuccess : status,
    // No battery.
    "@battery": 0,
    "@xmlns": EPOS_NAMESPACE,
  };
  const parameter = {
    "@xmlns": EPOS_NAMESPACE,
    devid: devid ?? undefined,
    printjobid: printJobId ?? undefined,
  };
  const envelope = {
    "s:Envelope": {
      "@xmlns:s": SOAP_NAMESPACE,
      "s:Header": printJobId === null ? undefined : { parameter },
      "s:Body": { response },
    },
  };
  return `<?xml version="1.0" encoding="utf-8"?>${Bun.XML.stringify(envelope)}`;
}
