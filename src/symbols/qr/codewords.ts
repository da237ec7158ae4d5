/** The codewords of a QR code: data, padding and error correction. Source: ISO/IEC 18004, 7.4 to 7.6. */

import { BitWriter } from "../bit-writer.ts";
import { ReedSolomon } from "../reed-solomon.ts";
import {
  ALPHANUMERIC,
  BYTES,
  charactersOf,
  groupOf,
  INDICATOR_BITS,
  KANJI,
  type Segment,
  valueOf,
  type VersionGroup,
} from "./segments.ts";
import { blocksOf, codewordsOf, dataCodewords, type QrLevel } from "./versions.ts";

/** Zeros that end the data, as many of them as there is room for. */
const TERMINATOR_BITS = 4;

/** What fills the codewords behind the data, in turn. */
const PADDING = [0xec, 0x11];

/** All codewords of a symbol in the order in which they are placed. */
export function codewordsFor(segments: readonly Segment[], version: number, level: QrLevel): Uint8Array {
  const data = new Uint8Array(dataCodewords(version, level));
  const writer = new BitWriter(data);
  for (const segment of segments) writeSegment(writer, segment, groupOf(version));
  const padding = (writer.length + TERMINATOR_BITS + 7) >> 3;
  for (let at = padding; at < data.length; at++) data[at] = PADDING[(at - padding) & 1] ?? 0;
  return interleaved(data, version, level);
}

function writeSegment(writer: BitWriter, segment: Segment, group: VersionGroup): void {
  const { mode, data } = segment;
  writer.write(mode.indicator, INDICATOR_BITS);
  writer.write(charactersOf(segment), mode.countBits[group]);
  if (mode === BYTES) for (const byte of data) writer.write(byte, 8);
  else if (mode === KANJI) writeKanji(writer, data);
  else writeGroups(writer, segment, mode === ALPHANUMERIC ? 45 : 10);
}

/** Digits or letters in groups, each one number in a base. */
function writeGroups(writer: BitWriter, { mode, data }: Segment, base: number): void {
  const { groupBits } = mode;
  for (let at = 0; at < data.length; at += groupBits.length) {
    const end = Math.min(data.length, at + groupBits.length);
    let value = 0;
    for (let index = at; index < end; index++) value = value * base + valueOf(data[index] ?? 0);
    writer.write(value, groupBits[end - at - 1] ?? 0);
  }
}

/** Pairs of Shift JIS as numbers without gaps. */
function writeKanji(writer: BitWriter, data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 2) {
    const pair = ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
    const number = pair - (pair < 0xe040 ? 0x8140 : 0xc140);
    writer.write((number >> 8) * 0xc0 + (number & 0xff), 13);
  }
}

/** x⁸ + x⁴ + x³ + x² + 1. */
const CORRECTION = new ReedSolomon(8, 0x11d, 0);

/** Divides data into blocks, the last of which may be longer by one, and takes from each block in turn. */
function interleaved(data: Uint8Array, version: number, level: QrLevel): Uint8Array {
  const { blocks, correction } = blocksOf(version, level);
  const short = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  const result = new Uint8Array(codewordsOf(version));
  for (let block = 0, from = 0; block < blocks; block++) {
    const length = block < shortBlocks ? short : short + 1;
    const part = data.subarray(from, from + length);
    from += length;
    for (let index = 0; index < short; index++) result[index * blocks + block] = part[index] ?? 0;
    // Only the longer blocks have this one.
    if (length > short) result[short * blocks + block - shortBlocks] = part[short] ?? 0;
    CORRECTION.correctionOf(part, correction).forEach((codeword, index) => {
      result[data.length + index * blocks + block] = codeword;
    });
  }
  return result;
}
