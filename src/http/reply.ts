/**
 * Headers of every answer: no sniffing, no referrer, no framing, nothing cached by accident, and nothing that a
 * document from us could load or run unless its own answer says otherwise.
 */
export const BASE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Cache-Control": "no-store",
} as const;

export type ReplyHeaders = Readonly<Record<string, string>>;

const JSON_HEADERS = { ...BASE_HEADERS, "Content-Type": "application/json; charset=utf-8" } as const;

/** An answer with the headers that all have; the given ones win. */
export function reply(status: number, body: BodyInit | null, headers: ReplyHeaders): Response {
  return new Response(body, { status, headers: { ...BASE_HEADERS, ...headers } });
}

/** An answer whose body is JSON already, as text or in UTF-8. */
export function replyJson(
  status: number,
  json: string | Uint8Array<ArrayBuffer>,
  headers?: ReplyHeaders,
): Response {
  const all = headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers };
  return new Response(json, { status, headers: all });
}
