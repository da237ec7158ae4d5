import { expect, test } from "bun:test";
import fc from "fast-check";
import { PartReader } from "../../../src/search/format/part-reader.ts";
import { PartWriter } from "../../../src/search/format/part-writer.ts";
import {
  findContaining,
  findSorted,
  readValues,
  type ValueBlock,
  valueAt,
  valueHolds,
  valueIs,
  writeValues,
} from "../../../src/search/format/value-block.ts";
import { text } from "../arbitraries.ts";

function blockOf(values: readonly string[]): ValueBlock {
  const writer = new PartWriter();
  // Begins where no array of numbers may.
  writer.raw(new Uint8Array(3));
  writeValues(writer, values);
  const reader = new PartReader(writer.finish());
  reader.raw(3);
  return readValues(reader);
}

function indexesWith(block: ValueBlock, part: string): number[] {
  const found = new Uint16Array(block.count);
  return [...found.subarray(0, findContaining(block, Buffer.from(part), found))];
}

const part = text.filter((some) => some !== "");

/** Values of which few, or most, or all hold something. */
const values = fc.oneof(
  fc.array(text, { maxLength: 40 }),
  fc.array(fc.constantFrom("order", "Order 1", "", "x", "order order"), { maxLength: 300 }),
  fc
    .tuple(fc.array(text, { minLength: 1, maxLength: 5 }), fc.integer({ min: 30, max: 400 }))
    .map(([some, count]) => Array.from({ length: count }, (_, index) => some[index % some.length] ?? "")),
);

test("what is written is read, NUL and all", () => {
  fc.assert(
    fc.property(values, (given) => {
      const block = blockOf(given);
      expect(given.map((_, index) => valueAt(block, index))).toEqual(given);
      for (const [index, value] of given.entries())
        expect(valueIs(block, index, Buffer.from(value))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("the values that hold a part are found, each once", () => {
  fc.assert(
    fc.property(values, fc.oneof(part, fc.constantFrom("order", "r", "er 1", "x")), (given, wanted) => {
      const block = blockOf(given);
      const expected = [...given.keys()].filter((index) => given[index]?.includes(wanted));
      expect(indexesWith(block, wanted)).toEqual(expected);
      expect([...given.keys()].filter((index) => valueHolds(block, index, Buffer.from(wanted)))).toEqual(
        expected,
      );
    }),
    { numRuns: 600 },
  );
});

test("a sorted block is searched by halving", () => {
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 60 }), text, (given, other) => {
      const sorted = given.toSorted((left, right) => Buffer.from(left).compare(Buffer.from(right)));
      const block = blockOf(sorted);
      for (const value of [...given, other])
        expect(findSorted(block, Buffer.from(value))).toBe(sorted.indexOf(value));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["65,536 values", Array.from({ length: 65_536 }, (_, index) => `value ${index}`)],
  ["one long value", ["x".repeat(70_000)]],
  ["just under 64 KiB, where offsets become wider", ["x".repeat(65_534)]],
  ["just 64 KiB", ["x".repeat(65_535)]],
  ["nothing", []],
])("%s", (_, given) => {
  const block = blockOf(given);
  expect(block.count).toBe(given.length);
  expect(given.every((value, index) => valueAt(block, index) === value)).toBe(true);
  expect(indexesWith(block, "x")).toEqual([...given.keys()].filter((index) => given[index]?.includes("x")));
  const last = given.at(-1) ?? "";
  expect(indexesWith(block, "value 6553")).toEqual(
    given.length < 65_536 ? [] : [6553, 65_530, 65_531, 65_532, 65_533, 65_534, 65_535],
  );
  if (given.length > 0) expect(valueIs(block, given.length - 1, Buffer.from(last))).toBe(true);
});
