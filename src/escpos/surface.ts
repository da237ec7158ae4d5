import type { Glyph } from "./glyph.ts";
import type { Raster } from "./raster.ts";
import type { Ink, SymbolContent } from "./receipt.ts";
import type { SymbolBlock } from "./symbol-block.ts";

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
  /** Adds a user-defined character in place of `character`, in the current style. */
  glyph(glyph: Glyph, character: string): void;
  /** Moves to the next tab stop (HT). */
  tab(): void;
  /** Moves to a position from the start of the line (ESC $). */
  moveTo(x: number): void;
  /** Moves by a distance (ESC \). */
  moveBy(distance: number): void;
  /** Moves to a height in the area of page mode, from its top to the foot of the letters (GS $). */
  moveVerticallyTo(y: number): void;
  /** Moves down, or up by a negative distance, in the area of page mode (GS \). */
  moveVerticallyBy(distance: number): void;
  /** Prints the line and feeds `feed` dots, the height of the line at least (LF, ESC J). */
  printLine(feed: number): void;
  /** Prints the line and feeds `lines` line spacings (ESC d). */
  printLines(lines: number): void;
  /** Prints the line and feeds `distance` dots back (ESC K, ESC e). */
  feedBack(distance: number): void;
  /** Prints the line if there is one, and feeds nothing else. */
  finishLine(): void;
  /** Drops what waits in the line buffer (GS T). */
  discardLine(): void;
  /** Adds a picture to the line, like a character (ESC *). */
  strip(raster: Raster, scaleX: number, scaleY: number): void;
  /**
   * Prints pictures at one place, on lines of their own (GS v 0, GS ( L function 50). In page mode their
   * lower left corner is the print position, which moves to the right of them.
   */
  block(layers: readonly Layer[]): void;
  /**
   * Prints a bar code or symbol with its characters, on lines of its own (GS k, GS ( k). In page mode the
   * foot of the bars is at the print position.
   */
  symbol(block: SymbolBlock): void;
  /** A straight line across `width` dots (GS ( Q function 50). */
  rule(x: number, width: number, thickness: number): void;
  /** Something that is not drawn, on lines of its own. */
  placeholder(label: string): void;
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
  /** 1 (black) if not given. */
  readonly color?: Ink;
  /** What it shows, in words. */
  readonly label?: string;
  /** Bytes from the start of the print to the command that stored it for another one to print. */
  readonly from?: number;
  /** The bar code or symbol it is. */
  readonly symbol?: SymbolContent;
}
