import type { DisplayList } from "./display-list.ts";
import { glyphRun, type Glyph } from "./glyph.ts";
import { crop, turned } from "./raster-transform.ts";
import { bytesIn, type Raster } from "./raster.ts";
import type { ReadingBox, Rectangle, TextPiece, TextStyle } from "./receipt.ts";
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

/** Dots of a cell below the foot of its letters: a sixth, as in Epson's fonts. Pictures in the line stand as low. */
export function descentOf({ height }: { readonly height: number }): number {
  return Math.round(height / 6);
}

/** Adds an item to the display list, its box at (x, y) in dots from the top left of the paper. */
export function printItem(list: DisplayList, item: LineItem, x: number, y: number): void {
  const { style, layer, glyphs, width, height } = item;
  if (layer !== undefined) printLayer(list, layer, x, y, width, item);
  else if (style === undefined) return;
  else if (glyphs === undefined) {
    const baseline = style.upsideDown ? y + descentOf(item) : y + height - descentOf(item);
    list.add(textPiece(list, item, style, { x, y, width, height }, baseline));
  } else if (list.hasRasterRoom(glyphs.length)) {
    const { raster, ...look } = glyphLayer(item, glyphs, style);
    const [scaleX, scaleY] = style.rotated ? [look.scaleY, look.scaleX] : [look.scaleX, look.scaleY];
    printLayer(list, { ...look, raster: turned(raster, style.turn), scaleX, scaleY }, x, y, width, item);
  }
}

/** The piece of an item that is characters, its foot at `baseline`. */
export function textPiece(
  list: DisplayList,
  { text, cellsEach, count, from, to }: LineItem,
  style: TextStyle,
  { x, y, width, height }: Rectangle,
  baseline: number,
): TextPiece {
  const { line } = list;
  const cells = cellsEach * count;
  return { kind: "text", text, cells, cellsEach, x, y, width, height, baseline, line, from, to, style };
}

/** User-defined characters as one picture. */
export function glyphLayer({ text }: LineItem, glyphs: readonly Glyph[], style: TextStyle): Layer {
  const { scaleX, scaleY, color } = style;
  return { raster: glyphRun(glyphs, style), scaleX, scaleY, color, text };
}

/** The commands that made something: bytes from the start of the print to the first, and past the last. */
type Origin = Pick<LineItem, "from" | "to">;

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
  origin: Origin = list,
): void {
  const { raster, scaleX, scaleY } = layer;
  if (!list.hasRasterRoom(bytesIn(raster))) return;
  const part = crop(raster, 0, 0, Math.floor(maximumWidth / scaleX), raster.rows);
  if (part === undefined) return;
  const box = { x, y, width: part.columns * scaleX, height: part.rows * scaleY };
  addPicture(list, layer, part, box, origin);
}

/** Adds the part of a picture that shows, as large as its box in dots of the paper. */
export function addPicture(
  list: DisplayList,
  layer: Layer,
  part: Raster,
  box: Rectangle,
  origin: Origin,
  reading?: ReadingBox,
): void {
  const { scaleX, scaleY, color, label, symbol, text } = layer;
  list.addRaster({
    kind: "raster",
    ...box,
    line: list.line,
    from: layer.from ?? origin.from,
    to: origin.to,
    columns: part.columns,
    rows: part.rows,
    // A symbol is not drawn before someone looks at it.
    get bytes() {
      return part.bytes;
    },
    scaleX,
    scaleY,
    ...(color !== undefined && { color }),
    ...(label !== undefined && { label }),
    ...(symbol !== undefined && { symbol }),
    ...(text !== undefined && { text }),
    ...(reading !== undefined && { reading }),
  });
}
