import { Elysia } from "elysia";
import { badRequest } from "../domain/errors.ts";
import { PRINT_LIMITS } from "../domain/limits.ts";
import type { Print } from "../domain/print.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { HTML_STYLE } from "../render/html-style.ts";
import { PREVIEW_FORMATS, type PreviewFormat } from "../render/preview-format.ts";
import { matchesEntityTag } from "./byte-range.ts";
import { asOperation, endpoint, idOf } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { negotiate } from "./negotiation.ts";
import { reply, type ReplyHeaders } from "./reply.ts";

const STYLE_HASH = new Bun.CryptoHasher("sha256").update(HTML_STYLE).digest("base64");

/** The page may have its one style and its images, which are data: URLs; nothing runs and nothing is loaded. */
const DOCUMENT_POLICY =
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; frame-ancestors 'none'; ` +
  "base-uri 'none'; form-action 'none'; sandbox";

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

/** A print as the paper would look. */
export function previewController(service: HttpService) {
  const show = endpoint(service, async (call) => {
    const { authentication, reader, preview } = service;
    const slug = call.parameter("slug");
    const { workspace } = authentication.authorise(call, slug, "read");
    const printId = idOf(call, "printId");
    const query = call.query();
    const format = formatOf(query.last("format"), call.request.headers.get("accept"));
    const columns = columnsOf(query.last("width"));
    const charset = choiceOf("charset", query.last("charset"), CHARSETS);
    const profile = choiceOf("profile", query.last("profile"), PRINTER_PROFILES);
    const origins = choiceOf("origins", query.last("origins"), ["true", "false"]) === "true";
    const print = reader.read(workspace.id, printId);
    const stored = reader.readStored(print);
    const own = reader.readPrinter(print);
    const printer = {
      columns: columns ?? print.width,
      charset: charset ?? own.charset ?? workspace.charset,
      profile: profile ?? own.profile ?? workspace.profile,
    };
    const shown = { printer, format, title: titleOf(print), createdAt: print.createdAt, origins };
    const entityTag = entityTagOf(stored.sha256, service.version, shown);
    const headers: ReplyHeaders = {
      ETag: entityTag,
      Vary: "Accept",
      "Cache-Control": "private, no-cache",
      // Browsers do not show a sandboxed PDF; nothing runs in ours.
      ...(format === "pdf" ? {} : { "Content-Security-Policy": DOCUMENT_POLICY }),
    };
    if (matchesEntityTag(call.request.headers.get("if-none-match"), entityTag))
      return reply(304, null, headers);
    const drawn = await preview.show(entityTag, { printId, stored, ...shown });
    return reply(200, drawn, { ...headers, "Content-Type": CONTENT_TYPES[format] });
  });
  return new Elysia().get("/api/workspace/:slug/prints/:printId/preview", show, asOperation("previewPrint"));
}

function formatOf(given: string | null, accept: string | null): PreviewFormat {
  return choiceOf("format", given, PREVIEW_FORMATS) ?? negotiate(accept, BY_MEDIA_TYPE);
}

/** A query parameter that is one of a few words; `null` when it is not given. */
function choiceOf<Word extends string>(
  path: string,
  given: string | null,
  words: readonly Word[],
): Word | null {
  if (given === null) return null;
  const word = words.find((known) => known === given);
  if (word === undefined) throw badRequest([{ path, message: `must be one of ${words.join(", ")}.` }]);
  return word;
}

function columnsOf(given: string | null): number | null {
  if (given === null) return null;
  const columns = Number(given);
  const { widthColumnsMinimum, widthColumnsMaximum } = PRINT_LIMITS;
  if (!/^\d+$/.test(given) || columns < widthColumnsMinimum || columns > widthColumnsMaximum) {
    const range = `from ${widthColumnsMinimum} to ${widthColumnsMaximum}`;
    throw badRequest([{ path: "width", message: `must be an integer ${range}.` }]);
  }
  return columns;
}

function titleOf(print: Print): string {
  return print.label === null || print.label === "" ? `Print ${print.id}` : print.label;
}

/** What is shown depends on the bytes, on what was asked for, and on the version of the decoder. */
function entityTagOf(sha256: Uint8Array, version: string, shown: object): string {
  const hash = new Bun.CryptoHasher("sha256").update(sha256).update(JSON.stringify([version, shown]));
  return `"${hash.digest("hex").slice(0, 32)}"`;
}
