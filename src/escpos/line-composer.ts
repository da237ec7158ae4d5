import { MAXIMUM_PIECES } from "./limits.ts";
import type { DisplayList } from "./display-list.ts";
import type { PrinterState } from "./printer-state.ts";
import type { Raster } from "./raster.ts";
import type { TextStyle } from "./receipt.ts";
import type { Layer, Surface } from "./surface.ts";
import { labelBox } from "./label.ts";
import { justificationOffset, lineFormat, type LineFormat } from "./line-format.ts";
import { descentOf, printItem, printLayer, type LineItem } from "./line-item.ts";

/** Standard mode: fills the line buffer, wraps at the print area, and prints lines to the display list. */
export class LineComposer implements Surface {
  readonly #list: DisplayList;
  readonly #state: PrinterState;
  #items: LineItem[] = [];
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

  text(characters: string, cellsEach = 1): void {
    const style = this.#state.style;
    const advance = (style.cellWidth * cellsEach + style.spacing) * style.scaleX;
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
      this.#addText(part, cellsEach, end - at, advance * (end - at), style);
      at = end;
    }
  }

  character(character: string, cells: number): void {
    const style = this.#state.style;
    const width = (style.cellWidth * cells + style.spacing) * style.scaleX;
    this.#wrapFor(width);
    this.#addText(character, cells, 1, width, style);
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
      cellsEach: 0,
      count: 0,
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
      printLayer(this.#list, layer, this.#justified(width), this.#list.y);
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
    const { lines, width, height } = labelBox(label, this.areaWidth);
    const { y, line } = this.#list;
    this.#list.add({ kind: "placeholder", label, lines, x: this.#justified(width), y, width, height, line });
    this.#endBlock(height);
  }

  inlinePlaceholder(label: string, cells: number): void {
    const { cellWidth, cellHeight, scaleX, scaleY } = this.#state.style;
    const width = Math.min(cells * cellWidth * scaleX, this.areaWidth);
    this.#wrapFor(width);
    const height = cellHeight * scaleY;
    this.#add({
      x: this.#x,
      width,
      height,
      text: label,
      cellsEach: 0,
      count: 0,
      style: undefined,
      layer: undefined,
    });
    this.#x += width;
  }

  #current(): LineFormat {
    if (this.#format !== undefined) return this.#format;
    return lineFormat(this.#state);
  }

  #wrapFor(width: number): void {
    if (width > this.room && this.#x > 0) this.printLine(this.#state.lineSpacing);
  }

  #addText(text: string, cellsEach: number, count: number, width: number, style: TextStyle): void {
    const last = this.#items.at(-1);
    const continues = last?.style?.key === style.key && last.cellsEach === cellsEach;
    if (last !== undefined && continues && last.x + last.width === this.#x) {
      last.text += text;
      last.count += count;
      last.width += width;
    } else {
      const height = style.cellHeight * style.scaleY;
      this.#add({ x: this.#x, width, height, text, cellsEach, count, style, layer: undefined });
    }
    this.#x += width;
  }

  #add(item: LineItem): void {
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
    let ascent = 0;
    let descent = 0;
    let right = 0;
    let ordered = true;
    let previous = 0;
    for (const item of items) {
      const below = descentOf(item);
      ascent = Math.max(ascent, item.height - below);
      descent = Math.max(descent, below);
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
      // Different sizes share one baseline (Epson ESC/POS reference, GS !); upside down it is near the top.
      const below = descentOf(item);
      const top = mirrored ? descent - below : ascent - (item.height - below);
      printItem(this.#list, item, leftMargin + x, this.#list.y + top);
    }
    this.#list.line++;
    this.#startLine();
    return ascent + descent;
  }
}
