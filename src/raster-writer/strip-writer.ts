import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Raster } from "../escpos/raster.ts";
import { isBlack } from "../escpos/raster-dots.ts";
import { ByteWriter, word } from "../printers/byte-writer.ts";
import { writeCut, writeFeed } from "./feeds.ts";
import type { CutKind, RasterWriter } from "./raster-writer.ts";

const ESC = 0x1b;

/** A strip of columns: the command in front of it, the bytes of a column, and the paper's dots for each of its dots. */
interface StripKind {
  readonly command: readonly number[];
  readonly columnBytes: number;
  readonly dotHeight: number;
}

/** ESC * 33, ESC * 1 (double density, 24 and 8 dots), and ESC L of Star's impact printers. */
function stripKindOf({ language, lacks, columnDotHeight }: PrinterModel): StripKind {
  if (language === "star-impact") return { command: [ESC, 0x4c], columnBytes: 1, dotHeight: 3 };
  if (lacks.has("columns of 24 dots"))
    return { command: [ESC, 0x2a, 1], columnBytes: 1, dotHeight: columnDotHeight };
  return { command: [ESC, 0x2a, 33], columnBytes: 3, dotHeight: 1 };
}

/** Pictures as strips of columns, each a line of its own, for printers without raster images. */
export class StripWriter implements RasterWriter {
  private readonly bytes: ByteWriter;
  private readonly strip: StripKind;

  constructor(
    private readonly model: PrinterModel,
    limit: number,
  ) {
    this.bytes = new ByteWriter(limit);
    this.strip = stripKindOf(model);
    this.bytes.write(ESC, 0x40);
  }

  picture(raster: Raster): void {
    const { bytes, model, strip } = this;
    const columns = Math.min(raster.columns, model.widthDots);
    const stripRows = strip.columnBytes * 8 * strip.dotHeight;
    let blankRows = 0;
    for (let top = 0; top < raster.rows; top += stripRows) {
      const dots = stripOf(raster, top, columns, strip);
      const used = usedColumns(dots, strip.columnBytes);
      if (used > 0) {
        writeFeed(bytes, model, blankRows);
        blankRows = 0;
        bytes.write(...strip.command, ...word(used));
        bytes.append(dots.subarray(0, used * strip.columnBytes));
      }
      // The feed behind a strip prints it: as far as it is high, or the picture.
      blankRows += Math.min(stripRows, raster.rows - top);
    }
    writeFeed(bytes, model, blankRows);
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

/** The columns of a strip; a dot that is higher than one of the picture's is black where one of these is. */
function stripOf(raster: Raster, top: number, columns: number, strip: StripKind): Uint8Array {
  const { columnBytes, dotHeight } = strip;
  const dots = new Uint8Array(columns * columnBytes);
  for (let bit = 0; bit < columnBytes * 8; bit++) {
    for (let row = 0; row < dotHeight; row++) {
      const y = top + bit * dotHeight + row;
      for (let x = 0; x < columns; x++) {
        if (!isBlack(raster, x, y)) continue;
        const at = x * columnBytes + (bit >> 3);
        dots[at] = (dots[at] ?? 0) | (0x80 >> (bit & 7));
      }
    }
  }
  return dots;
}

/** Columns up to the last one with a dot. */
function usedColumns(dots: Uint8Array, columnBytes: number): number {
  return Math.ceil((dots.findLastIndex((byte) => byte !== 0) + 1) / columnBytes);
}
