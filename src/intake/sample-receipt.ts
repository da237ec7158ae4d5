import { NO_FIELDS } from "../contract/print-fields.ts";
import type { NewPrint } from "../domain/print.ts";

const ESC = "\x1b";
const GS = "\x1d";

/** Paper of so many columns has room for the motto in one line. */
const MOTTO_COLUMNS = 32;

/** Text in ESC/POS, its lines as wide as the paper. */
function sampleOf(columns: number): string {
  const rule = `${"-".repeat(columns)}\n`;
  const priceLine = (name: string, price: string): string =>
    `${name.padEnd(columns - price.length)}${price}\n`;
  return [
    `${ESC}@${ESC}t\x13`,
    `${ESC}a\x01${GS}!\x11TILLROLL\n${GS}!\x00`,
    `The till roll${columns < MOTTO_COLUMNS ? "\n" : " "}that is never lost\n\n`,
    `${ESC}a\x00${ESC}E\x01Order #1001${ESC}E\x00\n`,
    rule,
    priceLine("2 x Flat White", "7.00"),
    priceLine("1 x Croissant", "3.20"),
    rule,
    `${ESC}E\x01${priceLine("TOTAL EUR", "10.20")}${ESC}E\x00`,
    `\n${ESC}a\x01Thank you!\n`,
    `${ESC}d\x03${GS}VB\x00`,
  ].join("");
}

/**
 * A small receipt in ESC/POS for paper of so many columns, for test prints and first steps. A new array each time: storing
 * hands it over.
 */
export function sampleReceipt(columns: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(sampleOf(columns), (character) => character.charCodeAt(0));
}

/** What a test print is stored with. */
export const SAMPLE_PRINT: NewPrint = { ...NO_FIELDS, label: "Test print", tag: new Map() };
