import type { Font } from "../fonts.ts";

/** Cells of double-byte characters by FS ( A function 48, halved: A 24 x 24, B 20 x 24, C 16 x 16 dots. */
const HALF_CELLS: readonly Font[] = [
  { name: "A", width: 12, height: 24 },
  { name: "D", width: 10, height: 24 },
  { name: "E", width: 8, height: 16 },
];

/** The look of double-byte characters, which have commands of their own: FS !, FS -, FS W, FS S, FS ( A. */
export class KanjiStyle {
  doubleWidth = false;
  doubleHeight = false;
  /** Dots: 0, 1 or 2. */
  underline = 0;
  /** Horizontal motion units left and right of each character (FS S). */
  left = 0;
  right = 0;
  /** Half of a character's cell; undefined for the cell of the current font, twice as wide. */
  halfCell: Font | undefined;

  /** FS ! */
  setMode(mode: number): void {
    this.doubleWidth = (mode & 0x04) !== 0;
    this.doubleHeight = (mode & 0x08) !== 0;
    this.underline = (mode & 0x80) === 0 ? 0 : Math.max(1, this.underline);
  }

  /** FS ( A function 48; ignored if out of range. */
  chooseFont(m: number): void {
    this.halfCell = HALF_CELLS[m] ?? this.halfCell;
  }
}
