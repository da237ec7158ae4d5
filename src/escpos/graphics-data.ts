import { inflateSync, constants } from "node:zlib";
import type { DisplayList } from "./display-list.ts";
import { MAXIMUM_INFLATED_BYTES } from "./limits.ts";
import { ditherAt, fromColumns, fromDots, fromRows, type Raster } from "./raster.ts";

/** What the header of a graphics command says about its dots. */
export interface GraphicsFormat {
  /** Dots. */
  readonly columns: number;
  readonly rows: number;
  /** Row by row (functions 67, 83, 112), or column by column (68, 84, 113). */
  readonly inRows: boolean;
  /** Several tones a dot instead of black and white (a = 52). */
  readonly multipleTone: boolean;
}

/** The first byte of a zlib stream; dots of graphics start so only by chance. */
const ZLIB = 0x78;

/** Bytes of one plane as the command should carry it. */
export function planeBytes({ columns, rows, inRows }: GraphicsFormat): number {
  return inRows ? Math.ceil(columns / 8) * rows : columns * Math.ceil(rows / 8);
}

/** Reads the dots of graphics (GS ( L, GS 8 L), within a budget of unpacked bytes for one print. */
export class GraphicsReader {
  private inflated = 0;

  /** @param list is told what is left out */
  constructor(private readonly list: DisplayList) {}

  /** The picture of one plane; undefined if there are no dots. Never throws. */
  read(data: Uint8Array, format: GraphicsFormat, maximumColumns: number): Raster | undefined {
    const { columns, rows, inRows, multipleTone } = format;
    const expected = planeBytes(format);
    const dots = this.unpack(data, multipleTone ? expected * 8 : expected);
    if (multipleTone && inRows && dots.length >= Math.ceil(columns / 2) * rows) {
      return fromTones(dots, Math.min(columns, maximumColumns), columns, rows);
    }
    return inRows
      ? fromRows(dots, Math.ceil(columns / 8), columns, rows, maximumColumns)
      : fromColumns(dots, Math.ceil(rows / 8), rows, Math.min(columns, maximumColumns));
  }

  /** Data shorter than its dots that looks like zlib is unpacked, as far as it goes. */
  private unpack(data: Uint8Array, expected: number): Uint8Array {
    const [first = 0, second = 0] = data;
    if (data.length >= expected || first !== ZLIB || (first * 256 + second) % 31 !== 0) return data;
    // A stream is counted by what it claims: one that unpacks to nothing has cost a little as well.
    if (this.inflated + expected > MAXIMUM_INFLATED_BYTES) {
      const limit = MAXIMUM_INFLATED_BYTES / 1024 / 1024;
      this.list.note(`packed graphics that unpack to more than ${limit} MiB are left out`, true);
      return new Uint8Array(0);
    }
    this.inflated += expected;
    try {
      return inflateSync(data, { maxOutputLength: expected, finishFlush: constants.Z_SYNC_FLUSH });
    } catch {
      return data;
    }
  }
}

/** Two dots a byte, 16 tones each, 15 the darkest. */
function fromTones(data: Uint8Array, kept: number, columns: number, rows: number): Raster | undefined {
  if (kept <= 0 || rows <= 0) return undefined;
  const toneBytes = Math.ceil(columns / 2);
  return fromDots(kept, rows, (row, column) => {
    const pair = data[row * toneBytes + (column >> 1)] ?? 0;
    return (column & 1 ? pair & 0x0f : pair >> 4) > ditherAt(row, column);
  });
}
