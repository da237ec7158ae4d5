import { onOneLine } from "./label.ts";
import {
  MAXIMUM_JOINED_ROWS,
  MAXIMUM_NOTES,
  MAXIMUM_PAPER_LENGTH_DOTS,
  MAXIMUM_PIECES,
  MAXIMUM_RASTER_BYTES,
} from "./limits.ts";
import { bytesIn } from "./raster.ts";
import type { CutPiece, Piece, Printer, RasterPiece, Receipt, ReceiptEvent } from "./receipt.ts";

/** A raster that more rows may still join (ESC * strips). */
interface OpenRaster {
  readonly first: RasterPiece;
  readonly index: number;
  readonly bands: RasterPiece[];
  rows: number;
  to: number;
}

/** The pieces of a receipt while it is made, with the limits that keep it bounded. */
export class DisplayList {
  /** Whole dots from the top of the paper to the print head: half a dot shows once another is fed. */
  y = 0;
  /** Number of the line being made. */
  line = 0;
  /** Bytes from the start of the print to the command that is run, and past it. */
  from = 0;
  to = 0;
  /** What `note` was given last, for those who watch single commands. */
  lastNote: string | undefined;
  /** Dots that something needs across the print area, where it has fewer, for those who watch single commands. */
  lastTooWide: { readonly wanted: number; readonly areaWidth: number } | undefined;
  /** True once a limit stopped the receipt: nothing more is added. */
  full = false;

  private readonly pieces: Piece[] = [];
  private readonly events: ReceiptEvent[] = [];
  private readonly notes: string[] = [];
  /** As `y`, with the halves that were fed. */
  private position = 0;
  private lowest = 0;
  private rasterBytes = 0;
  private openRaster: OpenRaster | undefined;
  private truncated = false;

  constructor(readonly printer: Printer) {}

  /** Dots of the paper's width. */
  get widthDots(): number {
    return this.printer.widthDots;
  }

  /** Says once what was cut off, left out or not understood. */
  note(words: string, truncated = false): void {
    // Notes quote the print, and a control character would garble whatever shows them.
    const text = onOneLine(words);
    if (truncated) this.truncated = true;
    this.lastNote = text;
    if (this.notes.length < MAXIMUM_NOTES && !this.notes.includes(text)) this.notes.push(text);
  }

  /** Says how many dots of the print area a picture or symbol needs. */
  widthWanted(wanted: number, areaWidth: number): void {
    if (wanted > areaWidth) this.lastTooWide = { wanted, areaWidth };
  }

  /** Adds a piece at its place, unless the receipt is full. */
  add(piece: Piece): void {
    if (!this.hasRoom()) return;
    this.pieces.push(piece);
    this.reach(piece.y + piece.height);
  }

  /** True if a picture may still be added, to be asked before work on it; otherwise says that it is left out. */
  hasRasterRoom(bytes: number): boolean {
    if (this.rasterBytes + bytes <= MAXIMUM_RASTER_BYTES) return true;
    this.note(`images beyond ${MAXIMUM_RASTER_BYTES / 1024 / 1024} MiB are left out`, true);
    return false;
  }

  /** Adds a raster; rows that continue the raster right above join it, so that strips leave no seam. */
  addRaster(piece: RasterPiece): void {
    const bytes = bytesIn(piece);
    if (!this.hasRasterRoom(bytes) || !this.hasRoom()) return;
    this.rasterBytes += bytes;
    this.reach(piece.y + piece.height);
    const open = this.openRaster;
    if (open !== undefined && open.index === this.pieces.length - 1 && continues(open, piece)) {
      open.bands.push(piece);
      open.rows += piece.rows;
      open.to = piece.to;
      return;
    }
    this.closeRaster();
    const { rows, to } = piece;
    this.openRaster = { first: piece, index: this.pieces.length, bands: [piece], rows, to };
    this.pieces.push(piece);
  }

  addEvent(event: ReceiptEvent): void {
    if (this.hasRoom()) this.events.push(event);
  }

  /**
   * Cuts the paper at the print head. A cut with no paper since the last one leaves no mark.
   *
   * @param feeds whether the printer feeds the paper to its cutter first, which shows on no receipt
   */
  cut(cut: CutPiece["cut"], feeds: boolean): void {
    const last = this.pieces.at(-1);
    if (this.y === 0 || (last?.kind === "cut" && last.y === this.y)) return;
    const { y, line, from, to } = this;
    this.add({ kind: "cut", cut, feeds, x: 0, y, width: this.widthDots, height: 0, line, from, to });
    this.line++;
  }

  /** Moves the paper by `dots`, halves included; back (ESC K) no further than to its start. */
  feed(dots: number): void {
    this.position = Math.max(0, this.position + dots);
    if (this.position > MAXIMUM_PAPER_LENGTH_DOTS) {
      this.position = MAXIMUM_PAPER_LENGTH_DOTS;
      this.full = true;
      this.note(`the receipt is cut off at ${MAXIMUM_PAPER_LENGTH_DOTS} dots of paper`, true);
    }
    this.y = Math.floor(this.position);
    this.reach(this.y);
  }

  /** The finished receipt of the print `source`. */
  finish(source: Uint8Array): Receipt {
    this.closeRaster();
    const { printer } = this;
    const { dotsPerInch, dotsPerInchAlong } = printer.model;
    return {
      source,
      printer,
      language: printer.model.language,
      columns: printer.columns,
      widthDots: printer.widthDots,
      dotsPerInch,
      dotsPerInchAlong,
      heightDots: this.lowest,
      pieces: this.pieces,
      events: this.events,
      notes: this.notes,
      truncated: this.truncated,
    };
  }

  private hasRoom(): boolean {
    if (this.full) return false;
    if (this.pieces.length + this.events.length < MAXIMUM_PIECES) return true;
    this.full = true;
    this.note(`the receipt is cut off after ${MAXIMUM_PIECES} pieces`, true);
    return false;
  }

  private reach(y: number): void {
    if (y > this.lowest) this.lowest = y;
  }

  private closeRaster(): void {
    const open = this.openRaster;
    this.openRaster = undefined;
    if (open === undefined || open.bands.length === 1) return;
    const rowBytes = Math.ceil(open.first.columns / 8);
    const bytes = new Uint8Array(open.rows * rowBytes);
    let at = 0;
    for (const band of open.bands) {
      bytes.set(band.bytes, at);
      at += bytesIn(band);
    }
    const height = open.rows * open.first.scaleY;
    this.pieces[open.index] = { ...open.first, rows: open.rows, height, bytes, to: open.to };
  }
}

function continues(open: OpenRaster, piece: RasterPiece): boolean {
  const { first } = open;
  return (
    piece.x === first.x &&
    piece.columns === first.columns &&
    piece.scaleX === first.scaleX &&
    piece.scaleY === first.scaleY &&
    piece.color === first.color &&
    piece.label === first.label &&
    piece.text === undefined &&
    first.text === undefined &&
    piece.symbol === undefined &&
    first.symbol === undefined &&
    piece.y === first.y + open.rows * first.scaleY &&
    open.rows + piece.rows <= MAXIMUM_JOINED_ROWS
  );
}
