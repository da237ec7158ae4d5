import type { DisplayList } from "./display-list.ts";
import type { TextStyle } from "./receipt.ts";
import type { Layer } from "./surface.ts";

/** A mark waiting in the line buffer; x is dots from the left of the print area. */
export interface LineItem {
  readonly x: number;
  width: number;
  readonly height: number;
  text: string;
  /** Cells of each of its `count` characters. */
  readonly cellsEach: number;
  count: number;
  readonly style: TextStyle | undefined;
  readonly layer: Layer | undefined;
}

/**
 * Dots of a cell below the foot of its letters: a sixth, as in Epson's fonts. A picture in the line has
 * the same, so that it stands level with characters of its height.
 */
export function descentOf({ height }: LineItem): number {
  return Math.round(height / 6);
}

/** Adds an item to the display list, its box at (x, y) in dots from the top left of the paper. */
export function printItem(list: DisplayList, item: LineItem, x: number, y: number): void {
  const { style, layer, text, cellsEach, count, width, height } = item;
  const { line } = list;
  if (layer !== undefined) {
    printLayer(list, layer, x, y);
  } else if (style !== undefined) {
    const baseline = style.upsideDown ? y + descentOf(item) : y + height - descentOf(item);
    list.add({
      kind: "text",
      text,
      cells: cellsEach * count,
      cellsEach,
      x,
      y,
      width,
      height,
      baseline,
      line,
      style,
    });
  } else {
    list.add({ kind: "placeholder", label: text, lines: [text], x, y, width, height, line });
  }
}

/** Adds a picture to the display list, its top left dot at (x, y). */
export function printLayer(list: DisplayList, { raster, scaleX, scaleY }: Layer, x: number, y: number): void {
  const width = raster.columns * scaleX;
  const height = raster.rows * scaleY;
  list.addRaster({ kind: "raster", x, y, width, height, line: list.line, ...raster, scaleX, scaleY });
}
