import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { create } from "fontkit";

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * Unpacks a WOFF file to the TrueType file inside. fontkit reads WOFF too, but inflates a table anew for
 * each glyph. Source: W3C WOFF 1.0.
 */
function unpackWoff(woff: Buffer): Buffer {
  const tables = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * tables);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < tables; index++) {
    const entry = WOFF_HEADER_BYTES + WOFF_ENTRY_BYTES * index;
    const start = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(start, start + packedLength);
    const to = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * index;
    woff.copy(head, to, entry, entry + 4);
    woff.copy(head, to + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(packedLength < length ? inflateSync(packed) : packed, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}

/** Opens a font file of an npm package, such as "@fontsource/unifont/files/x.woff". */
export function openFont(specifier: string): ReturnType<typeof create> {
  return create(unpackWoff(readFileSync(Bun.resolveSync(specifier, import.meta.dir))));
}
