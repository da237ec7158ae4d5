import { zstdDecompressSync } from "node:zlib";
import { type Batch, BATCH_LIMITS, type ShippedPrint } from "../contract/upstream-messages.ts";

/** What is packed: prints, and what else there is to say. */
interface Packed {
  readonly prints: readonly ShippedPrint[];
}

const LENGTH_BYTES = 4;

/** Packs a batch: zstd of the length of its JSON (u32, big endian), the JSON, and the bytes of the prints in their order. */
export function encodeBatch<Message extends Packed = Batch>(
  batch: Message,
  contents: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify(batch));
  const length = contents.reduce((sum, content) => sum + content.length, LENGTH_BYTES + head.length);
  const all = new Uint8Array(length);
  new DataView(all.buffer).setUint32(0, head.length);
  all.set(head, LENGTH_BYTES);
  let at = LENGTH_BYTES + head.length;
  for (const content of contents) {
    all.set(content, at);
    at += content.length;
  }
  return new Uint8Array(Bun.zstdCompressSync(all, { level: 1 }));
}

/** The inverse of {@link encodeBatch}. @throws Error when it is cut off, too large, or no batch */
export function decodeBatch<Message extends Packed = Batch>(
  packed: Uint8Array<ArrayBuffer>,
): {
  readonly batch: Message;
  /** The bytes of each print, as they are packed; empty for a change. */
  readonly contents: readonly Uint8Array[];
} {
  const all = zstdDecompressSync(packed, { maxOutputLength: BATCH_LIMITS.unpackedBytes });
  const headLength = new DataView(all.buffer, all.byteOffset).getUint32(0);
  let at = LENGTH_BYTES + headLength;
  const batch = JSON.parse(new TextDecoder().decode(all.subarray(LENGTH_BYTES, at))) as Message;
  const contents = batch.prints.map(({ contentLength }) => all.subarray(at, (at += contentLength)));
  if (at !== all.length) throw new Error("the batch is cut off");
  return { batch, contents };
}
