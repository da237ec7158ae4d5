import { notModified, reply, type ReplyHeaders } from "./reply.ts";

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
