import { HEALTHY, isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import { readStarStatus, starAutomaticStatus } from "../../printers/status/star-status.ts";

/* How CloudPRNT tells of a printer. Source: Star CloudPRNT Protocol Guide, "Printer Status Codes" and "JSON Request". */

/** Why a job was not printed, for the one who confirms it. */
export const JOB_CODES = {
  printed: "200 OK",
  incompatible: "510 Incompatible media type",
  undecodable: "511 Media decoding error",
  failed: "400 Printer error",
  tooLarge: "521 Job too large",
} as const;

/** The codes with which a printer says that it cannot print this job, ever. */
const REFUSALS = new Set([510, 511, 512, 521]);
const DOWNLOAD_TIMEOUT = 520;

/** The status code of a printer: three digits and a description. */
export function statusCode(status: PrinterStatus): string {
  if (status.isCoverOpen) return "420 Cover open";
  if (status.paper === "end") return "410 Out of paper";
  if (isOffline(status)) return "400 Printer error";
  return status.paper === "near-end" ? "211 Paper low" : "200 OK";
}

/** The automatic status of Star's printers as CloudPRNT writes it: bytes in hexadecimal with spaces. */
export function statusBytes(status: PrinterStatus): string {
  const block = starAutomaticStatus(status, { count: 0, isDone: false });
  return [...block].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

/** The number of a status code, which may come encoded as in an address, and as the word alone; `null` for none. */
export function codeNumber(code: string): number | null {
  const digits = /^\s*(\d{3,4})/.exec(code)?.[1];
  if (digits !== undefined) return Number(digits.slice(0, 3));
  return /^\s*ok/i.test(code) ? 200 : null;
}

/**
 * What a printer says of itself when it asks.
 * @param code its `statusCode` @param block its `status`, the automatic status in hexadecimal, where it tells it
 */
export function readPolledStatus(code: string, block: string | null): PrinterStatus {
  const number = codeNumber(code) ?? 200;
  const isAble = number < 300;
  const bytes = (block?.match(/[0-9a-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16));
  const told: PrinterStatus =
    bytes.length >= MINIMUM_BLOCK_BYTES ? { ...readStarStatus(bytes).causes, isReachable: true } : HEALTHY;
  const status: PrinterStatus = {
    ...told,
    ...(number >= 410 && number <= 419 ? { paper: "end" } : {}),
    ...(Math.floor(number / 10) === 21 && told.paper === "present" ? { paper: "near-end" } : {}),
    ...(number >= 420 && number <= 429 ? { isCoverOpen: true } : {}),
  };
  return { ...status, isReachable: isAble || isOffline(status) };
}

const MINIMUM_BLOCK_BYTES = 7;

/** What a confirmation's code says of a job. */
export function jobOutcome(code: string): "printed" | "refused" | "not begun" | "interrupted" {
  const number = codeNumber(code);
  if (number !== null && number >= 200 && number < 300) return "printed";
  if (number !== null && REFUSALS.has(number)) return "refused";
  return number === DOWNLOAD_TIMEOUT ? "not begun" : "interrupted";
}
