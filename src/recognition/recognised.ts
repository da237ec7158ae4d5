import type { Rectangle, SymbolContent } from "../escpos/receipt.ts";

/** A word that was read in a picture. */
export interface RecognisedWord {
  readonly text: string;
  /** How sure it is, 0 to 100. */
  readonly confidence: number;
  /** On the paper, in dots. */
  readonly box: Rectangle;
  /** What a number in doubt may be instead, the likeliest first: searches find it by these too, nothing else takes them. */
  readonly alternatives?: readonly string[];
}

/** A line of a picture, its words from left to right. */
export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  /** On the paper, in dots. */
  readonly box: Rectangle;
}

/** A bar code or two-dimensional symbol that was read in a picture. */
export interface RecognisedCode extends SymbolContent {
  /** On the paper, in dots. */
  readonly box: Rectangle;
}

/** What was read in one picture of a print: strips that touch are one picture. */
export interface RecognisedPicture {
  /** Where the picture is on the paper, in dots. */
  readonly box: Rectangle;
  /** From the top. */
  readonly lines: readonly RecognisedLine[];
  readonly codes: readonly RecognisedCode[];
  /** Why not all of it was read, in words. */
  readonly note?: string;
}

/** What was read in the pictures of a print, from the top of the paper. */
export type Recognition = readonly RecognisedPicture[];
