import { EPOS_LIMITS } from "./epos-limits.ts";

/** The path of ePOS-Print on every Epson printer. */
export const EPOS_PATH = "/cgi-bin/epos/service.cgi";

/** The request headers that Epson's JavaScript SDK sends, and a browser asks about first. */
const ALLOWED_HEADERS = "Content-Type, If-Modified-Since, SOAPAction";

/**
 * The headers of every answer. Any page may ask, as on Epson's printers: a web POS comes from another host than its
 * printer. No credentials are involved; who may print is the printer's list of addresses.
 */
export function eposHeaders(): Record<string, string> {
  return {
    "Content-Type": "text/xml; charset=utf-8",
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "no-store",
  };
}

/**
 * The headers of the answer, 204, to a browser's preflight (OPTIONS).
 *
 * @param asked the request's headers. A page on the internet that prints on this network is asked about with
 *   `Access-Control-Request-Private-Network` (WICG Private Network Access)
 */
export function eposPreflightHeaders(asked: Headers): Record<string, string> {
  const isPrivate = asked.get("Access-Control-Request-Private-Network") === "true";
  return {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": ALLOWED_HEADERS,
    "Access-Control-Max-Age": String(EPOS_LIMITS.preflightSeconds),
    Vary: "Access-Control-Request-Private-Network",
    ...(isPrivate ? { "Access-Control-Allow-Private-Network": "true" } : {}),
  };
}

/** What GET says, with 200: people and POS software look whether something is there. */
export const EPOS_GET_TEXT = "ePOS-Print: send an epos-print document here with POST.\n";

/** The headers of the answer to GET. */
export function eposGetHeaders(): Record<string, string> {
  return { ...eposHeaders(), "Content-Type": "text/plain; charset=utf-8" };
}

const ACCEPTED_TYPES: ReadonlySet<string> = new Set([
  "",
  "text/xml",
  "application/xml",
  "text/plain",
  "application/soap+xml",
]);

/** Whether a body of this `Content-Type` is taken; `null` for none. Its charset is what the document itself says. */
export function takesContentType(contentType: string | null): boolean {
  return ACCEPTED_TYPES.has((contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "");
}
