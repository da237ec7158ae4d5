import { WIDTH_CLASS, type WidthClass } from "../../src/render/font/atlas-format.ts";
import { openFont } from "./woff.ts";

/** Font units of one dot, and of the top of a cell 16 dots high. */
const DOT = 64;
const TOP = 896;
const ROWS = 16;
/** Dots left of the origin and in all that a glyph may cover: marks reach back over the character before. */
const LEFT = 16;
const COLUMNS = 40;

/** One character of Unifont: 16 rows of one byte (half width) or two bytes. */
export interface UnifontGlyph {
  readonly widthClass: WidthClass;
  readonly bytes: Uint8Array;
}

/** All characters of the basic plane in GNU Unifont, by code point, as the dots they are made of. */
export function readUnifont(): ReadonlyMap<number, UnifontGlyph> {
  const font = openFont("@fontsource/unifont/files/unifont-latin-400-normal.woff");
  const glyphs = new Map<number, UnifontGlyph>();
  for (const codePoint of font.characterSet) {
    if (codePoint > 0xffff) continue;
    const { advanceWidth, path } = font.glyphForCodePoint(codePoint);
    const dots = fillSquares(path.commands);
    if (advanceWidth !== 0) {
      const half = advanceWidth === 8 * DOT;
      const widthClass = half ? WIDTH_CLASS.half : WIDTH_CLASS.full;
      glyphs.set(codePoint, { widthClass, bytes: pack(dots, LEFT, half ? 1 : 2) });
    } else {
      // A mark stands left of the origin, over the character before, or (in Arabic) right of it.
      const before = dots.some((dot, index) => dot !== 0 && index % COLUMNS < LEFT);
      const widthClass = before ? WIDTH_CLASS.markBefore : WIDTH_CLASS.markAfter;
      glyphs.set(codePoint, { widthClass, bytes: pack(dots, before ? 0 : LEFT, 2) });
    }
  }
  return glyphs;
}

/** Unifont's outlines are runs of whole dots, so that only upright edges matter: each starts or ends a run. */
function fillSquares(
  commands: readonly { readonly command: string; readonly args: readonly number[] }[],
): Int8Array {
  const edges = new Int8Array(ROWS * COLUMNS);
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const edge = (toX: number, toY: number): void => {
    if (toX === x && toY !== y) {
      const column = Math.round(x / DOT) + LEFT;
      const first = Math.round((TOP - Math.max(y, toY)) / DOT);
      const last = Math.round((TOP - Math.min(y, toY)) / DOT);
      for (let row = Math.max(0, first); row < Math.min(ROWS, last); row++) {
        edges[row * COLUMNS + column]! += toY > y ? 1 : -1;
      }
    }
    [x, y] = [toX, toY];
  };
  for (const { command, args } of commands) {
    if (command === "closePath") edge(startX, startY);
    else if (command === "moveTo")
      [x, y, startX, startY] = [args[0] ?? 0, args[1] ?? 0, args[0] ?? 0, args[1] ?? 0];
    // Some straight edges are written as curves whose middle point lies on the edge.
    else for (let at = 0; at < args.length; at += 2) edge(args[at] ?? 0, args[at + 1] ?? 0);
  }
  for (let row = 0; row < ROWS; row++) {
    let winding = 0;
    for (let at = row * COLUMNS; at < (row + 1) * COLUMNS; at++) {
      winding += edges[at] ?? 0;
      edges[at] = winding === 0 ? 0 : 1;
    }
  }
  return edges;
}

/** The dots of `bytesPerRow * 8` columns from `left` on, most significant bit left. */
function pack(dots: Int8Array, left: number, bytesPerRow: number): Uint8Array {
  const bytes = new Uint8Array(ROWS * bytesPerRow);
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < bytesPerRow * 8; column++) {
      if (dots[row * COLUMNS + left + column] === 1) {
        bytes[row * bytesPerRow + (column >> 3)]! |= 0x80 >> (column & 7);
      }
    }
  }
  return bytes;
}
