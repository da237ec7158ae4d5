import type { Font, FontSet } from "./fonts.ts";
import { isStar } from "./language.ts";
import { powerOnFontOf, type PrinterModel } from "./models/printer-model.ts";
import { StarSettings } from "./star/star-settings.ts";
import { makeStyle } from "./text-style.ts";
import type { Ink, TextStyle, Turn } from "./receipt.ts";
import type { CharacterCoding } from "./text/character-coding.ts";

/** By the parameter of ESC a. */
export const JUSTIFICATIONS = ["left", "center", "right"] as const;

export type Justification = (typeof JUSTIFICATIONS)[number];

/** Settings that standard mode and page mode keep apart (ESC L). Distances are dots. */
interface Spacing {
  readonly characters: number;
  readonly lines: number;
}

/** Directions of page mode by the parameter of ESC T: how text is turned on paper. */
const PAGE_TURNS: readonly Turn[] = [0, 270, 180, 90];

/** Cells of double-byte characters by FS ( A function 48, halved: A 24 x 24, B 20 x 24, C 16 x 16 dots. */
const HALF_CELLS: readonly Font[] = [
  { name: "A", width: 12, height: 24 },
  { name: "D", width: 10, height: 24 },
  { name: "E", width: 8, height: 16 },
];

/** The look of double-byte characters, which have commands of their own: FS !, FS -, FS W, FS S, FS ( A. */
class KanjiStyle {
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

/** What a print can set, at its power-on values: ESC @ takes a new one. Distances are dots. */
export class PrinterState {
  font: Font;
  scaleX = 1;
  scaleY = 1;
  emphasized = false;
  doubleStrike = false;
  italic = false;
  underline = 0;
  overline = 0;
  reverse = false;
  color: Ink = 1;
  background: Ink = 0;
  shadow: Ink = 0;
  /** GS b. */
  smooth = false;
  upsideDown = false;
  /** What ESC { asked for; it acts from the start of a line. */
  requestedUpsideDown = false;
  /** Dots between characters turned by 90 degrees (ESC V); 0 when they are upright. */
  rotatedSpacing = 0;
  characterSpacing = 0;
  justification: Justification = "left";
  leftMargin = 0;
  /** May end in half a dot, as every distance along the paper. */
  lineSpacing: number;
  tabStops: readonly number[];
  /** Units an inch (GS P); 0 is the printer's own unit. */
  horizontalUnits = 0;
  verticalUnits = 0;
  /** The direction of page mode, 0 to 3 (ESC T). */
  pageDirection = 0;
  /** Bytes from the start of the print to the end of a clone's command for double width. */
  widenedAt: number | undefined;
  /** The look of double-byte characters (FS !, FS -, FS S, FS W). */
  readonly kanji = new KanjiStyle();
  /** User-defined characters are printed in place of the built-in ones (ESC %). */
  userDefinedCharacters = false;
  areaWidth: number;

  /** A line with enlarged characters is as many times as high (Star). */
  readonly tallLines: boolean;
  /** What only Star's commands set. */
  star = new StarSettings();

  private isPageMode = false;
  /** The spacing of the mode that is not on. */
  private otherSpacing: Spacing;
  private currentStyle: TextStyle | undefined;

  /**
   * @param model of the printer: its fonts, motion units and spacing
   * @param paperWidth dots that it can print across the paper
   * @param coding what character a byte is (ESC t, ESC R, FS &, FS C)
   */
  constructor(
    readonly model: PrinterModel,
    readonly paperWidth: number,
    readonly coding: CharacterCoding,
  ) {
    this.areaWidth = paperWidth;
    this.font = powerOnFontOf(model);
    this.lineSpacing = model.lineSpacing;
    this.otherSpacing = { characters: 0, lines: model.lineSpacing };
    // Star's printers have no tab stops until ESC D.
    this.tallLines = isStar(model.language);
    this.tabStops = this.tallLines ? [] : powerOnTabStops(this.font.width);
  }

  /** A colour as the printer prints it: one that it has not is black. */
  printedInk(ink: Ink): Ink {
    return ink > this.model.colors ? 1 : ink;
  }

  /** The fonts of the printer (ESC M). */
  get fonts(): FontSet {
    return this.model.fonts;
  }

  /** True between ESC L and the end of the page. */
  get pageMode(): boolean {
    return this.isPageMode;
  }

  /** Standard mode and page mode each keep their own ESC SP, ESC 2 and ESC 3 (Epson ESC/POS reference, ESC L). */
  set pageMode(on: boolean) {
    if (on === this.isPageMode) return;
    const other = this.otherSpacing;
    this.otherSpacing = { characters: this.characterSpacing, lines: this.lineSpacing };
    this.characterSpacing = other.characters;
    this.lineSpacing = other.lines;
    this.isPageMode = on;
    this.styleChanged();
  }

  /** To be called when the line buffer is empty: what waited for the start of a line acts now. */
  lineStarted(): void {
    if (this.upsideDown === this.requestedUpsideDown) return;
    this.upsideDown = this.requestedUpsideDown;
    this.styleChanged();
  }

  /** To be called after any change of the fields that make up a text style. */
  styleChanged(): void {
    this.currentStyle = undefined;
  }

  /** The style of the next characters. */
  get style(): TextStyle {
    return (this.currentStyle ??= this.makeStyle());
  }

  private makeStyle(): TextStyle {
    // ESC V and ESC { act in standard mode only, ESC T in page mode only.
    const rotated = !this.isPageMode && this.rotatedSpacing > 0;
    return makeStyle(this, {
      spacing: this.characterSpacing + (rotated ? this.rotatedSpacing : 0),
      bold: this.emphasized || this.doubleStrike,
      turn: this.isPageMode ? (PAGE_TURNS[this.pageDirection] ?? 0) : this.upsideDown ? 180 : 0,
      rotated,
    });
  }

  /** Dots of `n` motion units in the direction of the line (GS P): ESC SP, ESC $, ESC \, GS L, GS W. */
  horizontal(n: number): number {
    return Math.trunc(this.sideways ? this.along(n) : this.across(n));
  }

  /** Dots of `n` motion units across the line (GS P), halves included: ESC 3, ESC J, ESC K, GS $, GS \, GS V. */
  vertical(n: number): number {
    return this.sideways ? Math.trunc(this.across(n)) : this.along(n);
  }

  /** Whole dots of `n` motion units across the paper, whatever the direction of page mode (ESC W, GS ( P). */
  acrossPaper(n: number): number {
    return Math.trunc(this.across(n));
  }

  /** Whole dots of `n` motion units along the paper, whatever the direction of page mode (ESC W, GS ( P). */
  alongPaper(n: number): number {
    return Math.floor(this.along(n));
  }

  /** What is less than a step of the mechanism is left out (Epson ESC/POS reference, GS P). */
  private across(n: number): number {
    const { dotsPerInch, horizontalUnits } = this.model;
    return (n * dotsPerInch) / (this.horizontalUnits || horizontalUnits);
  }

  /** The paper moves by whole steps, which are half a dot on many printers: they add up. */
  private along(n: number): number {
    const { dotsPerInchAlong, verticalUnits, stepsPerInch } = this.model;
    const steps = Math.trunc((n * stepsPerInch) / (this.verticalUnits || verticalUnits));
    return (steps * dotsPerInchAlong) / stepsPerInch;
  }

  /** Lines of page mode that run along the paper swap the motion units (Epson ESC/POS reference, ESC T). */
  private get sideways(): boolean {
    return this.isPageMode && (this.pageDirection & 1) === 1;
  }
}

const tabStopsByWidth = new Map<number, readonly number[]>();

/** Dots of the tab stops at power-on: every 8 characters (ESC D). */
function powerOnTabStops(characterWidth: number): readonly number[] {
  return tabStopsByWidth.getOrInsertComputed(characterWidth, () =>
    Array.from({ length: 32 }, (_, index) => (index + 1) * 8 * characterWidth),
  );
}
