import { TillrollError } from "../domain/errors.ts";
import { sha256 } from "../journal/hash.ts";
import { releaseHuge } from "../platform/huge-bytes.ts";

/** How the bytes of a print are kept: as they came, or zstd where that is smaller. */
export const RAW_ENCODINGS = { identity: 0, zstd: 1 } as const;

/** Below this many bytes a zstd frame's own overhead leaves nothing worth the work. */
const MINIMUM_COMPRESSED_BYTES = 128;

/** The bytes of a print as they are kept. */
export interface StoredContent {
  readonly sha256: Uint8Array;
  readonly byteLength: number;
  readonly encoding: number;
  readonly content: Uint8Array;
}

/** What is known of encoded bytes, in a form that goes between threads as JSON. */
export interface EncodedForm {
  /** Of the bytes before, in hexadecimal. */
  readonly sha256: string;
  readonly byteLength: number;
  readonly encoding: number;
}

/** Hashes the bytes of a print and compresses them with zstd where that makes them smaller. */
export function encodeContent(raw: Uint8Array<ArrayBuffer>): StoredContent {
  const isTiny = raw.byteLength < MINIMUM_COMPRESSED_BYTES;
  const compressed = isTiny ? raw : Bun.zstdCompressSync(raw, { level: 1 });
  const plain = { sha256: sha256(raw), byteLength: raw.byteLength };
  return compressed.byteLength < raw.byteLength
    ? { ...plain, encoding: RAW_ENCODINGS.zstd, content: compressed }
    : { ...plain, encoding: RAW_ENCODINGS.identity, content: raw };
}

/**
 * As {@link encodeContent}, in threads of the runtime's own: for prints that take so long that neither the thread that
 * answers nor the writer's is to be held up.
 * @param raw not to be changed meanwhile; it may be the content
 */
export async function encodeContentApart(
  raw: Uint8Array<ArrayBuffer>,
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly form: EncodedForm }> {
  const [hash, compressed] = await Promise.all([
    crypto.subtle.digest("SHA-256", raw),
    Bun.zstdCompress(raw, { level: 1 }),
  ]);
  const isSmaller = compressed.byteLength < raw.byteLength;
  const form = {
    sha256: new Uint8Array(hash).toHex(),
    byteLength: raw.byteLength,
    encoding: isSmaller ? RAW_ENCODINGS.zstd : RAW_ENCODINGS.identity,
  };
  // Bytes of their own: what the compressor gives is part of a larger buffer.
  const content = isSmaller ? new Uint8Array(compressed) : raw;
  releaseHuge(compressed);
  return { content, form };
}

/** The content of a print that {@link encodeContentApart} has encoded. */
export function contentOf(content: Uint8Array, form: EncodedForm): StoredContent {
  return { ...form, sha256: Uint8Array.fromHex(form.sha256), content };
}

/** The bytes of a print exactly as they came. @throws TillrollError PRINT_DATA_DAMAGED when their SHA-256 is another */
export function decodeContent(printId: number, stored: StoredContent): Uint8Array {
  let raw: Uint8Array | null;
  try {
    raw = stored.encoding === RAW_ENCODINGS.zstd ? Bun.zstdDecompressSync(stored.content) : stored.content;
  } catch {
    raw = null;
  }
  if (
    raw === null ||
    raw.byteLength !== stored.byteLength ||
    Buffer.compare(sha256(raw), stored.sha256) !== 0
  ) {
    throw damagedBytes(printId);
  }
  return raw;
}

/** The bytes of a print are not those that came, or are not there. */
export function damagedBytes(printId: number): TillrollError {
  return new TillrollError(
    "PRINT_DATA_DAMAGED",
    `The stored bytes of print ${printId} are damaged on the disk; restore them from a backup.`,
    { printId },
  );
}
