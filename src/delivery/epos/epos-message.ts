import type { PrinterStatus } from "../../domain/printer-status.ts";
import { statusOf } from "../raw/status-bits.ts";

/** Bits of the `status` of an ePOS-Print answer, by the names in Epson's ePOS-Print XML manual. */
const ASB = {
  noResponse: 0x1,
  drawerKick: 0x4,
  offLine: 0x8,
  coverOpen: 0x20,
  mechanicalError: 0x400,
  autocutterError: 0x800,
  unrecoverableError: 0x2000,
  autorecoverableError: 0x4000,
  receiptNearEnd: 0x20000,
  receiptEnd: 0x80000,
} as const;

/**
 * A header on our own requests to printers, other at each start. A printer of ours that is named as its own target by
 * ePOS-Print would print each print again for ever; by this header it sees that the request is its own.
 */
export const OWN_REQUEST_HEADER = "Tillroll-Service";

/** Its value. */
export const OWN_REQUEST_KEY: string = crypto.randomUUID();

export interface EposAnswer {
  readonly isSuccess: boolean;
  /** Such as `EPTR_REC_EMPTY`; empty for a success. */
  readonly code: string;
  readonly status: PrinterStatus;
}

/**
 * An ePOS-Print request that has a printer execute bytes as they are.
 * @param job ESC/POS bytes; `null` for none, which asks for the status and prints nothing
 */
export function eposRequest(job: Uint8Array | null): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
    `${eposDocument(job)}</s:Body></s:Envelope>`
  );
}

/** The document of such a request, without its envelope. */
export function eposDocument(job: Uint8Array | null): string {
  const command = job === null ? "" : `<command>${Buffer.from(job).toString("hex")}</command>`;
  return `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">${command}</epos-print>`;
}

/** Reads the answer to such a request; `null` when it is none. */
export function readEposAnswer(xml: string): EposAnswer | null {
  let response: Record<string, unknown> | null;
  try {
    response = findResponse(Bun.XML.parse(xml));
  } catch {
    return null;
  }
  if (response === null) return null;
  const bits = Number(response["@status"] ?? Number.NaN);
  if (!Number.isSafeInteger(bits) || bits < 0) return null;
  const isSuccess = ["true", "1"].includes(String(response["@success"]));
  return { isSuccess, code: String(response["@code"] ?? ""), status: statusFromBits(bits) };
}

/** The element `response`, whatever its prefix and wherever it is: makers wrap it differently. */
function findResponse(value: unknown): Record<string, unknown> | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    const isResponse = name === "response" || name.endsWith(":response");
    if (isResponse && typeof child === "object" && child !== null) return child as Record<string, unknown>;
    const found = findResponse(child);
    if (found !== null) return found;
  }
  return null;
}

/** The status that the number of an ePOS-Print answer tells: an automatic status, low byte first, and bits of its own. */
export function statusFromBits(bits: number): PrinterStatus {
  const has = (bit: number) => (bits & bit) !== 0;
  const status = statusOf({
    isOffline: has(ASB.offLine) || has(ASB.mechanicalError) || has(ASB.autorecoverableError),
    isCoverOpen: has(ASB.coverOpen),
    paper: has(ASB.receiptEnd) ? "end" : has(ASB.receiptNearEnd) ? "near-end" : "present",
    hasCutterError: has(ASB.autocutterError),
    hasUnrecoverableError: has(ASB.unrecoverableError),
    isDrawerPinHigh: has(ASB.drawerKick),
  });
  return { ...status, isReachable: status.isReachable && !has(ASB.noResponse) };
}
