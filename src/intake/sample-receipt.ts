import { NO_FIELDS } from "../contract/print-fields.ts";
import type { NewPrint } from "../domain/print.ts";

const ESC = "\x1b";
const GS = "\x1d";

/** Lines of 32 columns, so that the sample fits the narrowest common paper (58 mm). */
function priceLine(name: string, price: string): string {
  return `${name.padEnd(32 - price.length)}${price}\n`;
}

const SAMPLE = [
  `${ESC}@${ESC}t\x13`,
  `${ESC}a\x01${GS}!\x11TILLROLL\n${GS}!\x00`,
  "The till roll that is never lost\n\n",
  `${ESC}a\x00${ESC}E\x01Order #1001${ESC}E\x00\n`,
  "--------------------------------\n",
  priceLine("2 x Flat White", "7.00"),
  priceLine("1 x Croissant", "3.20"),
  "--------------------------------\n",
  `${ESC}E\x01${priceLine("TOTAL EUR", "10.20")}${ESC}E\x00`,
  `\n${ESC}a\x01Thank you!\n`,
  `${ESC}d\x03${GS}VB\x00`,
].join("");

/** A small receipt in ESC/POS, for test prints and first steps. A new array each time: storing hands it over. */
export function sampleReceipt(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(SAMPLE, (character) => character.charCodeAt(0));
}

/** What a test print is stored with. */
export const SAMPLE_PRINT: NewPrint = { ...NO_FIELDS, label: "Test print", tag: new Map() };
