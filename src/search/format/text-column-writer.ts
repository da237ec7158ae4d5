import { fold } from "../../domain/text.ts";
import { TEXT_BLOCK_LIMITS } from "../segment-limits.ts";
import type { PositionSet } from "../sets/position-set.ts";
import { countBoth } from "../sets/set-count.ts";
import type { ColumnRun } from "./column.ts";
import { groupByValue, writeDictionary } from "./dictionary-column.ts";
import { signatureOf, writeSignatures } from "./gram-signature.ts";
import { valueHash, writeHashes } from "./hash-part.ts";
import { PartReader } from "./part-reader.ts";
import { partOf } from "./part-writer.ts";
import { partOfSet } from "./set-format.ts";
import { BLOCK_SIGNATURE, signedBlocks, writeHead } from "./text-column-layout.ts";
import { readValues, sortedByBytes, writeValues } from "./value-block.ts";
import { groupByDigits } from "./value-digits.ts";
import { writeFilter } from "./value-filter.ts";
import { shapeOf } from "../../domain/value-shape.ts";
import { groupByWords } from "./value-words.ts";
import { writeWordBlock } from "./word-block.ts";

/** Writes the parts of a text column. @param present the positions that have a value @param deleted of deleted prints */
export function writeTextColumn(
  { positions, values }: ColumnRun,
  present: PositionSet,
  deleted: PositionSet,
): Uint8Array[] {
  const folded = values.map(fold);
  const isFolded = values.every((value, index) => value === folded[index]);
  const firsts = blockFirsts(folded);
  const foldedBlocks = blocksOf(folded, firsts, textBlock);
  const signed = foldedBlocks.slice(0, signedBlocks(foldedBlocks.length));
  const columns = signed.map((part) => signatureOf(readValues(new PartReader(part)).bytes, BLOCK_SIGNATURE));
  const hashes = Uint32Array.from(values, valueHash);
  const hashParts = writeHashes(values, hashes);
  const signatures = writeSignatures(columns, BLOCK_SIGNATURE);
  const shapes = groupByValue({ positions, values: folded.map(shapeOf) });
  const shapeParts = shapes === null ? [] : writeDictionary(shapes, present, deleted);
  const digits = shapes === null ? null : groupByDigits(positions, folded);
  const digitParts = digits === null ? [] : writeDictionary(digits, present, deleted);
  const words = shapes === null ? groupByWords({ positions, values: folded }) : null;
  const wordParts = words === null ? [] : writeDictionary(words, present, deleted);
  const valueBlocks = isFolded ? foldedBlocks : blocksOf(values, firsts, textBlock);
  const blocks =
    words === null
      ? [...foldedBlocks, ...(isFolded ? [] : valueBlocks)]
      : [...wordBlocksOf(folded, firsts, words.keys()), ...valueBlocks];
  const head = writeHead({
    values: values.length,
    live: present.count - countBoth(present, deleted),
    hashParts: hashParts.length,
    shapeParts: shapeParts.length,
    digitParts: digitParts.length,
    wordParts: wordParts.length,
    blocks: foldedBlocks.length,
    isFolded,
    firsts: Uint32Array.from(firsts),
  });
  return [
    head,
    partOfSet(present),
    ...writeFilter(hashes),
    ...hashParts,
    ...signatures,
    ...shapeParts,
    ...digitParts,
    ...wordParts,
    ...blocks,
  ];
}

/** The blocks of values as the numbers of their words, which are the places of these in their dictionary. */
function wordBlocksOf(
  folded: readonly string[],
  firsts: readonly number[],
  words: Iterable<string>,
): Uint8Array[] {
  const numbers = new Map(sortedByBytes(words).map((word, number) => [word, number]));
  return blocksOf(folded, firsts, (values) => writeWordBlock(values, numbers));
}

/** Writes each block of values. */
function blocksOf(
  values: readonly string[],
  firsts: readonly number[],
  write: (values: readonly string[]) => Uint8Array,
): Uint8Array[] {
  return firsts.slice(1).map((end, block) => write(values.slice(firsts[block], end)));
}

/** A block of values as text. */
function textBlock(values: readonly string[]): Uint8Array {
  return partOf((writer) => writeValues(writer, values));
}

/** Where each block begins, and where the last one ends. */
function blockFirsts(values: readonly string[]): number[] {
  const firsts = [0];
  let bytes = 0;
  let begin = 0;
  for (const [index, value] of values.entries()) {
    if (index - begin === TEXT_BLOCK_LIMITS.values || bytes > TEXT_BLOCK_LIMITS.bytes) {
      firsts.push(index);
      begin = index;
      bytes = 0;
    }
    bytes += value.length + 1;
  }
  firsts.push(values.length);
  return firsts;
}
