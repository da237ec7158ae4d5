import type { DisplayList } from "./display-list.ts";
import type { Glyph } from "./glyph.ts";
import type { LineItem } from "./line-item.ts";
import type { PrinterState } from "./printer-state.ts";
import type { Raster } from "./raster.ts";
import type { TextStyle } from "./receipt.ts";
import { advanceOf, heightOf } from "./text-style.ts";

/** What is added at the current position. */
export type NewItem = Pick<LineItem, "width" | "height" | "text"> & Partial<LineItem>;

/**
 * The position in a line, the same in standard and page mode: what moves it, and what goes to the next line
 * because it does not fit. All distances are dots.
 */
export abstract class LineFlow {
  protected readonly list: DisplayList;
  protected readonly state: PrinterState;
  /** From the start of the line. */
  protected x = 0;

  constructor(list: DisplayList, state: PrinterState) {
    this.list = list;
    this.state = state;
  }

  /** The length of the line. */
  abstract get areaWidth(): number;

  /** Prints the line and goes to the start of the next one. */
  abstract printLine(feed: number): void;

  /** Adds an item at the current position, which stays. */
  protected abstract add(item: NewItem): void;

  /** Adds `count` characters at the current position, which stays, or to those that end there. */
  protected abstract addText(
    text: string,
    cellsEach: number,
    count: number,
    width: number,
    style: TextStyle,
  ): void;

  /** Adds a user-defined character at the current position, which stays. */
  protected addGlyph(glyph: Glyph, text: string, width: number, style: TextStyle): void {
    this.add({ width, height: heightOf(style, glyph.cells), text, style, glyphs: [glyph] });
  }

  get room(): number {
    return Math.max(0, this.areaWidth - this.x);
  }

  text(characters: string, cellsEach = 1): void {
    const { style } = this.state;
    const advance = advanceOf(style, cellsEach);
    let at = 0;
    while (at < characters.length && !this.list.full) {
      let fit = Math.floor(this.room / advance);
      if (fit <= 0) {
        if (this.x > 0) {
          this.printLine(this.state.lineSpacing);
          continue;
        }
        // An area narrower than one character still takes one, as Epson printers widen it to fit.
        fit = 1;
      }
      const end = Math.min(characters.length, at + fit);
      const part = at === 0 && end === characters.length ? characters : characters.slice(at, end);
      this.advance(part, cellsEach, end - at, advance * (end - at), style);
      at = end;
    }
  }

  character(character: string, cells: number): void {
    const { style } = this.state;
    const width = advanceOf(style, cells);
    this.wrapFor(width);
    this.advance(character, cells, 1, width, style);
  }

  glyph(glyph: Glyph, character: string): void {
    const { style } = this.state;
    const width = advanceOf(style, glyph.cells);
    this.wrapFor(width);
    this.addGlyph(glyph, character, width, style);
    this.x += width;
  }

  strip(raster: Raster, scaleX: number, scaleY: number): void {
    const width = raster.columns * scaleX;
    this.add({ width, height: raster.rows * scaleY, text: "", layer: { raster, scaleX, scaleY } });
    this.x += width;
  }

  tab(): void {
    const stop = this.state.tabStops.find((position) => position > this.x);
    // Beyond the area the position is its end: the next character starts a line.
    if (stop !== undefined) this.x = Math.min(stop, this.areaWidth);
  }

  moveTo(x: number): void {
    // Epson ESC/POS reference, ESC $: a position outside the print area is ignored.
    if (x <= this.areaWidth) this.x = x;
  }

  moveBy(distance: number): void {
    const x = this.x + distance;
    // Epson ESC/POS reference, ESC \: a move out of the print area is ignored.
    if (x >= 0 && x <= this.areaWidth) this.x = x;
  }

  private advance(text: string, cellsEach: number, count: number, width: number, style: TextStyle): void {
    this.addText(text, cellsEach, count, width, style);
    this.x += width;
  }

  private wrapFor(width: number): void {
    if (width > this.room && this.x > 0) this.printLine(this.state.lineSpacing);
  }
}
