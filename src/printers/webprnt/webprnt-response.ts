import { TillrollError } from "../../domain/errors.ts";
import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import { starAutomaticStatus } from "../status/star-status.ts";

/** Result codes. Source: Star webPRNT User's Manual, Response Element. */
export const WEBPRNT_CODES = { success: 0, offline: 1100, busy: 2001 } as const;

export type WebPrntCode = (typeof WEBPRNT_CODES)[keyof typeof WEBPRNT_CODES];

/** Why a printer with this status prints nothing; a success when it does. */
export function faultCode(status: PrinterStatus): WebPrntCode {
  return isOffline(status) ? WEBPRNT_CODES.offline : WEBPRNT_CODES.success;
}

/** The code of an error that a request met with: whoever is told that a printer is busy sends again. */
export function errorCode(error: unknown): WebPrntCode {
  const isBusy = error instanceof TillrollError && BUSY.has(error.code);
  return isBusy ? WEBPRNT_CODES.busy : WEBPRNT_CODES.offline;
}

const BUSY: ReadonlySet<string> = new Set(["RATE_LIMIT_EXCEEDED", "STORAGE_UNAVAILABLE"]);

/** The document of an answer: inside it, as text, is the one that Star's library looks into. */
export function responseXml(code: WebPrntCode, status: PrinterStatus): string {
  const block = starAutomaticStatus(status, { count: 0, isDone: false }).toHex().toUpperCase();
  const isDone = code === WEBPRNT_CODES.success;
  const root = `<root><success>${isDone}</success><code>${code}</code><status>${block}</status></root>`;
  const escaped = root.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return (
    '<?xml version="1.0" encoding="utf-8"?><StarWebPrint xmlns="http://www.star-m.jp" ' +
    `xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Response>${escaped}</Response></StarWebPrint>`
  );
}
