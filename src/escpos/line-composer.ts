import type { Glyph } from "./glyph.ts";
import { MAXIMUM_PIECES } from "./limits.ts";
import type { Justification, PrinterState } from "./printer-state.ts";
import type { TextStyle } from "./receipt.ts";
import { Surface, type Layer, type NewItem } from "./surface.ts";
import { turnedBlock, type Caption, type SymbolBlock } from "./symbol-block.ts";
import { labelBox } from "./label.ts";
import { descentOf, printItem, printLayer, type LineItem } from "./line-item.ts";

/** What a line takes over when its first mark is made; later commands act from the next line on. */
interface LineFormat {
  readonly justification: Justification;
  readonly leftMargin: number;
  readonly areaWidth: number;
}

/** Standard mode: fills the line buffer, wraps at the print area, and prints lines to the display list. */
export class LineComposer extends Surface {
  private items: LineItem[] = [];
  private format: LineFormat | undefined;
  /** Dots of the height of what was printed without feeding (CR of impact printers). */
  private overprinted = 0;

  get empty(): boolean {
    return this.items.length === 0;
  }

  get areaWidth(): number {
    return this.current().areaWidth;
  }

  printLine(feed: number): void {
    this.list.feed(Math.max(feed, this.print(), this.overprinted));
    this.overprinted = 0;
  }

  override returnCarriage(): void {
    this.overprinted = Math.max(this.overprinted, this.print());
  }

  printLines(lines: number): void {
    const spacing = this.state.lineSpacing;
    if (lines > 0) this.printLine(spacing);
    this.list.feed(this.print() + Math.max(0, lines - 1) * spacing);
  }

  override feedBack(distance: number): void {
    this.printLine(0);
    this.list.feed(-distance);
  }

  override get lineFeed(): number {
    const { lineSpacing, tallLines } = this.state;
    return tallLines
      ? lineSpacing * this.items.reduce((most, { style }) => Math.max(most, style?.scaleY ?? 1), 1)
      : lineSpacing;
  }

  override finishLine(): void {
    if (!this.empty) this.printLine(this.lineFeed);
    this.x = 0;
  }

  discardLine(): void {
    this.startLine();
  }

  block(layers: readonly Layer[]): void {
    this.finishLine();
    let height = 0;
    for (const layer of layers) {
      this.list.widthWanted(layer.raster.columns * layer.scaleX, this.areaWidth);
      const width = Math.min(layer.raster.columns * layer.scaleX, this.areaWidth);
      printLayer(this.list, layer, this.justified(width), this.list.y, width);
      height = Math.max(height, layer.raster.rows * layer.scaleY);
    }
    this.endBlock(height);
  }

  symbol(block: SymbolBlock): void {
    this.finishLine();
    const mirrored = this.state.upsideDown;
    const { above, below, layer, x, y, width, height } = mirrored ? turnedBlock(block) : block;
    const { areaWidth, leftMargin } = this.current();
    const offset = this.justified(width);
    const left = mirrored ? 2 * leftMargin + areaWidth - offset - width : offset;
    const top = this.list.y;
    // Captions and bars are lines of their own, so that they are read one after the other.
    this.captions(above, left, top);
    printLayer(this.list, layer, left + x, top + y, areaWidth);
    if (below.length > 0) this.list.line++;
    this.captions(below, left, top);
    this.endBlock(height);
  }

  override rule(x: number, width: number, thickness: number): void {
    this.finishLine();
    const left = this.current().leftMargin + x;
    const right = Math.min(left + width, this.list.widthDots);
    const { y, line, from, to } = this.list;
    if (right > left) {
      this.list.add({ kind: "rule", x: left, y, width: right - left, height: thickness, line, from, to });
    }
    this.endBlock(thickness);
  }

  placeholder(label: string): void {
    this.finishLine();
    const { lines, width, height } = labelBox(label, this.areaWidth);
    const { y, line, from, to } = this.list;
    const x = this.justified(width);
    this.list.add({ kind: "placeholder", label, lines, x, y, width, height, line, from, to });
    this.endBlock(height);
  }

  private captions(captions: readonly Caption[], left: number, top: number): void {
    for (const caption of captions) {
      const item = this.itemOf({ ...caption, cellsEach: 1, count: caption.text.length });
      printItem(this.list, item, left + caption.x, top + caption.y);
      if (caption.y === 0) this.list.line++;
    }
  }

  private current(): LineFormat {
    return this.format ?? lineFormat(this.state);
  }

  protected get last(): LineItem | undefined {
    return this.items.at(-1);
  }

  protected override addGlyph(glyph: Glyph, text: string, width: number, style: TextStyle): void {
    const { last } = this;
    const continues = last?.style?.key === style.key && last.x + last.width === this.x;
    if (continues && last.glyphs !== undefined) {
      last.glyphs.push(glyph);
      last.text += text;
      last.width += width;
      last.to = this.list.to;
    } else {
      super.addGlyph(glyph, text, width, style);
    }
  }

  protected override add(item: NewItem): void {
    // A line may be filled without end by going back (ESC $); no more could be printed anyway.
    if (this.items.length >= MAXIMUM_PIECES) {
      this.list.note(`marks beyond ${MAXIMUM_PIECES} on one line are left out`, true);
      return;
    }
    this.format ??= this.current();
    this.items.push(this.itemOf(item));
  }

  private startLine(): void {
    this.items = [];
    this.format = undefined;
    this.x = 0;
    this.state.lineStarted();
  }

  private endBlock(height: number): void {
    this.list.line++;
    this.list.feed(height);
    this.startLine();
  }

  private justified(width: number): number {
    const { justification, leftMargin, areaWidth } = this.current();
    return leftMargin + justificationOffset(justification, areaWidth - width);
  }

  /** Prints the line buffer at the print head and returns the height of the line in dots. */
  private print(): number {
    const items = this.items;
    if (items.length === 0) {
      this.x = 0;
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
    const { justification, leftMargin, areaWidth } = this.current();
    const offset = justificationOffset(justification, areaWidth - right);
    const mirrored = this.state.upsideDown;
    for (const item of items) {
      const x = mirrored ? areaWidth - offset - item.x - item.width : offset + item.x;
      // Different sizes share one baseline (Epson ESC/POS reference, GS !); upside down it is near the top.
      const below = descentOf(item);
      const top = mirrored ? descent - below : ascent - (item.height - below);
      // A character wider than the area reaches over its end, but not over the edge of the paper.
      const left = Math.min(leftMargin + x, this.list.widthDots - item.width);
      printItem(this.list, item, Math.max(0, left), this.list.y + top);
    }
    this.list.line++;
    this.startLine();
    return ascent + descent;
  }
}

/** The format of a line that starts now: the print area lies within the paper (GS L, GS W). */
function lineFormat(state: PrinterState): LineFormat {
  const { justification, paperWidth } = state;
  const leftMargin = Math.min(state.leftMargin, paperWidth);
  return { justification, leftMargin, areaWidth: Math.min(state.areaWidth, paperWidth - leftMargin) };
}

/** Dots that ESC a moves a line with `free` dots left. */
function justificationOffset(justification: Justification, free: number): number {
  if (free <= 0 || justification === "left") return 0;
  return justification === "right" ? free : Math.floor(free / 2);
}
