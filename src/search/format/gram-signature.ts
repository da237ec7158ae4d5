import { PART_BYTES } from "../segment-limits.ts";
import type { LoadPart } from "./column.ts";

/*
 * Tells the blocks that may hold a text from those that cannot, without reading them. Every three bytes that follow each
 * other in a value, and every four or five, are hashed to a row; a block's column has a one in each row that it was
 * hashed to. Laid down by rows, so that a search reads the few rows of its own text and combines them for all blocks.
 */

const SEPARATOR = 0xff;

/** Places of a looked-for text whose rows are read; those of a longer one are spread over it. */
const PROBES = 32;

/** With fewer long grams than this, a text's trigrams are looked at too. */
const FEW_GRAMS = 2;

/** How a signature is made. */
export interface SignatureShape {
  /** A power of two: the more, the fewer blocks are read in vain. */
  readonly rows: number;
  /** Bytes of the grams beside those of three. */
  readonly longGram: 4 | 5;
}

/** The column of a block: a bit a row. @param bytes its values in UTF-8, ended by 0xFF each */
export function signatureOf(bytes: Uint8Array, { rows, longGram }: SignatureShape): Uint32Array {
  const column = new Uint32Array(rows / 32);
  const shift = Math.clz32(rows) + 1;
  let first = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === SEPARATOR) {
      first = at + 1;
      continue;
    }
    if (at - first >= 2) mark(column, hashOfThree(bytes, at - 2) >>> shift);
    if (at - first >= longGram - 1) mark(column, hashOfLong(bytes, at - longGram + 1, longGram) >>> shift);
  }
  return column;
}

function mark(column: Uint32Array, row: number): void {
  column[row >>> 5] = (column[row >>> 5] as number) | (1 << (row & 31));
}

function hashOfThree(bytes: Uint8Array, at: number): number {
  const three = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
  return Math.imul(three, 0x9e37_79b1);
}

function hashOfLong(bytes: Uint8Array, at: number, length: number): number {
  const four =
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24);
  const hash = Math.imul(four, 0x85eb_ca6b);
  // The upper bits are those that count, so the fifth byte is mixed into them after the first four were.
  return length === 4 ? hash : Math.imul((hash ^ (hash >>> 15)) + (bytes[at + 4] as number), 0xc2b2_ae35);
}

/** Lays columns down by rows, in parts. */
export function writeSignatures(columns: readonly Uint32Array[], { rows }: SignatureShape): Uint8Array[] {
  const { rowBytes, rowsPerPart, parts } = layoutOf(columns.length, rows);
  const laid = new Uint8Array(rows * rowBytes);
  for (const [block, column] of columns.entries()) {
    const bit = 1 << (block & 7);
    for (let word = 0; word < column.length; word++) {
      for (let bits = column[word] as number; bits !== 0; bits &= bits - 1) {
        const at = (word * 32 + (31 - Math.clz32(bits & -bits))) * rowBytes + (block >>> 3);
        laid[at] = (laid[at] as number) | bit;
      }
    }
  }
  const partBytes = rowsPerPart * rowBytes;
  return Array.from(
    { length: parts },
    (_, part) => new Uint8Array(laid.subarray(part * partBytes, (part + 1) * partBytes)),
  );
}

/** How the rows of so many blocks are laid down: a part holds a power of two of them. */
function layoutOf(blocks: number, rows: number): { rowBytes: number; rowsPerPart: number; parts: number } {
  const rowBytes = Math.ceil(blocks / 8);
  if (rowBytes === 0) return { rowBytes, rowsPerPart: rows, parts: 0 };
  const fitting = 2 ** Math.floor(Math.log2(Math.max(1, PART_BYTES / rowBytes)));
  const rowsPerPart = Math.min(rows, fitting);
  return { rowBytes, rowsPerPart, parts: rows / rowsPerPart };
}

/** The column of all of some blocks together, of signatures as {@link writeSignatures} laid them down. */
export function unionOf(blocks: number, { rows }: SignatureShape, load: LoadPart): Uint32Array {
  const { rowBytes, rowsPerPart, parts } = layoutOf(blocks, rows);
  const column = new Uint32Array(rows / 32);
  for (let part = 0; part < parts; part++) {
    const laid = load(part);
    let at = 0;
    for (let row = part * rowsPerPart; row < (part + 1) * rowsPerPart; row++) {
      let some = 0;
      for (const end = at + rowBytes; at < end; at++) some |= laid[at] as number;
      if (some !== 0) mark(column, row);
    }
  }
  return column;
}

/** Parts that the signatures of so many blocks take. */
export function signatureParts(blocks: number, { rows }: SignatureShape): number {
  return layoutOf(blocks, rows).parts;
}

/**
 * The blocks, ascending, that may hold some bytes: all that do hold them, and a few others.
 * @param patience rows after which no more are read where none of the blocks is out yet
 */
export function blocksWith(
  bytes: Uint8Array,
  blocks: number,
  shape: SignatureShape,
  load: LoadPart,
  patience = Infinity,
): number[] {
  // Of receipts without a letter there is not even a part to read.
  if (blocks === 0) return [];
  const { rowBytes, rowsPerPart } = layoutOf(blocks, shape.rows);
  const left = new Uint8Array(rowBytes).fill(0xff);
  left[rowBytes - 1] = 0xff >>> (rowBytes * 8 - blocks);
  let read = 0;
  let out = 0;
  const rows = [...rowsOf(bytes, shape)];
  // The ends of what somebody types are most unlike each other: a word that is everywhere, and a number.
  for (const row of [...rows.splice(-1), ...rows]) {
    const part = load(Math.floor(row / rowsPerPart));
    const from = (row % rowsPerPart) * rowBytes;
    let some = 0;
    for (let index = 0; index < rowBytes; index++) {
      const before = left[index] as number;
      some |= left[index] = before & (part[from + index] as number);
      out |= before ^ (left[index] as number);
    }
    if (some === 0) return [];
    if (++read >= patience && out === 0) break;
  }
  const found: number[] = [];
  for (let block = 0; block < blocks; block++) {
    if (((left[block >>> 3] as number) >>> (block & 7)) & 1) found.push(block);
  }
  return found;
}

/** The rows to look at: none for under three bytes, which any block may hold. */
function rowsOf(bytes: Uint8Array, { rows, longGram }: SignatureShape): Set<number> {
  const shift = Math.clz32(rows) + 1;
  const found = new Set<number>();
  const step = Math.ceil(bytes.length / PROBES);
  for (let at = 0; at + longGram <= bytes.length; at += step) {
    found.add(hashOfLong(bytes, at, longGram) >>> shift);
  }
  if (found.size >= FEW_GRAMS) return found;
  for (let at = 0; at + 2 < bytes.length; at += step) found.add(hashOfThree(bytes, at) >>> shift);
  return found;
}
