import { isStar } from "../escpos/language.ts";
import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Raster } from "../escpos/raster.ts";
import { isBlack } from "../escpos/raster-dots.ts";
import { word } from "../printers/byte-writer.ts";
import { CommandWriter } from "./command-writer.ts";
import { writeFeed } from "./feeds.ts";

const CR = 0x0d;
const ESC = 0x1b;
const GS = 0x1d;

const NO_DOTS = new Uint8Array(0);

/** A strip of columns: the command in front of it, the bytes of a column, and the paper's dots for each of its dots. */
interface StripKind {
  readonly command: readonly number[];
  readonly columnBytes: number;
  readonly dotHeight: number;
}

/** ESC * 33, ESC * 1 (double density, 24 and 8 dots), and ESC L of Star's impact printers. */
function stripKindOf({ language, lacks, columnDotHeight }: PrinterModel): StripKind {
  if (language === "star-impact") return { command: [ESC, 0x4c], columnBytes: 1, dotHeight: columnDotHeight };
  if (lacks.has("columns of 24 dots"))
    return { command: [ESC, 0x2a, 1], columnBytes: 1, dotHeight: columnDotHeight };
  return { command: [ESC, 0x2a, 33], columnBytes: 3, dotHeight: 1 };
}

/** Pictures as strips of columns, each a line of its own, for printers without raster images. */
export class StripWriter extends CommandWriter {
  override readonly stripRows: number;
  private readonly strip: StripKind;

  constructor(model: PrinterModel, limit: number) {
    super(model, limit);
    this.strip = stripKindOf(model);
    this.stripRows = this.strip.columnBytes * 8 * this.strip.dotHeight;
    // To the left; it also tells the language from ESC/POS, which has all other commands here as well.
    if (isStar(model.language)) this.bytes.write(ESC, GS, 0x61, 0);
  }

  picture(raster: Raster, second?: Raster): void {
    const { bytes, model, strip, stripRows } = this;
    const columns = Math.min(raster.columns, model.widthDots);
    let blankRows = 0;
    for (let top = 0; top < raster.rows; top += stripRows) {
      const black = stripOf(raster, top, columns, strip);
      const red = second === undefined ? NO_DOTS : stripOf(second, top, columns, strip);
      if (black.length > 0 || red.length > 0) {
        writeFeed(bytes, model, blankRows);
        blankRows = 0;
        if (black.length > 0) this.write(black);
        if (red.length > 0) this.writeRed(red, black.length > 0);
      }
      // The feed behind a strip prints it: as far as it is high, or the picture.
      blankRows += Math.min(stripRows, raster.rows - top);
    }
    writeFeed(bytes, model, blankRows);
  }

  private write(dots: Uint8Array): void {
    const { command, columnBytes } = this.strip;
    this.bytes.write(...command, ...word(dots.length / columnBytes));
    this.bytes.append(dots);
  }

  /** In the second colour, over what is in the line: CR goes back on Epson's (ESC r), ESC GS A on Star's (ESC 4, ESC 5). */
  private writeRed(dots: Uint8Array, isOver: boolean): void {
    const { bytes, model } = this;
    const isOfStar = isStar(model.language);
    if (isOfStar) bytes.write(...(isOver ? [ESC, GS, 0x41, 0, 0] : []), ESC, 0x1e, 0x43, 1, ESC, 0x34);
    else bytes.write(...(isOver ? [CR] : []), ESC, 0x72, 1);
    this.write(dots);
    if (isOfStar) bytes.write(ESC, 0x35);
    else bytes.write(CR, ESC, 0x72, 0);
  }
}

/** The columns of a strip up to the last one with a dot; a dot that is higher than one of the picture's is black where one of these is. */
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
  const used = Math.ceil((dots.findLastIndex((byte) => byte !== 0) + 1) / columnBytes);
  return dots.subarray(0, used * columnBytes);
}
