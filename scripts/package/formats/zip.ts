import { crc32 } from "node:zlib";
import type { Entry } from "../entries.ts";
import { ascii, joined } from "./bytes.ts";

const SIGNATURES = { file: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const;

/** What a reader must understand: 2.0, compression by deflate (APPNOTE 4.4.3). */
const VERSION_NEEDED = 20;
/** Made on a Unix, so that the rights in the outer attributes count. */
const MADE_BY_UNIX = 3 << 8;
/** Names are UTF-8. */
const FLAGS = 1 << 11;
const DEFLATE = 8;
const REGULAR_FILE = 0o100000;

/** A ZIP archive of files (APPNOTE.TXT 6.3; without ZIP64: below 4 GiB). @param time epoch seconds */
export function zip(entries: readonly Entry[], time: number): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes, mode } of entries) {
    const name = ascii(path);
    const packed = Bun.deflateSync(new Uint8Array(bytes), { level: 6 });
    const common = [
      u16(VERSION_NEEDED, FLAGS, DEFLATE, ...dosTime(time)),
      u32(crc32(bytes), packed.length, bytes.length),
      u16(name.length, 0),
    ];
    const local = [u32(SIGNATURES.file), ...common, name, packed];
    directory.push(
      u32(SIGNATURES.directory),
      u16(MADE_BY_UNIX | VERSION_NEEDED),
      ...common,
      u16(0, 0, 0),
      u32(((REGULAR_FILE | mode) << 16) >>> 0, offset),
      name,
    );
    pieces.push(...local);
    offset += local.reduce((sum, piece) => sum + piece.length, 0);
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = [u32(SIGNATURES.end), u16(0, 0, entries.length, entries.length), u32(size, offset), u16(0)];
  return joined([...pieces, ...directory, ...end]);
}

/** MS-DOS' time and date, in UTC; they begin with 1980 and count two seconds at a time. */
function dosTime(time: number): [number, number] {
  const at = new Date(Math.max(time * 1000, Date.UTC(1980)));
  const clock = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [clock, day];
}

function u16(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}

function u32(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}
