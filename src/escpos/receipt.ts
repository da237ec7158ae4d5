import type { PrinterLanguage } from "./language.ts";
import type { Charset, CharsetEvidence, SettledCharset } from "./text/charset.ts";
import type { PrinterModel } from "./models/printer-model.ts";
import type { PrinterChoice } from "./models/printer-of-print.ts";
import type { PrinterProfile } from "./text/printer-profile.ts";

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
  /** Dots of the line above: 0 or 2 (ESC _ of Star). */
  readonly overline: number;
  /** White on black (GS B). */
  readonly reverse: boolean;
  /** Turned by 180 degrees (ESC {, ESC T 2): the same as `turn === 180`. */
  readonly upsideDown: boolean;
  /** Degrees clockwise by which the run is turned: 180 for ESC {, any in page mode (ESC T). Its box is turned already. */
  readonly turn: Turn;
  /** Each character is turned by 90 degrees clockwise before `turn` (ESC V): cell width and height change places. */
  readonly rotated: boolean;
  /** Slanted (ESC 4 of clones). */
  readonly italic: boolean;
  /** Ink of the characters (ESC r, GS ( N function 48): 1 black, 2 second colour, 3 third; 0 none. */
  readonly color: Ink;
  /** Ink behind the characters (GS ( N function 49); 0 none. */
  readonly background: Ink;
  /** Ink of the shadow to the lower right (GS ( N function 50); 0 none. */
  readonly shadow: Ink;
  /** Magnified with the steps of slanting strokes filled up (GS b). */
  readonly smooth: boolean;
}

/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A colour of the printer: 1 is black, 2 the second colour (red on most), 3 the third; 0 prints nothing. */
export type Ink = 0 | 1 | 2 | 3;

/** A box in dots. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box once its page is turned so that it reads upright, in dots from the corner where reading starts. */
export type ReadingBox = Rectangle;

/** What every piece has: a box in dots from the top left corner of the paper. */
interface Box extends Rectangle {
  /** Number of the printed line it belongs to, from 0. */
  readonly line: number;
  /**
   * The commands that made it: bytes from the start of the print to the first of them, and past the last.
   * What a macro prints is made by GS ^.
   */
  readonly from: number;
  readonly to: number;
}

/** Characters in one style on one line. */
export interface TextPiece extends Box {
  readonly kind: "text";
  readonly text: string;
  /** Cells of each character: 2 for the characters of East Asia, otherwise 1. */
  readonly cellsEach: number;
  /** Cells of all characters together. */
  readonly cells: number;
  /** Dots from the top of the paper, or from its left for a run turned by 90 or 270 degrees, to the foot of the letters. */
  readonly baseline: number;
  readonly style: TextStyle;
  /** Of a run in page mode, whose box on paper may be turned. */
  readonly reading?: ReadingBox;
}

/** A bar code or two-dimensional symbol, for those who read rather than scan. */
export interface SymbolContent {
  /** Its name, such as "EAN13" or "QR code". */
  readonly system: string;
  /** What a scanner reads. */
  readonly text: string;
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
  /** Ink of its dots; 1 if not given. */
  readonly color?: Ink;
  /** The characters it stands for: user-defined characters (ESC &, FS 2). */
  readonly text?: string;
  /** What it shows, in words, for those who cannot see it: the key of stored graphics. */
  readonly label?: string;
  /** The bar code or symbol it is. Its characters (GS H) are text pieces of their own. */
  readonly symbol?: SymbolContent;
  /** As of text in page mode. */
  readonly reading?: ReadingBox;
}

/** A straight line (GS ( Q): its box filled with ink. */
export interface RulePiece extends Box {
  readonly kind: "rule";
  /** 1 (black) if not given. */
  readonly color?: Ink;
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
  /** Whether the paper is first fed so far that the cutter is below what was printed last; else it cuts where it stands. */
  readonly feeds: boolean;
}

/** What the head prints, as far as it is known. */
export type PrintedPiece = TextPiece | RasterPiece | RulePiece;

export type Piece = PrintedPiece | PlaceholderPiece | CutPiece;

/** Something the printer did beside the paper while it stood at `y`. */
export interface ReceiptEvent {
  /** "paper" is a feed to a label or black mark, "display" what the customer display shows. */
  readonly kind: "drawer" | "buzzer" | "paper" | "display";
  /** Dots from the top of the paper. */
  readonly y: number;
  /** It happened before the printed line of this number. */
  readonly line: number;
  /** Bytes from the start of the print to the command, and past it. */
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /** Of a drawer kick. */
  readonly pulse?: DrawerPulse;
}

/** What opens a cash drawer. */
export interface DrawerPulse {
  /** Pins 2 and 5 of Epson's connector, devices 1 and 2 of Star's. */
  readonly connector: 1 | 2;
  /** Milliseconds. */
  readonly on: number;
  readonly off: number;
}

/** The printer that a print is run on. */
export interface Printer {
  /** What it can, with the fonts of the profile. */
  readonly model: PrinterModel;
  /** Width of the paper in characters of the font that it powers on with. */
  readonly columns: number;
  /** Dots across the paper. */
  readonly widthDots: number;
  readonly profile: PrinterProfile;
  readonly charset: Charset;
  /** What was known of it before the print was looked at. */
  readonly choice: PrinterChoice;
}

/** The display list of one print. All measures are dots. */
export interface Receipt {
  /** The print itself, as it was given to `decode`. */
  readonly source: Uint8Array;
  /** The printer it was run on. */
  readonly printer: Printer;
  /** The language it was read in. */
  readonly language: PrinterLanguage;
  readonly columns: number;
  readonly widthDots: number;
  readonly heightDots: number;
  /** Dots an inch of the paper, across and along: the same but on impact printers. */
  readonly dotsPerInch: number;
  readonly dotsPerInchAlong: number;
  /** In reading order. */
  readonly pieces: readonly Piece[];
  readonly events: readonly ReceiptEvent[];
  /** How characters were read where the print does not say: chosen, or found in its text; not given if nothing hung on it. */
  readonly charset?: SettledCharset;
  /** How that was found, and how sure it is. */
  readonly evidence?: CharsetEvidence;
  /** What was cut off, left out or not understood, in words. */
  readonly notes: readonly string[];
  /** True when a limit or the end of the input cut something off. */
  readonly truncated: boolean;
}
