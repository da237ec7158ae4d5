import { MAXIMUM_PIECES } from "./limits.ts";
import type { DisplayList } from "./display-list.ts";
import type { Justification, PrinterState } from "./printer-state.ts";
import type { Raster } from "./raster.ts";
import type { TextStyle } from "./receipt.ts";
import type { Layer, Surface } from "./surface.ts";
import { wrapLabel } from "./label.ts";

/** What a line takes over when its first mark is made; later commands act from the next line on. */
interface LineFormat {
  readonly justification: Justification;
  readonly leftMargin: number;
  readonly areaWidth: number;
}

/** A mark waiting in the line buffer; x is dots from the left of the print area. */
interface Item {
  readonly x: number;
  width: number;
  readonly height: number;
  text: string;
  cells: number;
  readonly style: TextStyle | undefined;
  readonly layer: Layer | undefined;
}

const LABEL_CHARACTER_WIDTH = 12;
const LABEL_LINE_HEIGHT = 24;
const LABEL_PADDING = 12;

/** Standard mode: fills the line buffer, wraps at the print area, and prints lines to the display list. */
export class LineComposer implements Surface {
  readonly #list: DisplayList;
  readonly #state: PrinterState;
  #items: Item[] = [];
  #format: LineFormat | undefined;
  #x = 0;

  constructor(list: DisplayList, state: PrinterState) {
    this.#list = list;
    this.#state = state;
  }

  get empty(): boolean {
    return this.#items.length === 0;
  }

  get areaWidth(): number {
    return this.#current().areaWidth;
  }

  get room(): number {
    return Math.max(0, this.areaWidth - this.#x);
  }

  text(characters: string): void {
    const style = this.#state.style;
    const advance = (style.cellWidth + style.spacing) * style.scaleX;
    let at = 0;
    while (at < characters.length && !this.#list.full) {
      let fit = Math.floor(this.room / advance);
      if (fit <= 0) {
        if (this.#x > 0) {
          this.printLine(this.#state.lineSpacing);
          continue;
        }
        // An area narrower than one character still takes one, as Epson printers widen it to fit.
        fit = 1;
      }
      const end = Math.min(characters.length, at + fit);
      const part = at === 0 && end === characters.length ? characters : characters.slice(at, end);
      this.#addText(part, end - at, advance * (end - at), style);
      at = end;
    }
  }

  character(character: string, cells: number): void {
    const style = this.#state.style;
    const width = (style.cellWidth * cells + style.spacing) * style.scaleX;
    this.#wrapFor(width);
    this.#addText(character, cells, width, style);
  }

  tab(): void {
    const stop = this.#state.tabStops.find((position) => position > this.#x);
    // Beyond the area the position is its end: the next character starts a line.
    if (stop !== undefined) this.#x = Math.min(stop, this.areaWidth);
  }

  moveTo(x: number): void {
    this.#x = Math.max(0, Math.min(x, this.areaWidth));
  }

  moveBy(distance: number): void {
    const x = this.#x + distance;
    // Epson ESC/POS reference, ESC \: a move out of the print area is ignored.
    if (x >= 0 && x <= this.areaWidth) this.#x = x;
  }

  moveVertically(): void {}

  printLine(feed: number): void {
    this.#list.feed(Math.max(feed, this.#print()));
  }

  printLines(lines: number): void {
    const spacing = this.#state.lineSpacing;
    if (lines > 0) this.printLine(spacing);
    this.#list.feed(this.#print() + Math.max(0, lines - 1) * spacing);
  }

  finishLine(): void {
    if (!this.empty) this.printLine(this.#state.lineSpacing);
    this.#x = 0;
  }

  discardLine(): void {
    this.#startLine();
  }

  strip(raster: Raster, scaleX: number, scaleY: number): void {
    const width = raster.columns * scaleX;
    this.#add({
      x: this.#x,
      width,
      height: raster.rows * scaleY,
      text: "",
      cells: 0,
      style: undefined,
      layer: { raster, scaleX, scaleY },
    });
    this.#x += width;
  }

  block(layers: readonly Layer[]): void {
    this.finishLine();
    let height = 0;
    for (const layer of layers) {
      const width = layer.raster.columns * layer.scaleX;
      this.#addRaster(layer, this.#justified(width), this.#list.y);
      height = Math.max(height, layer.raster.rows * layer.scaleY);
    }
    this.#endBlock(height);
  }

  rule(x: number, width: number, thickness: number): void {
    this.finishLine();
    const left = this.#current().leftMargin + x;
    const right = Math.min(left + width, this.#list.widthDots);
    const { y, line } = this.#list;
    if (right > left)
      this.#list.add({ kind: "rule", x: left, y, width: right - left, height: thickness, line });
    this.#endBlock(thickness);
  }

  placeholder(label: string): void {
    this.finishLine();
    const { areaWidth } = this.#current();
    const columns = Math.max(1, Math.floor((areaWidth - 2 * LABEL_PADDING) / LABEL_CHARACTER_WIDTH));
    const lines = wrapLabel(label, columns);
    const longest = lines.reduce((most, text) => Math.max(most, text.length), 0);
    const width = Math.min(areaWidth, longest * LABEL_CHARACTER_WIDTH + 2 * LABEL_PADDING);
    const height = lines.length * LABEL_LINE_HEIGHT + 2 * LABEL_PADDING;
    const { y, line } = this.#list;
    this.#list.add({ kind: "placeholder", label, lines, x: this.#justified(width), y, width, height, line });
    this.#endBlock(height);
  }

  inlinePlaceholder(label: string, cells: number): void {
    const { cellWidth, cellHeight, scaleX, scaleY } = this.#state.style;
    const width = Math.min(cells * cellWidth * scaleX, this.areaWidth);
    this.#wrapFor(width);
    const height = cellHeight * scaleY;
    this.#add({ x: this.#x, width, height, text: label, cells: 0, style: undefined, layer: undefined });
    this.#x += width;
  }

  #current(): LineFormat {
    if (this.#format !== undefined) return this.#format;
    const { justification, paperWidth } = this.#state;
    const leftMargin = Math.min(this.#state.leftMargin, paperWidth);
    return { justification, leftMargin, areaWidth: Math.min(this.#state.areaWidth, paperWidth - leftMargin) };
  }

  #wrapFor(width: number): void {
    if (width > this.room && this.#x > 0) this.printLine(this.#state.lineSpacing);
  }

  #addText(text: string, cells: number, width: number, style: TextStyle): void {
    const last = this.#items.at(-1);
    if (last?.style?.key === style.key && last.x + last.width === this.#x) {
      last.text += text;
      last.cells += cells;
      last.width += width;
    } else {
      const height = style.cellHeight * style.scaleY;
      this.#add({ x: this.#x, width, height, text, cells, style, layer: undefined });
    }
    this.#x += width;
  }

  #add(item: Item): void {
    // A line may be filled without end by going back (ESC $); no more could be printed anyway.
    if (this.#items.length >= MAXIMUM_PIECES) {
      this.#list.note(`marks beyond ${MAXIMUM_PIECES} on one line are left out`, true);
      return;
    }
    this.#format ??= this.#current();
    this.#items.push(item);
  }

  #startLine(): void {
    this.#items = [];
    this.#format = undefined;
    this.#x = 0;
    this.#state.lineStarted();
  }

  #endBlock(height: number): void {
    this.#list.line++;
    this.#list.feed(height);
    this.#startLine();
  }

  #justified(width: number): number {
    const { justification, leftMargin, areaWidth } = this.#current();
    return leftMargin + justificationOffset(justification, areaWidth - width);
  }

  /** Prints the line buffer at the print head and returns the height of the line in dots. */
  #print(): number {
    const items = this.#items;
    if (items.length === 0) {
      this.#x = 0;
      return 0;
    }
    let tallest = 0;
    let right = 0;
    let ordered = true;
    let previous = 0;
    for (const item of items) {
      tallest = Math.max(tallest, item.height);
      right = Math.max(right, item.x + item.width);
      ordered &&= item.x >= previous;
      previous = item.x;
    }
    // ESC $ and ESC \ may go back; the pieces are in reading order all the same.
    if (!ordered) items.sort((a, b) => a.x - b.x);
    const { justification, leftMargin, areaWidth } = this.#current();
    const offset = justificationOffset(justification, areaWidth - right);
    const mirrored = this.#state.upsideDown;
    for (const item of items) {
      const x = mirrored ? areaWidth - offset - item.x - item.width : offset + item.x;
      // Different sizes share one baseline; upside down, that is the top of the line.
      const top = mirrored ? 0 : tallest - item.height;
      this.#printItem(item, leftMargin + x, this.#list.y + top);
    }
    this.#list.line++;
    this.#startLine();
    return tallest;
  }

  #printItem(item: Item, x: number, y: number): void {
    const { style, layer, text, cells, width, height } = item;
    const { line } = this.#list;
    if (layer !== undefined) {
      this.#addRaster(layer, x, y);
    } else if (style !== undefined) {
      // The foot of the letters stands a sixth of the cell above its bottom.
      const descent = Math.round((style.cellHeight * style.scaleY) / 6);
      const baseline = style.upsideDown ? y + descent : y + height - descent;
      this.#list.add({ kind: "text", text, cells, x, y, width, height, baseline, line, style });
    } else {
      this.#list.add({ kind: "placeholder", label: text, lines: [text], x, y, width, height, line });
    }
  }

  #addRaster({ raster, scaleX, scaleY }: Layer, x: number, y: number): void {
    this.#list.addRaster({
      kind: "raster",
      x,
      y,
      width: raster.columns * scaleX,
      height: raster.rows * scaleY,
      line: this.#list.line,
      columns: raster.columns,
      rows: raster.rows,
      scaleX,
      scaleY,
      bytes: raster.bytes,
    });
  }
}

/** Dots that ESC a moves a line with `free` dots left. */
function justificationOffset(justification: Justification, free: number): number {
  if (free <= 0 || justification === "left") return 0;
  return justification === "right" ? free : Math.floor(free / 2);
}
