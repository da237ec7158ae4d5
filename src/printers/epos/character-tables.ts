import { codePage } from "../../escpos/text/code-pages.ts";
import { pairTable, type DoubleByteCode } from "../../escpos/text/double-byte.ts";
import { type PageName, pageName, type PrinterProfile } from "../../escpos/text/printer-profile.ts";

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
export function writablePage(profile: PrinterProfile, number: number): WritablePage | undefined {
  const name = pageName(profile, number);
  if (name === undefined) return undefined;
  const key = `${profile} ${number}`;
  let page = pages.get(key);
  if (page === undefined) {
    const inverse = invert(codePage(number, 0, profile));
    const hasAscii = inverse.subarray(0x20, 0x7f).every((code, index) => code === index + 0x20);
    pages.set(key, (page = { number, name, codes: inverse, hasAscii }));
  }
  return page;
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
export function pageOrder(profile: PrinterProfile, preferred: readonly PageName[]): readonly number[] {
  const key = `${profile} ${preferred.join(" ")}`;
  const known = orders.get(key);
  if (known !== undefined) return known;
  const numbers = Array.from({ length: PAGES }, (_, number) => number);
  const named = numbers.filter((number) => pageName(profile, number) !== undefined);
  const rank = (number: number): number => {
    const name = pageName(profile, number);
    const place = name === undefined ? -1 : preferred.indexOf(name);
    return place < 0 ? preferred.length : place;
  };
  const order = named.toSorted((left, right) => rank(left) - rank(right) || left - right);
  orders.set(key, order);
  return order;
}

const codes = new Map<DoubleByteCode, Uint16Array>();

/** The pair of each UTF-16 code unit in a double-byte code, lead byte high; 0 for those it lacks. */
export function pairCodes(code: DoubleByteCode): Uint16Array {
  let pairs = codes.get(code);
  if (pairs === undefined) {
    pairs = new Uint16Array(CODE_UNITS);
    const table = pairTable(code);
    for (let pair = table.length - 1; pair > 0; pair--) {
      const unit = table[pair] ?? 0;
      if (unit !== 0) pairs[unit] = pair;
    }
    codes.set(code, pairs);
  }
  return pairs;
}
