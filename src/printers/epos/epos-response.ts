import { TillrollError } from "../../domain/errors.ts";
import type { PrinterStatus } from "../../domain/printer-status.ts";
import { automaticStatus } from "../status/status.ts";

/**
 * Error codes of ePOS-Print. Source: Epson ePOS-Print XML User's Manual, `response`. `OriginNotAllowed` is ours: none of
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

/** The code of an error that a request met with. */
export function errorCode(error: unknown): EposCode {
  if (!(error instanceof TillrollError)) return "PrintSystemError";
  switch (error.code) {
    case "BAD_REQUEST":
      return "SchemaError";
    case "ORIGIN_NOT_ALLOWED":
      return "OriginNotAllowed";
    case "PRINT_DATA_TOO_LARGE":
    case "REQUEST_TOO_LARGE":
      return "RequestEntityTooLarge";
    case "WORKSPACE_LIMIT_EXCEEDED":
    case "RATE_LIMIT_EXCEEDED":
      return "TooManyRequests";
    case "STORAGE_UNAVAILABLE":
      // More waits for the disk than it can take: the queue is full.
      return error.data["reason"] === "QUEUE_FULL" ? "EX_SPOOLER" : "PrintSystemError";
    default:
      return "PrintSystemError";
  }
}

/** The answer to a web page that may not print; it tells nothing about the printer. */
export function originRefusalXml(): string {
  const status = STATUS_BITS.noResponse;
  return responseXml({ success: false, code: "OriginNotAllowed", status, devid: null, printJobId: null });
}

/** An answer before it is XML. */
export interface EposResponse {
  readonly success: boolean;
  readonly code: EposCode;
  /** {@link STATUS_BITS}; 0 would be read as "no response". */
  readonly status: number;
  readonly devid: string | null;
  readonly printJobId: string | null;
}

const SOAP_NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/";
const EPOS_NAMESPACE = "http://www.epson-pos.com/schemas/2011/03/epos-print";

/** The document of an answer. `response` has no prefix: some clients look for its name alone. */
export function responseXml({ success, code, status, devid, printJobId }: EposResponse): string {
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
