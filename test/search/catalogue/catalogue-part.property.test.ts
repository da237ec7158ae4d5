import { expect, test } from "bun:test";
import fc from "fast-check";
import { SeededRandom } from "../../../scripts/faults/random.ts";
import {
  eachHolder,
  packEntry,
  tailOf,
  writeCataloguePart,
} from "../../../src/search/catalogue/catalogue-part.ts";
import {
  type CatalogueHead,
  readCatalogueHead,
  writeCatalogueHead,
} from "../../../src/search/catalogue/catalogue-head.ts";

interface Entry {
  readonly hash: number;
  readonly column: number;
  readonly segment: number;
}

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const entry: fc.Arbitrary<Entry> = fc.record({
  // Often the same, often neighbours.
  hash: fc.oneof(word, fc.constantFrom(0, 1, 255, 256, 2 ** 24, 2 ** 31, 2 ** 32 - 1)),
  column: fc.oneof(word, fc.constantFrom(0, 7)),
  segment: fc.integer({ min: 0, max: 255 }),
});

function partOf(entries: readonly Entry[], parts: number): Uint8Array {
  return writeCataloguePart(
    Uint32Array.from(entries, ({ hash, column, segment }) =>
      packEntry(hash, tailOf(hash, column), parts, segment),
    ),
  );
}

function holders(part: Uint8Array, parts: number, { hash, column }: Entry): number[] {
  const found: number[] = [];
  eachHolder(part, parts, hash, column, (segment) => found.push(segment));
  return found;
}

test("each segment that has a value is shown once, and ascending", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 300 }), fc.constantFrom(1, 2, 1024), (entries, parts) => {
      const part = partOf(entries, parts);
      expect(part).toEqual(partOf(entries.toReversed(), parts));
      for (const wanted of entries) {
        const found = holders(part, parts, wanted);
        const holding = entries.filter(
          ({ hash, column }) => hash === wanted.hash && column === wanted.column,
        );
        expect(found).toEqual([...new Set(found)].toSorted((left, right) => left - right));
        for (const { segment } of holding) expect(found).toContain(segment);
      }
    }),
    { numRuns: 300 },
  );
});

test("of a full part few others are shown, and none of an empty one", () => {
  const random = new SeededRandom(Number(process.env["TILLROLL_TEST_SEED"]));
  const entryAt = (segment: number): Entry => ({
    hash: random.integer(0, 2 ** 32 - 1),
    column: random.integer(0, 3),
    segment,
  });
  const part = partOf(
    Array.from({ length: 1664 }, (_, index) => entryAt(index % 64)),
    1,
  );
  const others = Array.from({ length: 4000 }, () => holders(part, 1, entryAt(0)).length);
  // 1,664 entries in 256 buckets, of which one tail in 256 is the same: 0.025 each.
  expect(others.reduce((sum, count) => sum + count, 0)).toBeLessThan(4000 * 0.05);
  expect(holders(partOf([], 1), 1, entryAt(0))).toEqual([]);
});

test("a value that very many columns have has room", () => {
  const entries = Array.from({ length: 70_000 }, (_, index) => ({
    hash: 0,
    column: Math.floor(index / 256),
    segment: index % 256,
  }));
  const part = partOf(entries, 1);
  expect(holders(part, 1, { hash: 0, column: 9, segment: 0 })).toHaveLength(256);
});

test("the head is read as it was written, with ids beyond 32 bits", () => {
  const signed: CatalogueHead["signed"] = [
    { column: 2 ** 32 - 1, shape: { rows: 262_144, longGram: 5 } },
    { column: 0, shape: { rows: 1024, longGram: 4 } },
  ];
  const head = { parts: 4096, segmentIds: [3, 2 ** 32 + 7, 12], signed };
  expect(readCatalogueHead(writeCatalogueHead(head))).toEqual(head);
});
