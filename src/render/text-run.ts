import type { Piece, ReadingBox, TextPiece } from "../escpos/receipt.ts";

/** Dots of a column of paper. */
export const COLUMN_DOTS = 12;

/** Characters of one style in a line as it is read; measures are dots. */
export interface TextRun {
  readonly text: string;
  /** From the start of the line. */
  readonly x: number;
  /** The width of one cell before magnification, which is a column of text. */
  readonly unit: number;
  /** The width of one character. */
  readonly advance: number;
  /** Each character takes two columns. */
  readonly wide: boolean;
  /** One column each, one after the other. */
  readonly plain: boolean;
}

/** The box of a piece on paper, or on its page as it is read. */
export function boxOf(piece: Piece): Pick<ReadingBox, "x" | "y" | "width" | "height"> {
  return "reading" in piece && piece.reading !== undefined ? piece.reading : piece;
}

/** A piece made of characters, where it stands in its line; undefined for all others. */
export function runOf(piece: Piece, widthDots: number): TextRun | undefined {
  if (piece.kind === "text") {
    const { text, style, cellsEach, cells } = piece;
    const { width } = boxOf(piece);
    const cell = style.rotated ? style.cellHeight : style.cellWidth;
    const plain = style.scaleX === 1 && style.spacing === 0 && cellsEach === 1 && !style.rotated;
    return {
      text,
      x: piece.reading?.x ?? uprightX(piece, widthDots),
      // Letters set far apart, as under a bar code, are no columns.
      unit: style.spacing * 2 > cell ? cell : cell + style.spacing,
      advance: (width * cellsEach) / Math.max(1, cells),
      wide: cellsEach === 2,
      plain,
    };
  }
  if (piece.kind !== "raster" || piece.text === undefined) return undefined;
  const { x, width } = boxOf(piece);
  const advance = width / Math.max(1, piece.text.length);
  return { text: piece.text, x, unit: COLUMN_DOTS, advance, wide: false, plain: false };
}

/** Upside down (ESC {), the line is read with the paper turned around. */
function uprightX({ style, x, width }: TextPiece, widthDots: number): number {
  return style.turn === 180 ? Math.max(0, widthDots - x - width) : x;
}
