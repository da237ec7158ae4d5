import type { DisplayList } from "./display-list.ts";
import { glyphRun, type Glyph } from "./glyph.ts";
import { crop, turned } from "./raster-transform.ts";
import type { TextStyle } from "./receipt.ts";
import type { Layer } from "./surface.ts";

/** A mark waiting in the line buffer or the page; x is dots from the left of the print area. */
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
  /** The dots of user-defined characters; `text` is then what they replace. */
  readonly glyphs: Glyph[] | undefined;
  /** Bytes from the start of the print to the commands that made it, and past them. */
  readonly from: number;
  to: number;
}

/**
 * Dots of a cell below the foot of its letters: a sixth, as in Epson's fonts. A picture in the line has
 * the same, so that it stands level with characters of its height.
 */
export function descentOf({ height }: { readonly height: number }): number {
  return Math.round(height / 6);
}

/** Adds an item to the display list, its box at (x, y) in dots from the top left of the paper. */
export function printItem(list: DisplayList, item: LineItem, x: number, y: number): void {
  const { style, layer, text, cellsEach, count, width, height, from, to } = item;
  const { line } = list;
  if (layer !== undefined) {
    printLayer(list, layer, x, y, width, item);
  } else if (item.glyphs !== undefined && style !== undefined) {
    printGlyphs(list, item, item.glyphs, style, x, y);
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
      from,
      to,
      style,
    });
  }
}

function printGlyphs(
  list: DisplayList,
  { text, width, height, from, to }: LineItem,
  glyphs: readonly Glyph[],
  style: TextStyle,
  x: number,
  y: number,
): void {
  // A receipt full of pictures takes no more of them, so that there is no need to draw any.
  if (!list.hasRasterRoom(glyphs.length)) return;
  const raster = turned(glyphRun(glyphs, style), style.turn);
  const [scaleX, scaleY] = style.rotated ? [style.scaleY, style.scaleX] : [style.scaleX, style.scaleY];
  const { color } = style;
  list.addRaster({
    kind: "raster",
    x,
    y,
    width,
    height,
    line: list.line,
    from,
    to,
    ...raster,
    scaleX,
    scaleY,
    color,
    text,
  });
}

/**
 * Adds a picture to the display list, its top left dot at (x, y), cut at `maximumWidth` dots.
 *
 * @param origin the commands that made it, if not the one that is run
 */
export function printLayer(
  list: DisplayList,
  layer: Layer,
  x: number,
  y: number,
  maximumWidth: number,
  origin: { readonly from: number; readonly to: number } = list,
): void {
  const { raster, scaleX, scaleY, color, label, symbol } = layer;
  if (!list.hasRasterRoom(raster.bytes.length)) return;
  const part = crop(raster, 0, 0, Math.floor(maximumWidth / scaleX), raster.rows);
  if (part === undefined) return;
  const width = part.columns * scaleX;
  const height = part.rows * scaleY;
  list.addRaster({
    kind: "raster",
    x,
    y,
    width,
    height,
    line: list.line,
    from: layer.from ?? origin.from,
    to: origin.to,
    ...part,
    scaleX,
    scaleY,
    ...(color === undefined ? {} : { color }),
    ...(label === undefined ? {} : { label }),
    ...(symbol === undefined ? {} : { symbol }),
  });
}
