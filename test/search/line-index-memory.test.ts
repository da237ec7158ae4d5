import { expect, test } from "bun:test";
import { signatureParts } from "../../src/search/format/gram-signature.ts";
import { PartReader } from "../../src/search/format/part-reader.ts";
import { buildLineIndex } from "../../src/search/text/line-index.ts";
import { LineIndexReader } from "../../src/search/text/line-index-reader.ts";
import { LINE_SIGNATURE } from "../../src/search/text/line-block.ts";

/*
 * A short text is in nearly all blocks of all segments. Were each kept until the end of the search that reads it, one
 * search would need more memory than there is.
 */

const PRINTS = 3000;
/** Lines that many prints share, and one of its own for each. */
const PARTS = buildLineIndex(
  Array.from({ length: PRINTS }, (_, print) => [`table ${print % 40}`, `receipt ${print} of a day`]),
);

function partsBeforeBlocks(): number {
  const header = new PartReader(PARTS[0] as Uint8Array);
  header.uint32();
  return 1 + signatureParts(header.uint32() + header.uint32(), LINE_SIGNATURE);
}

test.each([
  ["a", PRINTS],
  ["table 7", 75],
  ["receipt 29", 111],
  ["nowhere", 0],
])("a search for %s keeps no more than signatures", (part, count) => {
  const kept = new Set<number>();
  const load = (number: number) => {
    kept.add(number);
    return PARTS[number] as Uint8Array;
  };
  const scan = (number: number, visit: (bytes: Uint8Array) => void) => {
    const bytes = new Uint8Array(PARTS[number] as Uint8Array);
    visit(bytes);
    // Gone right after, as a chunk is for which there is no room.
    bytes.fill(0xff);
  };
  expect(new LineIndexReader(load, scan).contains(part).count).toBe(count);
  expect(Math.max(...kept)).toBeLessThan(partsBeforeBlocks());
});
