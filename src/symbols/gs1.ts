import { checkDigit } from "./retail.ts";

/** Data with GS1 application identifiers as a printer takes it. */
export interface Gs1Data {
  /** Data characters; FNC1 between elements is GS (1D hex). */
  readonly data: string;
  /** The same with parentheses around the application identifiers, as GS H prints it. */
  readonly interpretation: string;
}

/** Digits of application identifiers by how they start; others have two (GS1 General Specifications). */
const IDENTIFIER_DIGITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:31|32|33|34|35|36|39|43|70|72|80|81|82)/, 4],
  [/^(?:23|24|25|40|41|42|71)/, 3],
];

/** Characters of elements, identifier included, that need no FNC1 after them, by how they start. */
const FIXED_LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^00/, 20],
  [/^0[1-3]/, 16],
  [/^04/, 18],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
];

/**
 * Reads the data of GS k systems 74 and 78: parentheses around application identifiers are only printed,
 * `{1` is FNC1, `{(`, `{)`, `{*` and `{{` are those characters, and `*` is the check digit of the digits
 * before it in its element. Source: Epson ESC/POS reference, GS k.
 *
 * @param starIsCheckDigit false for GS1 DataBar Expanded, where `*` is skipped
 */
export function readGs1(source: string, starIsCheckDigit: boolean): Gs1Data {
  let data = "";
  let interpretation = "";
  /** Where the value of the current element starts in `data`. */
  let value = 0;
  for (let index = 0; index < source.length; index++) {
    const character = source[index] ?? "";
    if (character === "{") {
      const next = source[++index] ?? "";
      data += next === "1" ? "\x1d" : next;
      interpretation += next === "1" ? " " : next;
    } else if (character === "(" || character === ")") {
      interpretation += character;
      value = data.length;
    } else if (character !== "*") {
      data += character;
      interpretation += character;
    } else if (starIsCheckDigit) {
      const digits = data.slice(value);
      const digit = /^\d+$/.test(digits) ? checkDigit(digits) : "";
      data += digit;
      interpretation += digit;
    }
  }
  return { data, interpretation };
}

/**
 * Puts parentheses around the application identifiers of data without any, which is what the encoder takes
 * for GS1 DataBar Expanded and composite symbols.
 */
export function bracketed(data: string): string {
  let result = "";
  for (const part of data.split("\x1d")) {
    let rest = part;
    while (rest !== "") {
      const identifier = IDENTIFIER_DIGITS.find(([start]) => start.test(rest))?.[1] ?? 2;
      const length = FIXED_LENGTHS.find(([start]) => start.test(rest))?.[1] ?? rest.length;
      result += `(${rest.slice(0, identifier)})${rest.slice(identifier, length)}`;
      rest = rest.slice(Math.max(1, length));
    }
  }
  return result;
}
