import { expect, test } from "bun:test";
import fc from "fast-check";
import { positionsOf } from "../../../src/search/sets/set-algebra.ts";
import type { ColumnRun } from "../../../src/search/format/column.ts";
import { findHash, hashPartOf, valueHash, writeHashes } from "../../../src/search/format/hash-part.ts";
import { filterParts, mayHave, writeFilter } from "../../../src/search/format/value-filter.ts";
import { openRareKey, readRareKeys, writeRareKeys } from "../../../src/search/format/rare-keys.ts";
import { HASHES_PER_PART } from "../../../src/search/segment-limits.ts";
import { tagKey, text } from "../arbitraries.ts";

function hashesOf(values: readonly string[]): Uint32Array {
  return Uint32Array.from(values, valueHash);
}

function partsOf(values: readonly string[]): Uint8Array[] {
  return writeHashes(values, hashesOf(values));
}

function ranksOf(parts: readonly Uint8Array[], value: string): number[] {
  const hash = valueHash(value);
  return [...findHash(parts[hashPartOf(hash, parts.length)] as Uint8Array, hash).ranks];
}

test("a value's ranks are among those of its hash, ascending", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 100 }), text, (values, other) => {
      const parts = partsOf(values);
      for (const value of [...values, other]) {
        const same = [...values.keys()].filter((rank) => valueHash(values[rank] ?? "") === valueHash(value));
        expect(ranksOf(parts, value)).toEqual(same);
        const { ranks, isRepeat } = findHash(
          parts[hashPartOf(valueHash(value), parts.length)] as Uint8Array,
          valueHash(value),
        );
        // Short texts do not collide, so that all of a hash are alike.
        for (const index of ranks.keys()) expect(isRepeat(index)).toBe(index > 0);
      }
    }),
    { numRuns: 200 },
  );
});

test.each([1, HASHES_PER_PART, HASHES_PER_PART + 1, 5000, 65_536])(
  "%i values are found, each in one part",
  (count) => {
    const values = Array.from({ length: count }, (_, index) => `value ${index}`);
    const parts = partsOf(values);
    expect(Math.log2(parts.length) % 1).toBe(0);
    for (let rank = 0; rank < count; rank += Math.ceil(count / 1000)) {
      expect(ranksOf(parts, `value ${rank}`)).toContain(rank);
    }
    expect(ranksOf(parts, "value")).toEqual([]);
  },
);

test("equal values, as many as there may be, are in one part", () => {
  expect(ranksOf(partsOf(Array.from({ length: 65_536 }, () => "same")), "same")).toHaveLength(65_536);
});

test.each([1, 8, 9, 1000, 65_536])("a filter has its %i values, and few others", (count) => {
  const parts = writeFilter(hashesOf(Array.from({ length: count }, (_, index) => `value ${index}`)));
  expect(parts).toHaveLength(filterParts(count));
  const has = (hash: number) => mayHave(hash, count, (part) => parts[part] as Uint8Array);
  for (let index = 0; index < count; index++) expect(has(valueHash(`value ${index}`))).toBe(true);
  const others = Array.from({ length: 10_000 }, (_, index) => valueHash(`other ${index}`));
  expect(others.filter(has).length).toBeLessThan(2500);
});

const runOfKey: fc.Arbitrary<ColumnRun> = fc
  .tuple(fc.uniqueArray(fc.nat(65_535), { minLength: 1, maxLength: 8 }), text)
  .map(([positions, value]) => ({
    positions: positions.toSorted((left, right) => left - right),
    values: positions.map((position) => value + position),
  }));

test("rare keys are as in a Map", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(tagKey, runOfKey), { minLength: 1, maxLength: 40 }),
      tagKey,
      (entries, other) => {
        const keys = new Map(entries);
        expectRareKeys(keys, [...keys.keys(), other]);
      },
    ),
    { numRuns: 200 },
  );
});

test("65,536 keys with an entry each", () => {
  const keys = new Map<string, ColumnRun>();
  for (let index = 0; index < 65_536; index++)
    keys.set(`key ${index}`, { positions: [index], values: [`v${index}`] });
  expectRareKeys(keys, ["key 0", "key 65535", "key 4711", "key", ""]);
});

function expectRareKeys(keys: ReadonlyMap<string, ColumnRun>, wanted: readonly string[]): void {
  const parts = writeRareKeys(keys);
  const load = (part: number) => parts[part] as Uint8Array;
  for (const key of wanted) {
    const column = openRareKey(load, parts.length, key);
    const run = column && { positions: [...positionsOf(column.present())], values: column.values() };
    expect(run).toEqual(keys.get(key) ?? null);
  }
  let all = 0;
  for (const part of parts) {
    for (const [key, positions] of readRareKeys(part)) {
      all++;
      if (positions.join() !== keys.get(key)?.positions.join()) throw new Error(`the positions of ${key}`);
    }
  }
  expect(all).toBe(keys.size);
}
