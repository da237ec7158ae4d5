import { KIBIBYTE } from "../domain/limits.ts";
import { basePathOf } from "./forwarded.ts";

/**
 * Headers of every answer: no sniffing, no referrer, no framing, nothing cached by accident, and nothing that a
 * document from us could load or run unless its own answer says otherwise.
 */
const BASE_HEADERS = {
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

/** Read once: each answer has a copy, which costs a third of reading them again. */
const JSON_HEADERS = new Headers({ ...BASE_HEADERS, "Content-Type": "application/json; charset=utf-8" });

/** An answer with the headers that all have; the given ones win. */
export function reply(status: number, body: BodyInit | null, headers: ReplyHeaders): Response {
  return new Response(body, { status, headers: { ...BASE_HEADERS, ...headers } });
}

/**
 * An answer that what the client has still holds. It says nothing of what may run: browsers take over the headers of this
 * answer, and a page's own policy names its style.
 */
export function notModified(headers: ReplyHeaders): Response {
  const { "Content-Security-Policy": _, ...others } = BASE_HEADERS;
  return new Response(null, { status: 304, headers: { ...others, ...headers } });
}

/** Our pages have our own scripts, styles and fonts only; receipts bring their images as data: URLs. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Addresses in our pages that begin at the root of the service. */
const ROOT_ADDRESS = /\b(href|src|action)="\/(?!\/)/g;

/** A page as it is to be for a client that finds the service under another path. */
export function pageFor(request: Request, html: string): string {
  const basePath = basePathOf(request);
  return basePath === "" ? html : html.replace(ROOT_ADDRESS, `$1="${basePath}/`);
}

/** A page of the dashboard. */
export function replyPage(
  request: Request,
  status: number,
  html: string,
  headers: ReplyHeaders = {},
): Response {
  return reply(status, pageFor(request, html), {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": PAGE_POLICY,
    ...headers,
  });
}

/** Leads a browser to another page, which it asks for with GET. */
export function replyRedirect(request: Request, location: string, headers: ReplyHeaders = {}): Response {
  return reply(303, null, { Location: basePathOf(request) + location, ...headers });
}

/** Leads a client to the same thing at another address, for now. */
export function replyMoved(address: string): Response {
  return reply(307, null, { Location: address });
}

/** An answer whose body is JSON already, as text or in UTF-8. */
export function replyJson(
  status: number,
  json: string | Uint8Array<ArrayBuffer>,
  headers?: ReplyHeaders,
): Response {
  const response = new Response(json, { status, headers: JSON_HEADERS });
  for (const [name, value] of Object.entries(headers ?? {})) response.headers.set(name, value);
  return response;
}

/** What nothing is still to come of: `JSON.stringify` writes a promise as an empty object. */
type Settled<Value> =
  Value extends Promise<unknown>
    ? never
    : Value extends object
      ? { readonly [Name in keyof Value]: Settled<Value[Name]> }
      : Value;

/** An answer of JSON. */
export function replyValue<Value extends object>(
  status: number,
  value: Value & Settled<Value>,
  headers?: ReplyHeaders,
): Response {
  return replyJson(status, JSON.stringify(value), headers);
}

/** No answer at all: the connection is cut. Bun resets it when a body fails before its first byte. */
export function droppedConnection(): Response {
  return new Response(
    new ReadableStream({
      pull(controller) {
        controller.error();
      },
    }),
  );
}

/** Bodies below this Bun writes together with the head in any turn, bytes. */
const WRITTEN_TOGETHER_BYTES = 15 * KIBIBYTE;

/**
 * As {@link replyJson}, for an answer that comes in a later turn than its request. The head of such an answer, when its
 * body is a large one, Bun writes with a system call for each name and each value of a header (oven-sh/bun, pull
 * request 41341), which takes longer than most searches. What a direct stream writes before it ends leaves in one
 * call, and with its Content-Length, while it is below the high-water mark.
 * @param json bytes must be all of their buffer, and are given away: their memory is freed once they are written
 */
export function replyJsonLater(status: number, json: string | Uint8Array<ArrayBuffer>): Response {
  if (json.length < WRITTEN_TOGETHER_BYTES) return replyJson(status, json);
  const bytes = typeof json === "string" ? Buffer.from(json) : json;
  const source: Bun.DirectUnderlyingSource<Uint8Array> = {
    type: "direct",
    pull(controller) {
      controller.write(bytes);
      controller.end();
      // Both have copied it. The collector would leave an answer of each search in memory for long.
      if (typeof json !== "string") json.buffer.transfer(0);
    },
  };
  // The browser's types, which the dashboard needs, know no direct streams.
  const stream = new ReadableStream(source as unknown as UnderlyingSource<Uint8Array>, {
    highWaterMark: bytes.byteLength + 1,
  });
  return new Response(stream, { status, headers: JSON_HEADERS });
}

/**
 * An answer that a browser keeps, and asks for again only when it has changed.
 * @param entityTag the body's, from {@link entityTagOf}
 */
export function replyAsset(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  entityTag: string,
  headers: ReplyHeaders,
): Response {
  const all = { ...headers, "Cache-Control": "no-cache", ETag: entityTag };
  return matchesEntityTag(request.headers.get("if-none-match"), entityTag)
    ? notModified(all)
    : reply(200, body, all);
}

/** A strong entity tag: the same bytes have the same one. */
export function entityTagOf(body: string | Uint8Array<ArrayBuffer>): string {
  return `"${new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 32)}"`;
}

/** Whether an If-None-Match header names this entity tag; weak and strong tags compare alike there. */
export function matchesEntityTag(header: string | null, entityTag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  const opaque = entityTag.replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === opaque);
}
