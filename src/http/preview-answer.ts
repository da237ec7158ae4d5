import type { Static } from "@sinclair/typebox";
import type { PreviewParameters } from "../contract/parameters.ts";
import type { Drawn, PreviewQuestion } from "../preview/preview.ts";
import { styleOf, type PreviewFormat } from "../render/preview-format.ts";
import type { Call } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { entityTagOf, matchesEntityTag, notModified, reply, type ReplyHeaders } from "./reply.ts";
import { negotiate } from "./negotiate.ts";

/** A document may have its images and fonts, which are data: URLs; nothing runs and nothing is loaded. */
export const DOCUMENT_POLICY =
  "default-src 'none'; img-src data:; font-src data:; frame-ancestors 'none'; base-uri 'none'; " +
  "form-action 'none'; sandbox";

const CONTENT_TYPES: Readonly<Record<PreviewFormat, string>> = {
  html: "text/html; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  text: "text/plain; charset=utf-8",
  png: "image/png",
  pdf: "application/pdf",
  json: "application/json; charset=utf-8",
  commands: "application/jsonl; charset=utf-8",
  explain: "application/json; charset=utf-8",
};

/** Formats by the media type that an Accept header asks for; the first is for clients that take anything. */
const BY_MEDIA_TYPE: readonly (readonly [string, PreviewFormat])[] = [
  ["text/html", "html"],
  ["image/svg+xml", "svg"],
  ["text/plain", "text"],
  ["image/png", "png"],
  ["application/pdf", "pdf"],
  ["application/json", "json"],
  ["application/jsonl", "commands"],
];

/** What is shown, and how. */
export interface Shown extends Pick<
  PreviewQuestion,
  "printId" | "stored" | "printer" | "title" | "createdAt" | "recognised" | "bare" | "masksCards"
> {
  /** What is known of what was recognised: with another one it looks otherwise. */
  readonly summary: string | null;
  /** Headers beside the usual ones. */
  readonly headers?: ReplyHeaders;
}

/**
 * Answers with a preview, in the form that is asked for.
 * @throws TillrollError PRINT_DATA_DAMAGED
 */
export async function answerPreview(
  { preview, version }: Pick<HttpService, "preview" | "version">,
  call: Call,
  { summary, headers: more = {}, stored, recognised, printId, ...looks }: Shown,
  wish: Static<typeof PreviewParameters>,
): Promise<Response> {
  const format = wish.format ?? negotiate(call.request.headers.get("accept"), BY_MEDIA_TYPE);
  const shown = { ...looks, format, origins: wish.origins ?? false };
  // What is shown depends on the bytes, on what was asked for and recognised, and on the version of the decoder.
  const entityTag = entityTagOf(JSON.stringify([stored.sha256.toHex(), version, shown, summary]));
  const headers: ReplyHeaders = {
    ...more,
    ETag: entityTag,
    Vary: "Accept",
    "Cache-Control": "private, no-cache",
  };
  if (matchesEntityTag(call.request.headers.get("if-none-match"), entityTag)) return notModified(headers);
  const drawn = await preview.show(entityTag, { printId, stored, recognised, ...shown });
  return reply(200, drawn, {
    ...headers,
    ...policyOf(format, drawn),
    "Content-Type": CONTENT_TYPES[format],
  });
}

/** The page has one style, with its fonts in it, and may have no other. */
function policyOf(format: PreviewFormat, drawn: Drawn): ReplyHeaders {
  // Browsers do not show a sandboxed PDF; nothing runs in ours.
  if (format === "pdf") return {};
  if (format !== "html") return { "Content-Security-Policy": DOCUMENT_POLICY };
  const hash = new Bun.CryptoHasher("sha256").update(styleOf(String(drawn))).digest("base64");
  return { "Content-Security-Policy": `style-src 'sha256-${hash}'; ${DOCUMENT_POLICY}` };
}
