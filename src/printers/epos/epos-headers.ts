import { EPOS_LIMITS } from "./epos-limits.ts";

/** The headers of every answer with a document. */
export const EPOS_HEADERS = { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" };

/** What GET says, with 200: people and POS software look whether something is there. */
export const EPOS_GET_TEXT = "ePOS-Print: send an epos-print document here with POST.\n";

/** The headers of the answer to GET. */
export const EPOS_GET_HEADERS = { ...EPOS_HEADERS, "Content-Type": "text/plain; charset=utf-8" };

/**
 * Lets a web page read an answer: a web POS comes from another host than its printer.
 * @param origin the page's, as it said it; `null` for a page that may not read it, and for programs
 */
export function grantEpos(headers: Headers, origin: string | null): void {
  headers.append("Vary", "Origin");
  if (origin !== null) headers.set("Access-Control-Allow-Origin", origin);
}

/**
 * The headers of the answer, 204, to the preflight (OPTIONS) of a page that may print: they allow what Epson's JavaScript
 * SDK sends.
 * @param asked the request's headers. A page on the internet that prints on this network is asked about with
 *   `Access-Control-Request-Private-Network` (WICG Private Network Access)
 */
export function eposPreflightHeaders(asked: Headers): Record<string, string> {
  const isPrivate = asked.get("Access-Control-Request-Private-Network") === "true";
  return {
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, If-Modified-Since, SOAPAction",
    "Access-Control-Max-Age": String(EPOS_LIMITS.preflightSeconds),
    Vary: "Access-Control-Request-Private-Network",
    ...(isPrivate ? { "Access-Control-Allow-Private-Network": "true" } : {}),
  };
}
