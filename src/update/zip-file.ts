import { inflateRawSync } from "node:zlib";
import { refused } from "./refused.ts";

/* What is needed of the zip format (APPNOTE.TXT 6.3.10): finding a file by the central directory at the end, and unpacking it. */

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const LONGEST_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

/**
 * Takes a file out of a zip archive.
 * @param matches whether it is that file, by its path in the archive
 * @param largestBytes the most that it may have
 * @returns `null` when there is none
 * @throws TillrollError BAD_REQUEST when it is no such archive, or damaged
 */
export function fileInZip(
  archive: Uint8Array,
  matches: (path: string) => boolean,
  largestBytes: number,
): Uint8Array | null {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const end = endOf(view);
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw damaged();
      const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const begins = at + ENTRY_BYTES;
      const path = new TextDecoder().decode(archive.subarray(begins, begins + (name ?? 0)));
      if (matches(path)) return unpacked(archive, view, at, largestBytes);
      at = begins + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
    return null;
  } catch (error) {
    // Offsets beyond the end, and what zlib says of bytes that are none.
    throw error instanceof RangeError || (error instanceof Error && "code" in error) ? damaged() : error;
  }
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  throw damaged();
}

function unpacked(archive: Uint8Array, view: DataView, entry: number, largestBytes: number): Uint8Array {
  const method = view.getUint16(entry + 10, true);
  const crc = view.getUint32(entry + 16, true);
  const packedBytes = view.getUint32(entry + 20, true);
  const bytes = view.getUint32(entry + 24, true);
  const local = view.getUint32(entry + 42, true);
  const begins =
    local + LOCAL_HEADER_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (bytes > largestBytes) throw damaged();
  const packed = archive.subarray(begins, begins + packedBytes);
  if (method !== STORED && method !== DEFLATED) throw damaged();
  const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: bytes });
  if (content.byteLength !== bytes || Bun.hash.crc32(content) !== crc) throw damaged();
  return content;
}

function damaged() {
  return refused("The file is no zip archive that Tillroll can read, or it is damaged.");
}
