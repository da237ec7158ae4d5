import { entityTagOf, matchesEntityTag, notModified, reply } from "./reply.ts";

/** A file whose name changes with what is in it is kept for a year, and not asked for again. */
const FOR_GOOD = "public, max-age=31536000, immutable";

/** How a file can be compressed, the best first. Browsers take zstd by HTTPS only. */
const ENCODINGS = {
  zstd: (text: string) => Bun.zstdCompressSync(text, { level: 19 }),
  gzip: (text: string) => Bun.gzipSync(text, { level: 9 }),
} as const;

type Encoding = keyof typeof ENCODINGS;

/** A text that is sent compressed; each way is done once, when the first client takes it. */
export class CompressedFile {
  readonly entityTag: string;
  private readonly done = new Map<Encoding, Uint8Array<ArrayBuffer>>();

  constructor(readonly text: string) {
    this.entityTag = entityTagOf(text);
  }

  as(encoding: Encoding): Uint8Array<ArrayBuffer> {
    return this.done.getOrInsertComputed(encoding, () => Uint8Array.from(ENCODINGS[encoding](this.text)));
  }
}

/** Answers with a file whose name changes with what is in it, compressed as the client takes it. */
export function replyFile(request: Request, file: CompressedFile, contentType: string): Response {
  const encoding = encodingFor(request.headers.get("accept-encoding"));
  const entityTag = encoding === null ? file.entityTag : file.entityTag.replace(/"$/, `-${encoding}"`);
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": FOR_GOOD,
    ETag: entityTag,
    Vary: "Accept-Encoding",
  };
  if (matchesEntityTag(request.headers.get("if-none-match"), entityTag)) return notModified(headers);
  if (encoding === null) return reply(200, file.text, headers);
  return reply(200, file.as(encoding), { ...headers, "Content-Encoding": encoding });
}

/** The best encoding that an Accept-Encoding header takes; `null` for none (RFC 9110, section 12.5.3). */
export function encodingFor(header: string | null): Encoding | null {
  const taken = new Set(
    (header ?? "").split(",").flatMap((part) => {
      const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  return taken.has("zstd") ? "zstd" : taken.has("gzip") ? "gzip" : null;
}
