import { deflateSync } from "node:zlib";
import { FontBytes } from "./font-bytes.ts";

const TRUE_TYPE = 0x0001_0000;

const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;

/** Where the check sum of the whole font stands in the table `head`. */
const CHECK_SUM_ADJUSTMENT_AT = 8;
const CHECK_SUM_MAGIC = 0xb1b0_afba;

/** The tables of a font by their tags; they are written in the order of the tags. */
export type FontTables = Readonly<Record<string, FontBytes>>;

interface Table {
  readonly tag: string;
  /** Bytes of the table without what fills it up. */
  readonly length: number;
  /** Filled up with zeros to four bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sum: number;
}

/** A font as a WOFF file, its tables compressed. Source: W3C WOFF File Format 1.0. */
export function packWoff(tables: FontTables): Uint8Array<ArrayBuffer> {
  const all = tablesOf(tables);
  const packed = all.map(({ bytes, length }) => {
    const deflated = deflateSync(bytes.subarray(0, length));
    return deflated.length < length ? deflated : bytes.subarray(0, length);
  });
  const entries = new FontBytes();
  const fontBytes =
    SFNT_HEADER_BYTES + all.reduce((sum, { bytes }) => sum + SFNT_ENTRY_BYTES + bytes.length, 0);
  let at = WOFF_HEADER_BYTES + WOFF_ENTRY_BYTES * all.length;
  const parts: Uint8Array[] = [];
  all.forEach(({ tag, length, sum }, index) => {
    const data = packed[index] ?? new Uint8Array(0);
    entries.ascii(tag).u32(at, data.length, length, sum);
    parts.push(data, new Uint8Array(-data.length & 3));
    at += data.length + (-data.length & 3);
  });
  const header = new FontBytes()
    .ascii("wOFF")
    .u32(TRUE_TYPE, at)
    .u16(all.length, 0)
    .u32(fontBytes)
    .u16(1, 0)
    // Neither metadata nor private data.
    .u32(0, 0, 0, 0, 0);
  return Buffer.concat([header.toArray(), entries.toArray(), ...parts]);
}

/** The tables in the order of the file, the check sum of the whole font set in `head`. */
function tablesOf(tables: FontTables): Table[] {
  const all = Object.keys(tables)
    .toSorted()
    .map((tag): Table => {
      const table = tables[tag] ?? new FontBytes();
      const { length } = table;
      const bytes = table.pad(4).toArray();
      return { tag, length, bytes, sum: checkSum(bytes) };
    });
  const head = all.find(({ tag }) => tag === "head");
  if (head !== undefined) {
    const total = all.reduce((sum, table) => sum + table.sum, checkSum(directoryOf(all)));
    new DataView(head.bytes.buffer).setUint32(CHECK_SUM_ADJUSTMENT_AT, (CHECK_SUM_MAGIC - total) >>> 0);
  }
  return all;
}

/** The header and directory that the font has as a TrueType file: its check sum covers them. */
function directoryOf(tables: readonly Table[]): Uint8Array<ArrayBuffer> {
  const power = Math.floor(Math.log2(tables.length));
  const range = 2 ** power * SFNT_ENTRY_BYTES;
  const directory = new FontBytes()
    .u32(TRUE_TYPE)
    .u16(tables.length, range, power, tables.length * SFNT_ENTRY_BYTES - range);
  let at = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * tables.length;
  for (const { tag, sum, length, bytes } of tables) {
    directory.ascii(tag).u32(sum, at, length);
    at += bytes.length;
  }
  return directory.toArray();
}

/** The sum of the words of four bytes, modulo 2^32. */
function checkSum(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
