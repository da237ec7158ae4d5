import type { DisplayList } from "../display-list.ts";
import { labelBox } from "../label.ts";
import { DEFAULT_PAGE_LENGTH_DOTS } from "../limits.ts";
import { descentOf, type LineItem } from "../line-item.ts";
import { powerOnFontOf } from "../models/printer-model.ts";
import type { PrinterState } from "../printer-state.ts";
import type { Ink, Rectangle } from "../receipt.ts";
import { Surface, type Layer, type NewItem } from "../surface.ts";
import type { SymbolBlock } from "../symbol-block.ts";
import { clip, depth, lineLength, type PageArea } from "./page-area.ts";
import { PageBuffer, type PageMark } from "./page-buffer.ts";
import { printPage } from "./page-printer.ts";

/**
 * Page mode (ESC L): keeps marks at their places in print areas until the page is printed. The vertical
 * position is the foot of the letters and the lower edge of pictures; nothing makes room for what is
 * higher than a line, as on Epson printers, so that it may overlap or be cut at the top of the area.
 */
export class PageComposer extends Surface {
  readonly buffer: PageBuffer;
  private area: PageArea;
  private pageLength = DEFAULT_PAGE_LENGTH_DOTS;
  /** The vertical position, with the halves of dots that were fed. */
  private y: number;

  constructor(list: DisplayList, state: PrinterState) {
    super(list, state);
    this.buffer = new PageBuffer(list);
    this.area = this.wholePage();
    this.y = firstFoot(state);
  }

  /** Line-start commands always act in page mode. */
  readonly empty = true;

  get areaWidth(): number {
    return lineLength(this.area);
  }

  /** Forgets the page and its area (ESC S, the end of FF, ESC @); the direction of ESC T stays. */
  leave(): void {
    this.buffer.clear();
    this.pageLength = DEFAULT_PAGE_LENGTH_DOTS;
    this.area = this.wholePage();
    this.start();
  }

  /** Sets the print area, in dots of the page (ESC W); one that starts off the page is ignored. */
  setArea(x: number, y: number, width: number, height: number): void {
    if (!this.takesArea(x, y, width, height)) return;
    const right = Math.min(x + width, this.state.paperWidth);
    const bottom = Math.min(y + height, this.pageLength);
    this.area = { ...this.area, x, y, width: right - x, height: bottom - y, chosen: true };
    this.start();
  }

  /** True if something of an area is on the page, in dots (ESC W). */
  takesArea(x: number, y: number, width: number, height: number): boolean {
    return width > 0 && height > 0 && x < this.state.paperWidth && y < this.pageLength;
  }

  /** Makes the page `length` dots long (GS ( P). */
  setLength(length: number): void {
    if (length <= 0) return;
    this.pageLength = length;
    this.area = this.wholePage();
    this.start();
  }

  /** Takes over a changed direction: the position is the start of the area again (ESC T). */
  directionChanged(): void {
    this.area = { ...this.area, turn: this.state.style.turn };
    this.start();
  }

  /** Deletes what was put into the current area (CAN). */
  cancel(): void {
    this.buffer.cancel(this.area);
    this.start();
  }

  /** Prints the page at the print head and feeds its length; it is kept (ESC FF). */
  print(): void {
    printPage(this.list, this.buffer.marks, this.state.paperWidth);
  }

  /** Keeps stored pictures at this place, for senders that never print them with function 50. */
  hold(layer: Layer): void {
    this.buffer.hold(this.pictureMark(layer));
  }

  override moveVerticallyTo(y: number): void {
    if (y <= depth(this.area)) this.y = y;
  }

  override moveVerticallyBy(distance: number): void {
    const y = this.y + distance;
    if (y >= 0 && y <= depth(this.area)) this.y = y;
  }

  printLine(feed: number): void {
    this.x = 0;
    // Below the area nothing shows, however far below.
    this.y = Math.min(this.y + feed, depth(this.area) + DEFAULT_PAGE_LENGTH_DOTS);
  }

  printLines(lines: number): void {
    this.printLine(lines * this.state.lineSpacing);
  }

  discardLine(): void {
    this.x = 0;
  }

  block(layers: readonly Layer[], stays = false): void {
    let width = 0;
    for (const layer of layers) {
      this.buffer.add(this.pictureMark(layer));
      width = Math.max(width, layer.raster.columns * layer.scaleX);
    }
    if (!stays) this.x = Math.min(this.x + width, this.areaWidth);
  }

  symbol({ above, below, layer, x, y, width }: SymbolBlock): void {
    const { x: start, y: position } = this;
    const top = this.foot + 1 - y - layer.raster.rows * layer.scaleY;
    for (const caption of [...above, ...below]) {
      this.x = start + caption.x;
      this.y = top + caption.y + caption.height - descentOf(caption);
      this.add({ ...caption, cellsEach: 1, count: caption.text.length });
    }
    this.x = start + x;
    this.y = position;
    this.buffer.add(this.pictureMark(layer));
    this.x = Math.min(start + width, this.areaWidth);
  }

  /** A filled box in the coordinates of the area: part of a line or frame (GS ( Q functions 48, 49). */
  fillBox(box: Rectangle, color: Ink): void {
    const part = clip(this.area, box);
    if (part === undefined) return;
    const foot = part.y + part.height;
    this.buffer.add({ ...this.itemOf({ ...part, text: "" }), ...part, area: this.area, foot, color });
  }

  placeholder(label: string): void {
    const { width, height } = labelBox(label, this.areaWidth);
    // Like a picture it stands on the position, but no one knows its height: what has no room above hangs below.
    this.add({ width, height, text: label }, Math.max(0, height - this.foot));
    this.x = Math.min(this.x + width, this.areaWidth);
  }

  private wholePage(): PageArea {
    const { paperWidth, pageMode, style } = this.state;
    const turn = pageMode ? style.turn : 0;
    return { x: 0, y: 0, width: paperWidth, height: this.pageLength, turn, chosen: false };
  }

  private start(): void {
    this.x = 0;
    this.y = firstFoot(this.state);
  }

  /** The dot at the vertical position. */
  private get foot(): number {
    return Math.floor(this.y);
  }

  /** What may go on is in the same area, with its foot at the same height. */
  protected get last(): LineItem | undefined {
    const { last } = this.buffer;
    return last?.area === this.area && last.foot === this.foot ? last : undefined;
  }

  /** The lowest row of a picture is the row of the print position itself. */
  private pictureMark(layer: Layer): PageMark | undefined {
    const width = layer.raster.columns * layer.scaleX;
    const height = layer.raster.rows * layer.scaleY;
    return this.markOf({ width, height, text: "", layer }, 1);
  }

  protected override add(item: NewItem, below?: number): void {
    this.buffer.add(this.markOf(item, below));
  }

  /** The mark of an item at the current position, `below` dots of it under its foot; undefined if nothing would show. */
  private markOf(item: NewItem, below = descentOf(item)): PageMark | undefined {
    const { area, x, foot } = this;
    const { width, height, style, layer } = item;
    const y = foot + below - height;
    const visible = clip(area, { x, y, width, height });
    // Characters cannot be cut into, so that of those beyond the edge the better half must be inside.
    if (visible === undefined || (layer === undefined && visible.height * 2 < height)) return undefined;
    if (layer !== undefined && y < 0) {
      this.list.note("a picture reaches above its print area (page mode) and is cut off there");
    }
    // A box that stands for something is as large as there is room.
    const box = style === undefined && layer === undefined ? visible : { x, y, width, height };
    return { ...this.itemOf(item), ...box, area, foot, color: undefined };
  }
}

/** Dots from the top of an area to the foot of its first line: a line of the usual font just fits. */
function firstFoot({ model }: PrinterState): number {
  const font = powerOnFontOf(model);
  return font.height - descentOf(font);
}
