import { dialectFor } from "./dialects.ts";
import { isStar, type PrinterLanguage } from "./language.ts";
import { Scanner } from "./scanner.ts";

const ESC = 0x1b;

/** Bytes behind ESC that only Star's commands have there. */
const STAR_AFTER_ESC = new Set([0x1d, 0x1e, 0x1c, 0x06, 0x07, ...Buffer.from("45FXbhkz")]);
/** Bytes behind ESC that only ESC/POS commands have there. */
const ESCPOS_AFTER_ESC = new Set(Buffer.from("!cpt{"));
/** Bytes behind DLE, and behind FS, that begin a command of ESC/POS; FS alone is one byte on Star printers. */
const ESCPOS_AFTER_DLE = new Set([0x04, 0x05, 0x14]);
const ESCPOS_AFTER_FS = new Set(Buffer.from("!&(-.CSpq"));

/** Parameters of ESC E, ESC a and ESC * on ESC/POS printers. */
const EMPHASIS = new Set([0x00, 0x01, 0xff, 0x30, 0x31]);
const JUSTIFICATION = new Set([0x00, 0x01, 0x02, 0x30, 0x31, 0x32]);
const BIT_IMAGE = new Set([0x00, 0x01, 0x20, 0x21]);

/** Star's languages, or ESC/POS. */
export type LanguageFamily = "star" | "escpos";

/**
 * The language of a print: what its bytes tell, or `fallback` where they tell nothing. The first command that only one
 * family has decides; it is Star's only if Star's commands then split the whole print. Linear; never throws.
 *
 * @param fallback the language of the printer, which also tells which of Star's languages it is
 */
export function languageOf(bytes: Uint8Array, fallback: PrinterLanguage = "escpos"): PrinterLanguage {
  const family = familyOf(bytes);
  if (family === undefined) return fallback;
  if (family === "escpos") return "escpos";
  const language = isStar(fallback) ? fallback : "star-line";
  return isStar(fallback) || isSplitBy(language, bytes) ? language : fallback;
}

/** What the first telling command of a stream says, as far as it has come; undefined while none has. */
export function familyOf(bytes: Uint8Array): LanguageFamily | undefined {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x1d || byte < 0x10 || (byte > 0x10 && byte < ESC)) continue;
    if (byte === 0x10 && isProbe(bytes, at)) {
      at += PROBE_BYTES - 1;
      continue;
    }
    const family = told(byte, bytes[at + 1] ?? -1, bytes[at + 2] ?? -1, bytes[at + 3] ?? -1);
    if (family !== undefined) return family;
  }
  return undefined;
}

/** DLE EOT n ESC ACK SOH, by which receiptio asks a printer of either kind for its status. */
const PROBE_BYTES = 6;

function isProbe(bytes: Uint8Array, at: number): boolean {
  return [0x10, 0x04, undefined, ESC, 0x06, 0x01].every(
    (byte, index) => byte === undefined || bytes[at + index] === byte,
  );
}

function told(byte: number, second: number, third: number, fourth: number): LanguageFamily | undefined {
  switch (byte) {
    case 0x10:
      return ESCPOS_AFTER_DLE.has(second) ? "escpos" : undefined;
    case 0x1c:
      return ESCPOS_AFTER_FS.has(second) ? "escpos" : undefined;
    case 0x1d:
      return "escpos";
    default:
      return toldByEscape(second, third, fourth);
  }
}

function toldByEscape(second: number, third: number, fourth: number): LanguageFamily | undefined {
  if (STAR_AFTER_ESC.has(second)) return "star";
  if (ESCPOS_AFTER_ESC.has(second)) return "escpos";
  switch (String.fromCharCode(second)) {
    case "*":
      if (third === 0x72) return "star";
      return BIT_IMAGE.has(third) ? "escpos" : undefined;
    case "\f":
      return third === 0x00 || third === 0x04 ? "star" : undefined;
    case "i":
      return third >= 0 && third < 6 && fourth >= 0 && fourth < 6 ? "star" : "escpos";
    case "E":
      if (third < 0) return undefined;
      return EMPHASIS.has(third) ? "escpos" : "star";
    case "a":
      return JUSTIFICATION.has(third) ? "escpos" : undefined;
    default:
      return undefined;
  }
}

/** Whether a language has every command of a print. */
function isSplitBy(language: PrinterLanguage, bytes: Uint8Array): boolean {
  const scanner = new Scanner(dialectFor(language), bytes, 0, bytes.length);
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    if (command.kind === "unknown") return false;
  }
  return true;
}
