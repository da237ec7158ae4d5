import { codePage } from "../../escpos/text/code-pages.ts";
import { pairTable, type DoubleByteCode } from "../../escpos/text/double-byte.ts";
import { type PageName, pageName, type PageNumbering } from "../../escpos/text/printer-profile.ts";

const REPLACEMENT_CHARACTER = 0xfffd;
const CODE_UNITS = 0x10000;
const PAGES = 256;

/** A code page of a printer, from characters to bytes. */
export interface WritablePage {
  /** The parameter of ESC t. */
  readonly number: number;
  readonly name: PageName;
  /** The byte of each UTF-16 code unit; 0 for those it lacks. */
  readonly codes: Uint8Array;
  /** Whether its lower half is ASCII. */
  readonly hasAscii: boolean;
}

/** Made once, when first used: 64 KiB a page. */
const pages = new Map<string, WritablePage>();

/** The page that ESC t `number` chooses on a printer; `undefined` where its characters are not known. */
export function writablePage(profile: PageNumbering, number: number): WritablePage | undefined {
  const name = pageName(profile, number);
  if (name === undefined) return undefined;
  return pages.getOrInsertComputed(`${profile} ${number}`, () => {
    const codes = invert(codePage(number, 0, profile));
    const hasAscii = codes.subarray(0x20, 0x7f).every((code, index) => code === index + 0x20);
    return { number, name, codes, hasAscii };
  });
}

function invert(table: Uint16Array): Uint8Array {
  const codes = new Uint8Array(CODE_UNITS);
  // Downwards, so that the lowest of several codes counts; blank cells are no spaces.
  for (let code = 0xff; code >= 0x20; code--) {
    const unit = table[code] ?? 0;
    if (unit !== REPLACEMENT_CHARACTER && (unit !== 0x20 || code === 0x20)) codes[unit] = code;
  }
  return codes;
}

const orders = new Map<string, readonly number[]>();

/** The numbers of all pages of a printer: those of the given names first, in that order. */
export function pageOrder(profile: PageNumbering, preferred: readonly PageName[]): readonly number[] {
  return orders.getOrInsertComputed(`${profile} ${preferred.join(" ")}`, () => {
    const nameOf = (number: number) => pageName(profile, number);
    const known = [...Array(PAGES).keys()].filter((number) => nameOf(number) !== undefined);
    const first = preferred.flatMap((name) => known.filter((number) => nameOf(number) === name));
    return [...new Set([...first, ...known])];
  });
}

const pairsOf = new Map<DoubleByteCode, Uint16Array>();

/** The pair of each UTF-16 code unit in a double-byte code, lead byte high; 0 for those it lacks. */
export function pairCodes(code: DoubleByteCode): Uint16Array {
  return pairsOf.getOrInsertComputed(code, () => {
    const pairs = new Uint16Array(CODE_UNITS);
    const table = pairTable(code);
    for (let pair = table.length - 1; pair > 0; pair--) {
      const unit = table[pair] ?? 0;
      if (unit !== 0) pairs[unit] = pair;
    }
    return pairs;
  });
}
