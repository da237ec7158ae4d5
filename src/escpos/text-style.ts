import { FONT_A, FONT_NAMES } from "./fonts.ts";
import type { PrinterState } from "./printer-state.ts";
import type { TextStyle } from "./receipt.ts";

/** What commands set of the look of characters alone. */
type Look = Pick<
  PrinterState,
  | "font"
  | "scaleX"
  | "scaleY"
  | "underline"
  | "overline"
  | "reverse"
  | "italic"
  | "color"
  | "background"
  | "shadow"
  | "smooth"
>;

/** The look at power-on. */
export const PLAIN: Look = {
  font: FONT_A,
  scaleX: 1,
  scaleY: 1,
  underline: 0,
  overline: 0,
  reverse: false,
  italic: false,
  color: 1,
  background: 0,
  shadow: 0,
  smooth: false,
};

/** What hangs on the mode of the printer as well. */
type Setting = Pick<TextStyle, "spacing" | "bold" | "turn" | "rotated">;

/** The style of the next characters; styles with equal keys are equal. */
export function makeStyle(look: Look, { spacing, bold, turn, rotated }: Setting): TextStyle {
  const { font, scaleX, scaleY, reverse, italic, color, background, shadow } = look;
  // Turned characters have no lines (Epson ESC/POS reference, ESC V).
  const underline = rotated ? 0 : look.underline;
  const overline = rotated ? 0 : look.overline;
  const smooth = look.smooth && (scaleX > 1 || scaleY > 1);
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
    (smooth ? 16_384 : 0) |
    (overline > 0 ? 32_768 : 0);
  const size = (scaleX - 1) | ((scaleY - 1) << 3) | (FONT_NAMES.indexOf(font.name) << 6);
  const cell = font.width * 64 + font.height;
  return {
    key: ((spacing * 4096 + cell) * 512 + size) * 65_536 + flags,
    font: font.name,
    cellWidth: font.width,
    cellHeight: font.height,
    scaleX,
    scaleY,
    spacing,
    bold,
    underline,
    overline,
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
