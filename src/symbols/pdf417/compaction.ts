/** Data of PDF417 as codewords. Source: ISO/IEC 15438, 5.4 and annex P. */

import { isTextByte, textCodewords } from "./text-compaction.ts";

/** Codewords that change the mode. */
const TO_TEXT = 900;
const TO_BYTES = 901;
const TO_NUMBERS = 902;
const ONE_BYTE = 913;
/** To bytes whose number is a multiple of six. */
const TO_SIXES = 924;

/** Runs as long as these pay for a change of mode: of digits, of digits alone, and of text. */
const FEWEST_DIGITS = 13;
const FEWEST_DIGITS_ALONE = 8;
const FEWEST_LETTERS = 5;

const ALPHA = 0;

/** Digits that are one number, and bytes that are. */
const NUMBER_DIGITS = 44;
const NUMBER_BYTES = 6;
const BASE = 900;

/** The codewords of data of any bytes, without their number and without padding. */
export function compact(data: Uint8Array): number[] {
  const { digits, letters } = runLengths(data);
  const isDigitsAlone = digits[0] === data.length && data.length >= FEWEST_DIGITS_ALONE;
  const codewords: number[] = [];
  let mode: "text" | "bytes" | "numbers" = "text";
  let subMode = ALPHA;
  for (let at = 0; at < data.length;) {
    const ofDigits = digits[at] ?? 0;
    const ofText = letters[at] ?? 0;
    if (ofDigits >= FEWEST_DIGITS || isDigitsAlone) {
      codewords.push(TO_NUMBERS, ...numberCodewords(data.subarray(at, at + ofDigits)));
      mode = "numbers";
      at += ofDigits;
    } else if (ofText >= FEWEST_LETTERS) {
      if (mode !== "text") {
        codewords.push(TO_TEXT);
        subMode = ALPHA;
      }
      const text = textCodewords(data.subarray(at, at + ofText), subMode);
      for (const codeword of text.codewords) codewords.push(codeword);
      subMode = text.end;
      mode = "text";
      at += ofText;
    } else {
      let end = at + 1;
      while (end < data.length && (digits[end] ?? 0) < FEWEST_DIGITS && (letters[end] ?? 0) < FEWEST_LETTERS)
        end++;
      const bytes = data.subarray(at, end);
      if (bytes.length === 1 && mode === "text") codewords.push(ONE_BYTE, bytes[0] ?? 0);
      else {
        codewords.push(bytes.length % NUMBER_BYTES === 0 ? TO_SIXES : TO_BYTES);
        for (const codeword of byteCodewords(bytes)) codewords.push(codeword);
        mode = "bytes";
      }
      at = end;
    }
  }
  return codewords;
}

/** From each byte on, how many are digits, and how many are text without a long run of digits. */
function runLengths(data: Uint8Array): { digits: Uint16Array; letters: Uint16Array } {
  const digits = new Uint16Array(data.length + 1);
  const letters = new Uint16Array(data.length + 1);
  for (let at = data.length - 1; at >= 0; at--) {
    const byte = data[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) digits[at] = (digits[at + 1] ?? 0) + 1;
    if (isTextByte(byte) && (digits[at] ?? 0) < FEWEST_DIGITS) letters[at] = (letters[at + 1] ?? 0) + 1;
  }
  return { digits, letters };
}

/** Digits with a 1 before them as numbers of the base 900, up to 44 digits each. */
function numberCodewords(digits: Uint8Array): number[] {
  const codewords: number[] = [];
  for (let at = 0; at < digits.length; at += NUMBER_DIGITS) {
    const part: number[] = [];
    let number = BigInt(`1${String.fromCharCode(...digits.subarray(at, at + NUMBER_DIGITS))}`);
    for (; number > 0n; number /= BigInt(BASE)) part.push(Number(number % BigInt(BASE)));
    codewords.push(...part.toReversed());
  }
  return codewords;
}

/** Six bytes as five codewords; those that are left over are one each. */
function byteCodewords(bytes: Uint8Array): number[] {
  const codewords: number[] = [];
  const whole = bytes.length - (bytes.length % NUMBER_BYTES);
  for (let at = 0; at < whole; at += NUMBER_BYTES) {
    let number = 0;
    for (let index = at; index < at + NUMBER_BYTES; index++) number = number * 256 + (bytes[index] ?? 0);
    const part: number[] = [];
    for (let index = 0; index < 5; index++, number = Math.floor(number / BASE)) part.push(number % BASE);
    codewords.push(...part.toReversed());
  }
  for (const byte of bytes.subarray(whole)) codewords.push(byte);
  return codewords;
}
