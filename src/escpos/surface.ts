import type { DisplayList } from "./display-list.ts";
import type { Glyph } from "./glyph.ts";
import type { LineItem } from "./line-item.ts";
import type { PrinterState } from "./printer-state.ts";
import type { Raster } from "./raster.ts";
import type { Ink, SymbolContent, TextStyle } from "./receipt.ts";
import type { SymbolBlock } from "./symbol-block.ts";
import { advanceOf, heightOf } from "./text-style.ts";

/** What is added at the current position. */
export type NewItem = Pick<LineItem, "width" | "height" | "text"> & Partial<LineItem>;

/**
 * Where printing commands put their marks: the line buffer of standard mode or the area of page mode, with the position
 * in a line, what moves it, and what goes to the next line because it does not fit. All distances are dots.
 */
export abstract class Surface {
  /** From the start of the line. */
  protected x = 0;

  constructor(
    protected readonly list: DisplayList,
    public state: PrinterState,
  ) {}

  /** True when nothing waits in the line buffer, so that line-start commands act. */
  abstract get empty(): boolean;
  /** The length of a line of the print area. */
  abstract get areaWidth(): number;
  /** Moves to a height in the area of page mode, from its top to the foot of the letters (GS $). */
  moveVerticallyTo(_y: number): void {}
  /** Moves down, or up by a negative distance, in the area of page mode (GS \). */
  moveVerticallyBy(_distance: number): void {}
  /** Prints the line and feeds `feed` dots, the height of the line at least (LF, ESC J). */
  abstract printLine(feed: number): void;
  /** Dots that a line end feeds: the line spacing; times the height of the tallest characters on Star's printers. */
  get lineFeed(): number {
    return this.state.lineSpacing;
  }
  /** Prints the line and feeds `lines` line spacings (ESC d). */
  abstract printLines(lines: number): void;
  /** Prints the line and feeds `distance` dots back (ESC K, ESC e); ignored in page mode. */
  feedBack(_distance: number): void {}
  /** Prints the line if there is one, and feeds nothing else; only a feed ends a line of page mode. */
  finishLine(): void {}
  /** Prints the line without feeding, so that what follows is printed over it (CR of impact printers). */
  returnCarriage(): void {}
  /** Drops what waits in the line buffer (GS T). */
  abstract discardLine(): void;
  /**
   * Prints pictures at one place, on lines of their own; in page mode their lower left corner is the print position.
   *
   * @param stays in page mode the position stays where it was, in place of going behind the pictures
   */
  abstract block(layers: readonly Layer[], stays?: boolean): void;
  /** Prints a symbol with its characters on lines of its own; in page mode the foot of its bars is at the position. */
  abstract symbol(block: SymbolBlock): void;
  /** A straight line across `width` dots in standard mode (GS ( Q function 50). */
  rule(_x: number, _width: number, _thickness: number): void {}
  /** Something that is not drawn, on lines of its own. */
  abstract placeholder(label: string): void;

  /** Adds an item at the current position, which stays. */
  protected abstract add(item: NewItem): void;
  /** The last item, if what is added now may be part of it. */
  protected abstract get last(): LineItem | undefined;

  /** Dots from the current position to the end of the line. */
  get room(): number {
    return Math.max(0, this.areaWidth - this.x);
  }

  /** As {@link room}, for characters: some fonts have fewer columns than the head could print. */
  private get textRoom(): number {
    const { columns, width } = this.state.font;
    return columns === undefined
      ? this.room
      : Math.max(0, Math.min(this.areaWidth, columns * width) - this.x);
  }

  /** Adds characters of one code unit and `cellsEach` cells each, in the current style. */
  text(characters: string, cellsEach = 1): void {
    const { style } = this.state;
    const advance = advanceOf(style, cellsEach);
    let at = 0;
    while (at < characters.length && !this.list.full) {
      let fit = Math.floor(this.textRoom / advance);
      if (fit <= 0) {
        if (this.x > 0) {
          this.printLine(this.lineFeed);
          continue;
        }
        // An area narrower than one character still takes one, as Epson printers widen it to fit.
        fit = 1;
      }
      const end = Math.min(characters.length, at + fit);
      const part = at === 0 && end === characters.length ? characters : characters.slice(at, end);
      this.addText(part, cellsEach, end - at, advance * (end - at), style);
      at = end;
    }
  }

  /** Adds one character of any number of code units. */
  character(character: string, cells: number): void {
    const { style } = this.state;
    const width = advanceOf(style, cells);
    this.wrapFor(width);
    this.addText(character, cells, 1, width, style);
  }

  /** Adds a user-defined character in place of `character`, in the current style. */
  glyph(glyph: Glyph, character: string): void {
    const { style } = this.state;
    const width = advanceOf(style, glyph.cells);
    this.wrapFor(width);
    this.addGlyph(glyph, character, width, style);
    this.x += width;
  }

  /**
   * Dots for a picture of `width` dots in the line (ESC *). Behind a full line, and behind marks that leave too little,
   * it begins the next one (automatic line feed: TM-T88III specification, 3.12.3); what goes beyond a line of its own
   * is ignored (Epson ESC/POS reference, ESC *).
   */
  roomForStrip(width: number): number {
    if (width > this.room && this.x > 0 && (this.room === 0 || this.last !== undefined)) {
      this.printLine(this.state.lineSpacing);
    }
    return this.room;
  }

  /** Adds a picture to the line, like a character (ESC *). */
  strip(raster: Raster, scaleX: number, scaleY: number, look: Pick<Layer, "label" | "color"> = {}): void {
    const width = raster.columns * scaleX;
    const layer: Layer = { raster, scaleX, scaleY, ...look };
    this.add({ width, height: raster.rows * scaleY, text: "", layer });
    this.x += width;
  }

  /** Moves to the next tab stop (HT). */
  tab(): void {
    const stop = this.state.tabStops.find((position) => position > this.x);
    // Beyond the area the position is its end: the next character starts a line.
    if (stop !== undefined) this.x = Math.min(stop, this.areaWidth);
  }

  /** Moves to a position from the start of the line (ESC $); one outside the print area is ignored. */
  moveTo(x: number): void {
    if (x >= 0 && x <= this.areaWidth) this.x = x;
  }

  /** Moves by a distance (ESC \); a move out of the print area is ignored. */
  moveBy(distance: number): void {
    this.moveTo(this.x + distance);
  }

  /** An item at the current position, made by the command that is run. */
  protected itemOf(item: NewItem): LineItem {
    const { width, height, text, cellsEach = 0, count = 0, style, layer, glyphs } = item;
    const { from, to } = this.list;
    return { x: this.x, width, height, text, cellsEach, count, style, layer, glyphs, from, to };
  }

  /** Adds a user-defined character at the current position, which stays. */
  protected addGlyph(glyph: Glyph, text: string, width: number, style: TextStyle): void {
    this.add({ width, height: heightOf(style, glyph.cells), text, style, glyphs: [glyph] });
  }

  /** Adds `count` characters behind those that end here in the same style, or as an item of their own. */
  private addText(text: string, cellsEach: number, count: number, width: number, style: TextStyle): void {
    const { last } = this;
    const continues =
      last?.style?.key === style.key && last.cellsEach === cellsEach && last.glyphs === undefined;
    if (last !== undefined && continues && last.x + last.width === this.x) {
      last.text += text;
      last.count += count;
      last.width += width;
      last.to = this.list.to;
    } else {
      this.add({ text, cellsEach, count, width, height: heightOf(style, cellsEach), style });
    }
    this.x += width;
  }

  private wrapFor(width: number): void {
    if (width > this.textRoom && this.x > 0) this.printLine(this.lineFeed);
  }
}

/** One picture of a block; pictures of a block overlay each other. */
export interface Layer {
  readonly raster: Raster;
  readonly scaleX: number;
  readonly scaleY: number;
  /** 1 (black) if not given. */
  readonly color?: Ink;
  /** What it shows, in words. */
  readonly label?: string;
  /** Bytes from the start of the print to the command that stored it for another one to print. */
  readonly from?: number;
  /** The bar code or symbol it is. */
  readonly symbol?: SymbolContent;
  /** The user-defined characters that it shows. */
  readonly text?: string;
}
