import type { DisplayList } from "../display-list.ts";
import { FONT_A } from "../fonts.ts";
import type { Glyph } from "../glyph.ts";
import { labelBox } from "../label.ts";
import { DEFAULT_PAGE_LENGTH_DOTS } from "../limits.ts";
import { descentOf } from "../line-item.ts";
import type { PrinterState } from "../printer-state.ts";
import type { Raster } from "../raster.ts";
import type { Ink } from "../receipt.ts";
import type { Layer, Surface } from "../surface.ts";
import type { SymbolBlock } from "../symbol-block.ts";
import { advanceOf, heightOf } from "../text-style.ts";
import { clip, depth, lineLength, type PageArea, type Rectangle } from "./page-area.ts";
import { PageBuffer } from "./page-buffer.ts";
import { makeMark, type NewItem, type PageMark } from "./page-mark.ts";
import { printPage } from "./page-printer.ts";

/** Dots from the top of an area to the foot of its first line: a line of font A just fits. */
const FIRST_FOOT = FONT_A.height - descentOf(FONT_A);

/**
 * Page mode (ESC L): keeps marks at their places in print areas until the page is printed. The vertical
 * position is the foot of the letters and the lower edge of pictures; nothing makes room for what is
 * higher than a line, as on Epson printers, so that it may overlap or be cut at the top of the area.
 */
export class PageComposer implements Surface {
  readonly #list: DisplayList;
  readonly #state: PrinterState;
  readonly #buffer: PageBuffer;
  #area: PageArea;
  #pageLength = DEFAULT_PAGE_LENGTH_DOTS;
  #x = 0;
  #y = FIRST_FOOT;

  constructor(list: DisplayList, state: PrinterState) {
    this.#list = list;
    this.#state = state;
    this.#buffer = new PageBuffer(list);
    this.#area = this.#wholePage();
  }

  /** Line-start commands always act in page mode. */
  readonly empty = true;

  get areaWidth(): number {
    return lineLength(this.#area);
  }

  get room(): number {
    return Math.max(0, this.areaWidth - this.#x);
  }

  /** True when nothing would be printed. */
  get blank(): boolean {
    return this.#buffer.empty;
  }

  /** Forgets the page and its area (ESC S, the end of FF, ESC @); the direction of ESC T stays. */
  leave(): void {
    this.#buffer.clear();
    this.#pageLength = DEFAULT_PAGE_LENGTH_DOTS;
    this.#area = this.#wholePage();
    this.#start();
  }

  /** Sets the print area, in dots of the page (ESC W); one that starts off the page is ignored. */
  setArea(x: number, y: number, width: number, height: number): void {
    const right = Math.min(x + width, this.#state.paperWidth);
    const bottom = Math.min(y + height, this.#pageLength);
    if (right <= x || bottom <= y) return;
    this.#area = { ...this.#area, x, y, width: right - x, height: bottom - y, chosen: true };
    this.#start();
  }

  /** Makes the page `length` dots long (GS ( P). */
  setLength(length: number): void {
    if (length <= 0) return;
    this.#pageLength = length;
    this.#area = this.#wholePage();
    this.#start();
  }

  /** Takes over a changed direction: the position is the start of the area again (ESC T). */
  directionChanged(): void {
    this.#area = { ...this.#area, turn: this.#state.style.turn };
    this.#start();
  }

  /** Deletes what was put into the current area (CAN). */
  cancel(): void {
    this.#buffer.cancel(this.#area);
    this.#start();
  }

  /** Prints the page at the print head and feeds its length; it is kept (ESC FF). */
  print(): void {
    printPage(this.#list, this.#buffer.marks, this.#state.paperWidth);
  }

  /** Keeps stored pictures at this place, for senders that never print them with function 50. */
  hold(layer: Layer): void {
    const mark = this.#pictureMark(layer);
    if (mark !== undefined) this.#buffer.hold(mark);
  }

  /** Function 50 prints what was held. */
  release(): void {
    this.#buffer.release();
  }

  text(characters: string, cellsEach = 1): void {
    const style = this.#state.style;
    const advance = advanceOf(style, cellsEach);
    const height = heightOf(style, cellsEach);
    const below = descentOf({ height });
    let at = 0;
    while (at < characters.length && !this.#list.full) {
      let fit = Math.floor(this.room / advance);
      if (fit <= 0) {
        if (this.#x > 0) {
          this.printLine(this.#state.lineSpacing);
          continue;
        }
        fit = 1;
      }
      const count = Math.min(characters.length - at, fit);
      const text = characters.slice(at, at + count);
      this.#addText({ text, cellsEach, count, width: advance * count, height, below, style });
      at += count;
    }
  }

  character(character: string, cells: number): void {
    const style = this.#state.style;
    const width = advanceOf(style, cells);
    const height = heightOf(style, cells);
    this.#wrapFor(width);
    const below = descentOf({ height });
    this.#addText({ text: character, cellsEach: cells, count: 1, width, height, below, style });
  }

  glyph(glyph: Glyph, character: string): void {
    const style = this.#state.style;
    const width = advanceOf(style, glyph.cells);
    const height = heightOf(style, glyph.cells);
    this.#wrapFor(width);
    this.#add({ width, height, below: descentOf({ height }), text: character, style, glyphs: [glyph] });
    this.#x += width;
  }

  tab(): void {
    const stop = this.#state.tabStops.find((position) => position > this.#x);
    if (stop !== undefined) this.#x = Math.min(stop, this.areaWidth);
  }

  moveTo(x: number): void {
    // Epson ESC/POS reference, ESC $: a position outside the print area is ignored.
    if (x <= this.areaWidth) this.#x = x;
  }

  moveBy(distance: number): void {
    const x = this.#x + distance;
    if (x >= 0 && x <= this.areaWidth) this.#x = x;
  }

  moveVerticallyTo(y: number): void {
    if (y <= depth(this.#area)) this.#y = y;
  }

  moveVerticallyBy(distance: number): void {
    const y = this.#y + distance;
    if (y >= 0 && y <= depth(this.#area)) this.#y = y;
  }

  printLine(feed: number): void {
    this.#x = 0;
    // Below the area nothing shows, however far below.
    this.#y = Math.min(this.#y + feed, depth(this.#area) + DEFAULT_PAGE_LENGTH_DOTS);
  }

  printLines(lines: number): void {
    this.printLine(lines * this.#state.lineSpacing);
  }

  /** ESC K and ESC e are ignored in page mode (Epson ESC/POS reference). */
  feedBack(): void {}

  /** Only a feed ends a line of page mode. */
  finishLine(): void {}

  discardLine(): void {
    this.#x = 0;
  }

  strip(raster: Raster, scaleX: number, scaleY: number): void {
    const width = raster.columns * scaleX;
    const height = raster.rows * scaleY;
    // A strip stands like a character of font A, whose height it has.
    this.#add({ width, height, below: descentOf({ height }), text: "", layer: { raster, scaleX, scaleY } });
    this.#x += width;
  }

  block(layers: readonly Layer[]): void {
    let width = 0;
    for (const layer of layers) {
      const mark = this.#pictureMark(layer);
      if (mark !== undefined) this.#buffer.add(mark);
      width = Math.max(width, layer.raster.columns * layer.scaleX);
    }
    this.#x = Math.min(this.#x + width, this.areaWidth);
  }

  symbol({ above, below, layer, x, y, width }: SymbolBlock): void {
    const start = this.#x;
    const foot = this.#y;
    const top = foot + 1 - y - layer.raster.rows * layer.scaleY;
    for (const caption of [...above, ...below]) {
      const descent = descentOf(caption);
      this.#x = start + caption.x;
      this.#y = top + caption.y + caption.height - descent;
      this.#add({ ...caption, below: descent, cellsEach: 1, count: caption.text.length });
    }
    this.#x = start + x;
    this.#y = foot;
    const mark = this.#pictureMark(layer);
    if (mark !== undefined) this.#buffer.add(mark);
    this.#x = Math.min(start + width, this.areaWidth);
  }

  /** GS ( Q function 50 acts in standard mode only. */
  rule(): void {}

  /** A filled box in the coordinates of the area: part of a line or frame (GS ( Q functions 48, 49). */
  fillBox(box: Rectangle, color: Ink): void {
    const part = clip(this.#area, box);
    if (part === undefined) return;
    const { from, to } = this.#list;
    const foot = part.y + part.height;
    this.#buffer.add({ ...part, area: this.#area, item: undefined, color, foot, from, to });
  }

  placeholder(label: string): void {
    const { width, height } = labelBox(label, this.areaWidth);
    this.#add({ width, height, below: 0, text: label });
    this.#x = Math.min(this.#x + width, this.areaWidth);
  }

  inlinePlaceholder(label: string, cells: number): void {
    const { cellWidth, cellHeight, scaleX, scaleY } = this.#state.style;
    const width = Math.min(cells * cellWidth * scaleX, this.areaWidth);
    const height = cellHeight * scaleY;
    this.#wrapFor(width);
    this.#add({ width, height, below: descentOf({ height }), text: label });
    this.#x += width;
  }

  #wholePage(): PageArea {
    const { paperWidth, pageMode, style } = this.#state;
    const turn = pageMode ? style.turn : 0;
    return { x: 0, y: 0, width: paperWidth, height: this.#pageLength, turn, chosen: false };
  }

  #start(): void {
    this.#x = 0;
    this.#y = FIRST_FOOT;
  }

  #wrapFor(width: number): void {
    if (width > this.room && this.#x > 0) this.printLine(this.#state.lineSpacing);
  }

  #addText(item: NewItem & { readonly cellsEach: number; readonly count: number }): void {
    const { last } = this.#buffer;
    const previous = last?.item;
    const continues =
      last !== undefined &&
      previous?.style?.key === item.style?.key &&
      previous?.cellsEach === item.cellsEach &&
      previous.glyphs === undefined &&
      last.area === this.#area &&
      last.foot === this.#y &&
      last.x + last.width === this.#x;
    if (continues && previous !== undefined) {
      previous.text += item.text;
      previous.count += item.count;
      previous.width += item.width;
      last.width += item.width;
      last.to = this.#list.to;
    } else {
      this.#add(item);
    }
    this.#x += item.width;
  }

  /** The lowest row of a picture is the row of the print position itself. */
  #pictureMark(layer: Layer): PageMark | undefined {
    const width = layer.raster.columns * layer.scaleX;
    const height = layer.raster.rows * layer.scaleY;
    return this.#markOf({ width, height, below: 1, text: "", layer });
  }

  #markOf(item: NewItem): PageMark | undefined {
    return makeMark(this.#list, this.#area, this.#x, this.#y, item);
  }

  #add(item: NewItem): void {
    const mark = this.#markOf(item);
    if (mark !== undefined) this.#buffer.add(mark);
  }
}
