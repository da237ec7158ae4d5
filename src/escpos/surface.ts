import type { Raster } from "./raster.ts";

/**
 * Where printing commands put their marks: the line buffer of standard mode or the area of page mode.
 * All distances are dots.
 */
export interface Surface {
  /** True when nothing waits in the line buffer, so that line-start commands act. */
  readonly empty: boolean;
  /** Adds characters of one code unit and `cellsEach` cells (1 if not given), in the current style. */
  text(characters: string, cellsEach?: number): void;
  /** Adds one character of any number of code units. */
  character(character: string, cells: number): void;
  /** Moves to the next tab stop (HT). */
  tab(): void;
  /** Moves to a position from the start of the line (ESC $). */
  moveTo(x: number): void;
  /** Moves by a distance (ESC \). */
  moveBy(distance: number): void;
  /** Moves up or down inside the area of page mode (GS $, GS \). */
  moveVertically(): void;
  /** Prints the line and feeds `feed` dots, the height of the line at least (LF, ESC J). */
  printLine(feed: number): void;
  /** Prints the line and feeds `lines` line spacings (ESC d). */
  printLines(lines: number): void;
  /** Prints the line if there is one, and feeds nothing else. */
  finishLine(): void;
  /** Drops what waits in the line buffer (GS T). */
  discardLine(): void;
  /** Adds a picture to the line, like a character (ESC *). */
  strip(raster: Raster, scaleX: number, scaleY: number): void;
  /** Prints pictures at one place, on lines of their own (GS v 0, GS ( L function 50). */
  block(layers: readonly Layer[]): void;
  /** A straight line across `width` dots (GS ( Q). */
  rule(x: number, width: number, thickness: number): void;
  /** Something that is not drawn yet, on lines of its own. */
  placeholder(label: string): void;
  /** Something that is not drawn yet, inside the line, `cells` cells wide. */
  inlinePlaceholder(label: string, cells: number): void;
  /** Dots from the current position to the end of the line. */
  readonly room: number;
  /** Dots of the print area. */
  readonly areaWidth: number;
}

/** One picture of a block; pictures of a block overlay each other. */
export interface Layer {
  readonly raster: Raster;
  readonly scaleX: number;
  readonly scaleY: number;
}
