import { codePage } from "./code-pages.ts";
import { FONT_A, type Font } from "./fonts.ts";
import type { TextStyle } from "./receipt.ts";

/** Dots an inch of the printer: the paper is columns of 12 dots at 203 dpi. */
export const DOTS_PER_INCH = 203;

/** Dots: the power-on line spacing, about 1/6 inch (ESC 2). */
export const DEFAULT_LINE_SPACING = 30;

/** Dots: power-on tab stops, every 8 characters of font A (ESC D). */
const DEFAULT_TAB_STOPS: readonly number[] = Array.from({ length: 32 }, (_, index) => (index + 1) * 8 * 12);

export type Justification = "left" | "center" | "right";

/** Everything ESC @ resets. Distances are dots. */
export class PrinterState {
  readonly paperWidth: number;

  font: Font = FONT_A;
  scaleX = 1;
  scaleY = 1;
  emphasized = false;
  doubleStrike = false;
  underline = 0;
  reverse = false;
  upsideDown = false;
  /** What ESC { asked for; it acts from the start of a line. */
  requestedUpsideDown = false;
  characterSpacing = 0;

  justification: Justification = "left";
  leftMargin = 0;
  areaWidth: number;
  lineSpacing = DEFAULT_LINE_SPACING;
  tabStops: readonly number[] = [];
  /** Units an inch (GS P); 0 is the printer's own unit of one dot. */
  horizontalUnits = 0;
  verticalUnits = 0;

  codePage = 0;
  internationalCharacterSet = 0;
  kanjiMode = false;
  /** FS C chose Shift JIS, whose lead bytes tell themselves apart from other text; FS . ends it. */
  shiftJis = false;
  utf8 = false;

  #style: TextStyle | undefined;
  #characters: Uint16Array | undefined;

  constructor(paperWidth: number) {
    this.paperWidth = paperWidth;
    this.areaWidth = paperWidth;
    this.reset();
  }

  /** ESC @: power-on values of everything a print can set. */
  reset(): void {
    this.font = FONT_A;
    this.scaleX = 1;
    this.scaleY = 1;
    this.emphasized = false;
    this.doubleStrike = false;
    this.underline = 0;
    this.reverse = false;
    this.upsideDown = false;
    this.requestedUpsideDown = false;
    this.characterSpacing = 0;
    this.justification = "left";
    this.leftMargin = 0;
    this.areaWidth = this.paperWidth;
    this.lineSpacing = DEFAULT_LINE_SPACING;
    this.tabStops = DEFAULT_TAB_STOPS;
    this.horizontalUnits = 0;
    this.verticalUnits = 0;
    this.codePage = 0;
    this.internationalCharacterSet = 0;
    this.kanjiMode = false;
    this.shiftJis = false;
    this.utf8 = false;
    this.styleChanged();
    this.charactersChanged();
  }

  /** To be called when the line buffer is empty: what waited for the start of a line acts now. */
  lineStarted(): void {
    if (this.upsideDown === this.requestedUpsideDown) return;
    this.upsideDown = this.requestedUpsideDown;
    this.styleChanged();
  }

  /** To be called after any change of the fields that make up a text style. */
  styleChanged(): void {
    this.#style = undefined;
  }

  /** To be called after a change of code page or international character set. */
  charactersChanged(): void {
    this.#characters = undefined;
  }

  /** The style of the next characters. */
  get style(): TextStyle {
    this.#style ??= makeStyle(this);
    return this.#style;
  }

  /** The UTF-16 code units of the 256 character codes. */
  get characters(): Uint16Array {
    this.#characters ??= codePage(this.codePage, this.internationalCharacterSet);
    return this.#characters;
  }

  /** Dots of `n` horizontal motion units (GS P). */
  horizontal(n: number): number {
    return this.horizontalUnits === 0 ? n : Math.round((n * DOTS_PER_INCH) / this.horizontalUnits);
  }

  /** Dots of `n` vertical motion units (GS P). */
  vertical(n: number): number {
    return this.verticalUnits === 0 ? n : Math.round((n * DOTS_PER_INCH) / this.verticalUnits);
  }
}

const FONT_NAMES = "ABCDE";

function makeStyle(state: PrinterState): TextStyle {
  const bold = state.emphasized || state.doubleStrike;
  const flags =
    (bold ? 1 : 0) | (state.reverse ? 2 : 0) | (state.upsideDown ? 4 : 0) | (state.underline << 3);
  const size = (state.scaleX - 1) | ((state.scaleY - 1) << 3) | (FONT_NAMES.indexOf(state.font.name) << 6);
  return {
    key: (state.characterSpacing * 512 + size) * 32 + flags,
    font: state.font.name,
    cellWidth: state.font.width,
    cellHeight: state.font.height,
    scaleX: state.scaleX,
    scaleY: state.scaleY,
    spacing: state.characterSpacing,
    bold,
    underline: state.underline,
    reverse: state.reverse,
    upsideDown: state.upsideDown,
  };
}
