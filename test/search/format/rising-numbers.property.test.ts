import { expect, test } from "bun:test";
import fc from "fast-check";
import { RisingReader, writeRising } from "../../../src/search/format/rising-numbers.ts";

/* Numbers that never decrease, read from their parts, against the plain array. */

const step = fc.oneof(
  { weight: 8, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constantFrom(0, 0, 2, 7, 65_535) },
  { weight: 1, arbitrary: fc.constantFrom(65_536, 2 ** 31, 2 ** 32, 2 ** 33) },
);

/** A pattern of steps, repeated, with one of its own somewhere: blocks with a part and without, of each width. */
const numbers = fc
  .record({
    first: fc.constantFrom(0, 1, 1_700_000_000_000),
    pattern: fc.oneof(fc.constant([1]), fc.constant([0]), fc.array(step, { minLength: 1, maxLength: 12 })),
    own: fc.record({ at: fc.nat(9000), step }),
    length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(4095, 4096, 4097, 8192, 9001)),
  })
  .map(({ first, pattern, own, length }) => {
    let next = first;
    return Array.from({ length }, (_, index) => {
      if (index > 0) next += index === own.at ? own.step : (pattern[index % pattern.length] as number);
      return next;
    });
  });

function readerOf(given: readonly number[]): { reader: RisingReader; parts: Uint8Array[] } {
  const parts: Uint8Array[] = [];
  const written = writeRising(given, (part) => parts.push(part));
  const reader = new RisingReader(written, given.length, (part) => parts[part - 1] as Uint8Array);
  return { reader, parts };
}

test("each number, in any order", () => {
  fc.assert(
    fc.property(numbers, fc.array(fc.nat(9000), { maxLength: 20 }), (given, wanted) => {
      const { reader } = readerOf(given);
      for (const at of [0, given.length - 1, ...wanted.map((number) => number % given.length)])
        expect(reader.at(at)).toBe(given[at] as number);
    }),
    { numRuns: 200 },
  );
});

test("the first position from a number on", () => {
  fc.assert(
    fc.property(numbers, fc.array(fc.nat(9000), { maxLength: 12 }), (given, wanted) => {
      const { reader } = readerOf(given);
      const bounds = wanted.flatMap((number) => {
        const value = given[number % given.length] as number;
        return [value - 1, value, value + 1];
      });
      for (const bound of [-1, ...bounds, Infinity]) {
        const first = given.findIndex((number) => number >= bound);
        expect(reader.firstFrom(bound)).toBe(first < 0 ? given.length : first);
      }
    }),
    { numRuns: 200 },
  );
});

test("numbers that follow one another take no part, and others a few bytes each", () => {
  const following = Array.from({ length: 10_000 }, (_, index) => 5 + index);
  expect(readerOf(following).parts).toEqual([]);
  const withOneGap = following.map((number) => (number < 5000 ? number : number + 1));
  expect(readerOf(withOneGap).parts.map(({ byteLength }) => byteLength)).toEqual([8192]);
});
