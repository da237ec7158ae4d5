import type { Raster } from "../escpos/raster.ts";
import { ByteWriter, word } from "../printers/byte-writer.ts";
import type { CutKind, RasterWriter } from "./raster-writer.ts";

const ESC = 0x1b;

/** ESC * r F: how a page ends, fed to the cutter and cut. */
const PAGE_ENDS: Readonly<Record<CutKind, number>> = { full: 9, partial: 13 };

/** ESC * r E: the document ends without a cut of its own. */
const NO_CUT = 1;

/**
 * Star's raster mode (ESC * r), the only language of the TSP100: one command a row, without the white at its end; white
 * rows are moved over. Source: Star Line Mode specifications.
 */
export class StarRasterWriter implements RasterWriter {
  private readonly bytes: ByteWriter;
  /** The rows of the page: how it ends must be said before them. */
  private page: ByteWriter;
  private pageEnd: CutKind | null = null;
  /** White rows that are not written yet. */
  private blankRows = 0;

  constructor(private readonly limit: number) {
    this.bytes = new ByteWriter(limit);
    this.page = new ByteWriter(limit);
    this.bytes.write(ESC, 0x40);
    mode(this.bytes, "R");
    mode(this.bytes, "A");
    numbered(this.bytes, "P", 0);
    numbered(this.bytes, "E", NO_CUT);
  }

  picture(raster: Raster): void {
    const rowBytes = (raster.columns + 7) >> 3;
    for (let row = 0; row < raster.rows; row++) {
      const dots = raster.bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
      const length = dots.findLastIndex((byte) => byte !== 0) + 1;
      if (length === 0) {
        this.blankRows++;
        continue;
      }
      this.moveOver();
      this.page.write(0x62, ...word(length));
      this.page.append(dots.subarray(0, length));
    }
  }

  feed(dots: number): void {
    this.blankRows += dots;
  }

  cut(kind: CutKind): void {
    this.moveOver();
    if (kind !== this.pageEnd) numbered(this.bytes, "F", PAGE_ENDS[kind]);
    this.pageEnd = kind;
    this.endPage();
    this.bytes.write(ESC, 0x0c, 0);
  }

  take(): Uint8Array<ArrayBuffer> {
    this.moveOver();
    this.endPage();
    mode(this.bytes, "B");
    return this.bytes.take();
  }

  private moveOver(): void {
    if (this.blankRows > 0) numbered(this.page, "Y", this.blankRows);
    this.blankRows = 0;
  }

  private endPage(): void {
    this.bytes.append(this.page.written);
    this.page = new ByteWriter(this.limit);
  }
}

function mode(bytes: ByteWriter, letter: string): void {
  bytes.write(ESC, 0x2a, 0x72, letter.charCodeAt(0));
}

/** A command whose number is in digits, with a NUL behind it. */
function numbered(bytes: ByteWriter, letter: string, value: number): void {
  mode(bytes, letter);
  bytes.append(Buffer.from(`${value}\0`, "latin1"));
}
