import type { Raster } from "../escpos/raster.ts";
import type { DrawerPulse } from "../escpos/receipt.ts";
import { ByteWriter, word } from "../printers/byte-writer.ts";
import { writeBuzzer } from "./acts.ts";
import type { CutKind, RasterWriter } from "./raster-writer.ts";

const ESC = 0x1b;

/** ESC * r F: how a page ends, cut where it is; one more feeds it to the cutter first. */
const PAGE_ENDS: Readonly<Record<CutKind, number>> = { full: 8, partial: 12 };

/** ESC RS C: two-colour mode. */
const TWO_COLOURS = [ESC, 0x1e, 0x43] as const;

const NO_DOTS = new Uint8Array(0);

/** ESC * r E: the document ends without a cut of its own. */
const NO_CUT = 1;

/**
 * Star's raster mode (ESC * r), the only language of the TSP100: one command a row, without the white at its end; white
 * rows are moved over. Source: Star Line Mode specifications.
 */
export class StarRasterWriter implements RasterWriter {
  readonly stripRows = 1;
  private readonly bytes: ByteWriter;
  /** The rows of the page: how it ends must be said before them. */
  private page: ByteWriter;
  private pageEnd: number | null = null;
  private hasColours = false;
  /** White rows that are not written yet. */
  private blankRows = 0;

  constructor(private readonly limit: number) {
    this.bytes = new ByteWriter(limit);
    this.page = new ByteWriter(limit);
    this.bytes.write(ESC, 0x40);
    this.begin();
  }

  picture(raster: Raster, second?: Raster): void {
    for (let row = 0; row < raster.rows; row++) {
      const black = rowOf(raster, row);
      const red = second === undefined ? NO_DOTS : rowOf(second, row);
      if (black.length === 0 && red.length === 0) {
        this.blankRows++;
        continue;
      }
      this.moveOver();
      if (red.length > 0) this.redRow(red);
      // A row without a byte is none that the manual knows.
      this.page.write(0x62, ...word(Math.max(1, black.length)));
      this.page.append(black.length === 0 ? [0] : black);
    }
  }

  feed(dots: number): void {
    this.blankRows += dots;
  }

  cut(kind: CutKind, feeds = true): void {
    this.moveOver();
    const end = PAGE_ENDS[kind] + (feeds ? 1 : 0);
    if (end !== this.pageEnd) numbered(this.bytes, "F", end);
    this.pageEnd = end;
    this.endPage();
    this.bytes.write(ESC, 0x0c, 0);
  }

  drawer({ connector }: DrawerPulse): void {
    this.moveOver();
    numbered(this.page, "D", connector);
  }

  /** The mode has no command for it that all models share: it is left, and entered again. */
  buzzer(): void {
    this.outside((bytes) => writeBuzzer(bytes, "star-line"));
  }

  commands(commands: Uint8Array): void {
    this.outside((bytes) => bytes.append(commands));
  }

  take(): Uint8Array<ArrayBuffer> {
    this.moveOver();
    this.endPage();
    mode(this.bytes, "B");
    if (this.hasColours) this.bytes.write(...TWO_COLOURS, 0);
    return this.bytes.take();
  }

  /** The dots of the second colour, over which those that are black are put. */
  private redRow(dots: Uint8Array): void {
    if (!this.hasColours) this.outside((bytes) => bytes.write(...TWO_COLOURS, 1));
    this.hasColours = true;
    numbered(this.page, "K", 1);
    this.page.write(0x6b, ...word(dots.length));
    this.page.append(dots);
    numbered(this.page, "K", 0);
  }

  /** Writes what is no command of the mode. What was printed stays as it is: the document ends without a cut. */
  private outside(write: (bytes: ByteWriter) => void): void {
    this.moveOver();
    this.endPage();
    mode(this.bytes, "B");
    write(this.bytes);
    this.begin();
  }

  private begin(): void {
    this.pageEnd = null;
    mode(this.bytes, "R");
    mode(this.bytes, "A");
    numbered(this.bytes, "P", 0);
    numbered(this.bytes, "E", NO_CUT);
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

/** A row up to its last dot. */
function rowOf({ bytes, columns }: Raster, row: number): Uint8Array {
  const rowBytes = (columns + 7) >> 3;
  const dots = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
  return dots.subarray(0, dots.findLastIndex((byte) => byte !== 0) + 1);
}

function mode(bytes: ByteWriter, letter: string): void {
  bytes.write(ESC, 0x2a, 0x72, letter.charCodeAt(0));
}

/** A command whose number is in digits, with a NUL behind it. */
function numbered(bytes: ByteWriter, letter: string, value: number): void {
  mode(bytes, letter);
  bytes.append(Buffer.from(`${value}\0`, "latin1"));
}
