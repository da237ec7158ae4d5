import { dialectFor } from "./dialects.ts";
import { isStar, type PrinterLanguage } from "./language.ts";
import { Scanner } from "./scanner.ts";

const DLE = 0x10;
const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;
const RS = 0x1e;

/** Star's languages, or ESC/POS. */
export type LanguageFamily = "star" | "escpos";

/**
 * What a command says of the family that a print is in: that it is one of them, or that it is likely, where the other
 * has the command too, with another meaning.
 */
type Evidence = LanguageFamily | `maybe ${LanguageFamily}`;

/** Bytes behind ESC. Clones of Epson have some commands of Star's, and Star has ESC p and ESC t. */
const AFTER_ESC: ReadonlyMap<number, Evidence> = new Map([
  ...[GS, RS, FS, 0x06, 0x07].map((byte) => [byte, "star"] as const),
  ...Buffer.from("45FXbhkz")
    .values()
    .map((byte) => [byte, "maybe star"] as const),
  ...Buffer.from("!c{")
    .values()
    .map((byte) => [byte, "escpos"] as const),
  ...Buffer.from("pt")
    .values()
    .map((byte) => [byte, "maybe escpos"] as const),
]);
/** Bytes behind DLE, and behind FS, that begin a command of ESC/POS; FS alone is one byte on Star printers. */
const ESCPOS_AFTER_DLE = new Set([0x04, 0x05, 0x14]);
const ESCPOS_AFTER_FS = new Set(Buffer.from("!&(-.CSpq"));

/** Parameters of ESC E, ESC a and ESC * on ESC/POS printers. */
const EMPHASIS = new Set([0x00, 0x01, 0xff, 0x30, 0x31]);
const JUSTIFICATION = new Set([0x00, 0x01, 0x02, 0x30, 0x31, 0x32]);
const BIT_IMAGE = new Set([0x00, 0x01, 0x20, 0x21]);

/** What is known of the printer of a print. */
interface PrinterLanguageChoice {
  /** Its language, which also tells which of Star's languages a print is in. */
  readonly language: PrinterLanguage;
  /** Somebody said so: commands that it has, and the other family as well, tell nothing. */
  readonly isCertain: boolean;
}

const UNKNOWN_PRINTER: PrinterLanguageChoice = { language: "escpos", isCertain: false };

/**
 * The language of a print: what its bytes tell, or that of the printer where they tell nothing. The first command that
 * only one family has decides; it is Star's only if Star's commands then split the whole print. Linear; never throws.
 */
export function languageOf(bytes: Uint8Array, printer = UNKNOWN_PRINTER): PrinterLanguage {
  const { language, isCertain } = printer;
  const own = familyOfLanguage(language);
  const family = familyOf(bytes, { chosen: isCertain ? own : undefined });
  if (family === undefined || family === own) return language;
  if (family === "escpos") return "escpos";
  return isSplitBy("star-line", bytes) ? "star-line" : language;
}

/** The family of a language. */
export function familyOfLanguage(language: PrinterLanguage): LanguageFamily {
  return isStar(language) ? "star" : "escpos";
}

/**
 * What the first telling command of a stream says; undefined where none does.
 *
 * @param options.isWhole whether no more may come
 * @param options.chosen the family of the printer, where that is certain
 */
export function familyOf(
  bytes: Uint8Array,
  { isWhole = true, chosen }: { isWhole?: boolean; chosen?: LanguageFamily | undefined } = {},
): LanguageFamily | undefined {
  // What ends in the middle of a command tells nothing yet.
  const end = isWhole ? bytes.length : bytes.length - PROBE_BYTES + 1;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > GS || byte < DLE || (byte > DLE && byte < ESC)) continue;
    if (byte === DLE && isProbe(bytes, at)) {
      at += PROBE_BYTES - 1;
      continue;
    }
    const evidence = told(byte, bytes[at + 1] ?? -1, bytes[at + 2] ?? -1, bytes[at + 3] ?? -1);
    if (evidence === undefined) continue;
    if (evidence === "star" || evidence === "escpos") return evidence;
    const family = evidence === "maybe star" ? "star" : "escpos";
    if (chosen === undefined || chosen === family) return family;
  }
  return undefined;
}

/** DLE EOT n ESC ACK SOH, by which receiptio asks a printer of either kind for its status. */
const PROBE_BYTES = 6;

function isProbe(bytes: Uint8Array, at: number): boolean {
  return [DLE, 0x04, undefined, ESC, 0x06, 0x01].every(
    (byte, index) => byte === undefined || bytes[at + index] === byte,
  );
}

function told(byte: number, second: number, third: number, fourth: number): Evidence | undefined {
  switch (byte) {
    case DLE:
      return ESCPOS_AFTER_DLE.has(second) ? "escpos" : undefined;
    case FS:
      return ESCPOS_AFTER_FS.has(second) ? "maybe escpos" : undefined;
    case GS:
      return "escpos";
    default:
      return AFTER_ESC.get(second) ?? toldByParameter(second, third, fourth);
  }
}

/** What commands of both families tell by their parameters. */
function toldByParameter(second: number, third: number, fourth: number): Evidence | undefined {
  switch (String.fromCharCode(second)) {
    case "*":
      if (third === 0x72) return "star";
      return BIT_IMAGE.has(third) ? "maybe escpos" : undefined;
    case "\f":
      return third === 0x00 || third === 0x04 ? "star" : undefined;
    case "i":
      return third >= 0 && third < 6 && fourth >= 0 && fourth < 6 ? "maybe star" : "maybe escpos";
    case "E":
      if (third < 0) return undefined;
      return EMPHASIS.has(third) ? "maybe escpos" : "maybe star";
    case "a":
      return JUSTIFICATION.has(third) ? "maybe escpos" : undefined;
    default:
      return undefined;
  }
}

/** Whether a language has every command of a print; a last one that is cut short may be any. */
function isSplitBy(language: PrinterLanguage, bytes: Uint8Array): boolean {
  const scanner = new Scanner(dialectFor(language), bytes, 0, bytes.length);
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    if (command.kind === "unknown" && !command.truncated) return false;
  }
  return true;
}
