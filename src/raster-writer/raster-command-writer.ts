import { isStar } from "../escpos/language.ts";
import { fromRows, type Raster } from "../escpos/raster.ts";
import { word } from "../printers/byte-writer.ts";
import { CommandWriter } from "./command-writer.ts";

const ESC = 0x1b;
const GS = 0x1d;

/** Rows of one command: what the smallest printers have room for before they print. Bands join without a gap. */
const BAND_ROWS = 128;

/** GS 8 L: the colours that graphics are stored in. */
const BLACK = 49;
const SECOND = 50;

/** Pictures by one command for many rows: GS v 0 of ESC/POS, ESC GS S of StarPRNT. */
export class RasterCommandWriter extends CommandWriter {
  picture(raster: Raster, second?: Raster): void {
    const rowBytes = (raster.columns + 7) >> 3;
    const kept = Math.min(rowBytes, this.model.widthDots >> 3);
    for (let row = 0; row < raster.rows; row += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, raster.rows - row);
      const bandOf = ({ bytes }: Raster): Uint8Array => {
        const band = bytes.subarray(row * rowBytes, (row + rows) * rowBytes);
        return fromRows(band, rowBytes, kept * 8, rows, kept * 8)?.bytes ?? band;
      };
      const black = bandOf(raster);
      const red = second === undefined ? undefined : bandOf(second);
      if (red === undefined || red.every((byte) => byte === 0)) this.band(black, kept, rows);
      else if (isStar(this.model.language)) this.starColours(black, red, kept, rows);
      else this.colours(black, red, kept, rows);
    }
  }

  private band(dots: Uint8Array, rowBytes: number, rows: number): void {
    const { bytes, model } = this;
    if (isStar(model.language)) bytes.write(ESC, GS, 0x53, 1, ...word(rowBytes), ...word(rows), 0);
    else bytes.write(GS, 0x76, 0x30, 0, ...word(rowBytes), ...word(rows));
    bytes.append(dots);
  }

  /** Planes of graphics that are printed over each other: GS 8 L function 112 for each, then function 50. */
  private colours(black: Uint8Array, red: Uint8Array, rowBytes: number, rows: number): void {
    const { bytes } = this;
    for (const [colour, dots] of [
      [BLACK, black],
      [SECOND, red],
    ] as const) {
      const length = dots.length + 10;
      bytes.write(GS, 0x38, 0x4c, ...word(length), ...word(length >> 16));
      bytes.write(0x30, 0x70, 0x30, 1, 1, colour, ...word(rowBytes * 8), ...word(rows));
      bytes.append(dots);
    }
    bytes.write(GS, 0x28, 0x4c, 2, 0, 0x30, 0x32);
  }

  /** ESC GS S has one colour (ESC RS c): a row that is all red is red, others are black. */
  private starColours(black: Uint8Array, red: Uint8Array, rowBytes: number, rows: number): void {
    const isRed = (row: number): boolean => isAny(red, row, rowBytes) && !isAny(black, row, rowBytes);
    for (let from = 0, to = 0; from < rows; from = to) {
      for (to = from + 1; to < rows && isRed(to) === isRed(from); to++);
      const both = new Uint8Array(black.subarray(from * rowBytes, to * rowBytes));
      for (const [at, dots] of red.subarray(from * rowBytes, to * rowBytes).entries())
        both[at] = (both[at] ?? 0) | dots;
      if (isRed(from)) this.bytes.write(ESC, 0x1e, 0x43, 1, ESC, 0x1e, 0x63, 1);
      this.band(both, rowBytes, to - from);
      if (isRed(from)) this.bytes.write(ESC, 0x1e, 0x63, 0);
    }
  }
}

function isAny(dots: Uint8Array, row: number, rowBytes: number): boolean {
  return dots.subarray(row * rowBytes, (row + 1) * rowBytes).some((byte) => byte !== 0);
}
