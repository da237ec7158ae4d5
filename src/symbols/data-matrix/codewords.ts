/** The codewords of data in a DataMatrix. Source: ISO/IEC 16022, 5.2 and annex B. */

import { isDigit, tripleValues, x12Value } from "./characters.ts";
import type { Segment } from "./encodation.ts";

/** Codewords that enter an encodation from ASCII, and the one that leaves those of triples. */
const ENTER = { c40: 230, bytes: 231, x12: 238, text: 239, edifact: 240 } as const;
const LEAVE_TRIPLES = 254;
/** The character that leaves EDIFACT. */
const LEAVE_EDIFACT = 31;

/** Two digits are one codeword from here on. */
const DIGIT_PAIRS = 130;
/** In ASCII: the character that follows has its highest bit set. */
const UPPER_SHIFT = 235;

/** Codewords of data without padding. @param segments as `shortestSegments` gives them */
export function countCodewords(segments: readonly Segment[]): number {
  return write(segments, Infinity).codewords.length;
}

/** The codewords of data in a symbol of `capacity`, padded. */
export function codewordsFor(segments: readonly Segment[], capacity: number): Uint8Array {
  const { codewords, leave } = write(segments, capacity);
  // A symbol that is full needs no end of its last encodation.
  return padded([...codewords, ...leave].slice(0, capacity), capacity);
}

/** Writes all segments; how the last is left is told apart. */
function write(segments: readonly Segment[], capacity: number): { codewords: number[]; leave: number[] } {
  const codewords: number[] = [];
  let leave: number[] = [];
  for (const segment of segments) {
    for (const codeword of leave) codewords.push(codeword);
    leave = writeSegment(codewords, segment, capacity);
  }
  return { codewords, leave };
}

/** Writes a segment and tells how it is left. */
function writeSegment(codewords: number[], { encodation, data }: Segment, capacity: number): number[] {
  if (encodation === "ascii") {
    writeAscii(codewords, data);
    return [];
  }
  codewords.push(ENTER[encodation]);
  if (encodation === "bytes") {
    writeBytes(codewords, data);
    return [];
  }
  if (encodation === "edifact") return writeEdifact(codewords, data, capacity);
  const values: number[] = [];
  for (const byte of data) {
    if (encodation === "x12") values.push(x12Value(byte));
    else values.push(...tripleValues(byte, encodation === "text"));
  }
  for (let at = 0; at < values.length; at += 3) {
    const number = (values[at] ?? 0) * 1600 + (values[at + 1] ?? 0) * 40 + (values[at + 2] ?? 0) + 1;
    codewords.push(number >> 8, number & 0xff);
  }
  return [LEAVE_TRIPLES];
}

function writeAscii(codewords: number[], data: Uint8Array): void {
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0;
    const pair = isDigit(byte) && isDigit(data[at + 1] ?? 0);
    if (pair) codewords.push(DIGIT_PAIRS + (byte - 0x30) * 10 + (data[++at] ?? 0) - 0x30);
    else if (byte < 0x80) codewords.push(byte + 1);
    else codewords.push(UPPER_SHIFT, byte - 0x80 + 1);
  }
}

/** So many codewords at the end of a symbol are ASCII without a change to it, where a group of EDIFACT would begin. */
const IMPLIED_ASCII = 2;

/** Four characters of six bits are three codewords; fewer at the end take the one that leaves along. */
function writeEdifact(codewords: number[], data: Uint8Array, capacity: number): number[] {
  for (let at = 0; at < data.length; at += 4) {
    const part = data.subarray(at, at + 4);
    if (capacity - codewords.length <= IMPLIED_ASCII) {
      writeAscii(codewords, part);
      return [];
    }
    let bits = 0;
    for (let index = 0; index < 4; index++)
      bits =
        (bits << 6) |
        (index < part.length ? (part[index] ?? 0) & 0x3f : index === part.length ? LEAVE_EDIFACT : 0);
    codewords.push(...[bits >> 16, (bits >> 8) & 0xff, bits & 0xff].slice(0, part.length + 1));
  }
  const isLeft = data.length % 4 !== 0 || capacity - codewords.length <= IMPLIED_ASCII;
  return isLeft ? [] : [LEAVE_EDIFACT << 2];
}

/** Bytes behind their number; all of these are made to look random, so that no symbol is all dark. */
function writeBytes(codewords: number[], data: Uint8Array): void {
  const length = data.length < 250 ? [data.length] : [249 + Math.floor(data.length / 250), data.length % 250];
  for (const byte of [...length, ...data])
    codewords.push((byte + ((149 * (codewords.length + 1)) % 255) + 1) & 0xff);
}

/** What fills a symbol up; only the first is not made to look random. */
const PADDING = 129;

function padded(codewords: readonly number[], length: number): Uint8Array {
  const result = new Uint8Array(length);
  result.set(codewords);
  for (let at = codewords.length; at < length; at++) {
    const random = PADDING + (at === codewords.length ? 0 : ((149 * (at + 1)) % 253) + 1);
    result[at] = random > 254 ? random - 254 : random;
  }
  return result;
}
