import type { Font } from "./fonts.ts";
import type { TextStyle } from "./receipt.ts";

/** Everything that makes up the look of characters, as commands set it. Distances are dots. */
export type StyleSource = Omit<TextStyle, "key" | "font" | "cellWidth" | "cellHeight" | "upsideDown"> & {
  readonly font: Font;
};

const FONT_NAMES = "ABCDE";

/** The style of the next characters; styles with equal keys are equal. */
export function makeStyle(source: StyleSource): TextStyle {
  const { font, scaleX, scaleY, bold, reverse, turn, rotated, italic, color, background, shadow } = source;
  // Turned characters have no underline (Epson ESC/POS reference, ESC V).
  const underline = rotated ? 0 : source.underline;
  const smooth = source.smooth && (scaleX > 1 || scaleY > 1);
  const flags =
    (bold ? 1 : 0) |
    (reverse ? 2 : 0) |
    (rotated ? 4 : 0) |
    (italic ? 8 : 0) |
    (underline << 4) |
    ((turn / 90) << 6) |
    (color << 8) |
    (background << 10) |
    (shadow << 12) |
    (smooth ? 16_384 : 0);
  const size = (scaleX - 1) | ((scaleY - 1) << 3) | (FONT_NAMES.indexOf(font.name) << 6);
  const cell = font.width * 64 + font.height;
  return {
    key: ((source.spacing * 4096 + cell) * 512 + size) * 32_768 + flags,
    font: font.name,
    cellWidth: font.width,
    cellHeight: font.height,
    scaleX,
    scaleY,
    spacing: source.spacing,
    bold,
    underline,
    reverse,
    upsideDown: turn === 180,
    turn,
    rotated,
    italic,
    color,
    background,
    shadow,
    smooth,
  };
}

/** Dots that a character of `cells` cells and the space after it take of the line. */
export function advanceOf(style: TextStyle, cells: number): number {
  return style.rotated
    ? (style.cellHeight + style.spacing) * style.scaleY
    : (style.cellWidth * cells + style.spacing) * style.scaleX;
}

/** Dots of the height of the line that a character of `cells` cells takes. */
export function heightOf(style: TextStyle, cells: number): number {
  return style.rotated ? style.cellWidth * cells * style.scaleX : style.cellHeight * style.scaleY;
}
