import { NO_FIELDS } from "../contract/print-fields.ts";
import type { NewPrint } from "../domain/print.ts";
import { isStar } from "../escpos/language.ts";
import { DEFAULT_MODEL } from "../escpos/models/models.ts";
import type { PrinterModel } from "../escpos/models/printer-model.ts";

const ESC = "\x1b";
const GS = "\x1d";

/** Paper of so many columns has room for the motto in one line. */
const MOTTO_COLUMNS = 32;

/** What the receipt says beside its characters. */
interface Commands {
  readonly centre: string;
  readonly left: string;
  readonly large: string;
  readonly usual: string;
  readonly bold: string;
  readonly light: string;
  /** Three lines on: where there is no cutter the paper is torn off. */
  readonly feed: string;
  /** Past the head, and a bridge is left. */
  readonly cut: string;
}

const ESCPOS: Commands = {
  centre: `${ESC}a\x01`,
  left: `${ESC}a\x00`,
  large: `${GS}!\x11`,
  usual: `${GS}!\x00`,
  bold: `${ESC}E\x01`,
  light: `${ESC}E\x00`,
  feed: `${ESC}d\x03`,
  cut: `${GS}VB\x00`,
};

/** All of Star's printers that print text know these. */
const STAR: Commands = {
  centre: `${ESC}${GS}a\x01`,
  left: `${ESC}${GS}a\x00`,
  large: `${ESC}W\x01${ESC}h\x01`,
  usual: `${ESC}W\x00${ESC}h\x00`,
  bold: `${ESC}E`,
  light: `${ESC}F`,
  feed: `${ESC}a\x03`,
  cut: `${ESC}d\x03`,
};

/** Text with commands, its lines as wide as the paper. */
function sampleOf(columns: number, commands: Commands, hasCutter: boolean): string {
  const { centre, left, large, usual, bold, light, feed, cut } = commands;
  const rule = `${"-".repeat(columns)}\n`;
  const priceLine = (name: string, price: string): string =>
    `${name.padEnd(columns - price.length)}${price}\n`;
  return [
    `${ESC}@${centre}${large}TILLROLL\n${usual}`,
    `The till roll${columns < MOTTO_COLUMNS ? "\n" : " "}that is never lost\n\n`,
    `${left}${bold}Order #1001${light}\n`,
    rule,
    priceLine("2 x Flat White", "7.00"),
    priceLine("1 x Croissant", "3.20"),
    rule,
    `${bold}${priceLine("TOTAL EUR", "10.20")}${light}`,
    `\n${centre}Thank you!\n`,
    feed,
    hasCutter ? cut : "",
  ].join("");
}

/**
 * A small receipt of text for paper of so many columns, for test prints and first steps, in the language of a printer. Its
 * characters are on all code pages. A new array each time: storing hands it over.
 */
export function sampleReceipt(
  columns: number,
  { language, cutter }: Pick<PrinterModel, "language" | "cutter"> = DEFAULT_MODEL,
): Uint8Array<ArrayBuffer> {
  const sample = sampleOf(columns, isStar(language) ? STAR : ESCPOS, cutter !== "none");
  return Uint8Array.from(sample, (character) => character.charCodeAt(0));
}

/** What a test print is stored with. */
export const SAMPLE_PRINT: NewPrint = { ...NO_FIELDS, label: "Test print", tag: new Map() };
