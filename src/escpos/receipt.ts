/** Fonts of ESC M: A to E. */
export type FontName = "A" | "B" | "C" | "D" | "E";

/** How a run of characters looks. Shared between pieces, never changed after it is made. */
export interface TextStyle {
  /** Equal keys are equal styles. */
  readonly key: number;
  readonly font: FontName;
  /** Dots of one character cell before magnification. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Magnification, 1 to 8 (GS !). */
  readonly scaleX: number;
  readonly scaleY: number;
  /** Dots after each character, before magnification (ESC SP). */
  readonly spacing: number;
  readonly bold: boolean;
  /** Dots of the underline: 0, 1 or 2. */
  readonly underline: number;
  /** White on black (GS B). */
  readonly reverse: boolean;
  /** Turned by 180 degrees (ESC {). */
  readonly upsideDown: boolean;
}

/** What every piece has: a box in dots from the top left corner of the paper. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Number of the printed line it belongs to, from 0. */
  readonly line: number;
}

/** Characters in one style on one line. */
export interface TextPiece extends Box {
  readonly kind: "text";
  readonly text: string;
  /** Cells of each character: 2 for the characters of East Asia, otherwise 1. */
  readonly cellsEach: number;
  /** Cells of all characters together. */
  readonly cells: number;
  /** Dots from the top of the paper to the foot of the letters. */
  readonly baseline: number;
  readonly style: TextStyle;
}

/** A picture of one bit a dot, most significant bit left, rows padded to a byte; 1 is black. */
export interface RasterPiece extends Box {
  readonly kind: "raster";
  /** Dots of the picture before scaling. */
  readonly columns: number;
  readonly rows: number;
  /** Paper dots for each dot of the picture. */
  readonly scaleX: number;
  readonly scaleY: number;
  readonly bytes: Uint8Array;
}

/** A straight black line (GS ( Q). */
export interface RulePiece extends Box {
  readonly kind: "rule";
}

/** Something that marks the paper but is not drawn yet: its label says what it is. */
export interface PlaceholderPiece extends Box {
  readonly kind: "placeholder";
  readonly label: string;
  /** The label as drawn, in lines that fit the box. */
  readonly lines: readonly string[];
}

/** The paper is cut at `y`. */
export interface CutPiece extends Box {
  readonly kind: "cut";
  readonly cut: "full" | "partial";
}

export type Piece = TextPiece | RasterPiece | RulePiece | PlaceholderPiece | CutPiece;

/** Something the printer did beside the paper while it stood at `y`. */
export interface ReceiptEvent {
  readonly kind: "drawer" | "buzzer";
  /** Dots from the top of the paper. */
  readonly y: number;
  /** It happened before the printed line of this number. */
  readonly line: number;
  /** Bytes from the start of the print to the command. */
  readonly offset: number;
  readonly label: string;
}

/** The display list of one print. All measures are dots; a column of paper is 12 dots. */
export interface Receipt {
  /** The print itself, as it was given to `decode`. */
  readonly source: Uint8Array;
  readonly columns: number;
  readonly widthDots: number;
  readonly heightDots: number;
  /** In reading order. */
  readonly pieces: readonly Piece[];
  readonly events: readonly ReceiptEvent[];
  /** What was cut off, left out or not understood, in words. */
  readonly notes: readonly string[];
  /** True when a limit or the end of the input cut something off. */
  readonly truncated: boolean;
}
