import { isStar } from "../escpos/language.ts";
import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Raster } from "../escpos/raster.ts";
import { ByteWriter, word } from "../printers/byte-writer.ts";
import { writeCut, writeFeed } from "./feeds.ts";
import type { CutKind, RasterWriter } from "./raster-writer.ts";

const ESC = 0x1b;
const GS = 0x1d;

/** Rows of one command: what the smallest printers have room for before they print. Bands join without a gap. */
const BAND_ROWS = 128;

/** Pictures by one command for many rows: GS v 0 of ESC/POS, ESC GS S of StarPRNT. */
export class RasterCommandWriter implements RasterWriter {
  private readonly bytes: ByteWriter;

  constructor(
    private readonly model: PrinterModel,
    limit: number,
  ) {
    this.bytes = new ByteWriter(limit);
    this.bytes.write(ESC, 0x40);
  }

  picture(raster: Raster): void {
    const { bytes, model } = this;
    const rowBytes = (raster.columns + 7) >> 3;
    const kept = Math.min(rowBytes, model.widthDots >> 3);
    for (let row = 0; row < raster.rows; row += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, raster.rows - row);
      if (isStar(model.language)) bytes.write(ESC, GS, 0x53, 1, ...word(kept), ...word(rows), 0);
      else bytes.write(GS, 0x76, 0x30, 0, ...word(kept), ...word(rows));
      for (let at = row; at < row + rows; at++)
        bytes.append(raster.bytes.subarray(at * rowBytes, at * rowBytes + kept));
    }
  }

  feed(dots: number): void {
    writeFeed(this.bytes, this.model, dots);
  }

  cut(kind: CutKind): void {
    writeCut(this.bytes, this.model, kind);
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.bytes.take();
  }
}
