import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { orderNumber, shopReceipt } from "../../../scripts/bench/shop-receipts.ts";
import { setOfPositions } from "../../../src/search/sets/position-set.ts";
import { positionsOf } from "../../../src/search/sets/set-algebra.ts";
import { foldLine } from "../../../src/search/text/fold-line.ts";
import { buildLineIndex, mergeLineIndexes } from "../../../src/search/text/line-index.ts";
import { LineIndexReader } from "../../../src/search/text/line-index-reader.ts";
import { atOnce } from "../at-once.ts";

type Prints = readonly (readonly string[])[];

/** What an index must agree with. */
function modelContains(prints: Prints, part: string): number[] {
  const found = (lines: readonly string[]) => part === "" || lines.some((line) => line.includes(part));
  return prints.flatMap((lines, position) => (found(lines) ? [position] : []));
}

const readerOf = (parts: readonly Uint8Array[]) => new LineIndexReader((part) => parts[part] as Uint8Array);
const indexOf = (prints: Prints) => readerOf(buildLineIndex(prints));
const found = (index: LineIndexReader, part: string) => [...positionsOf(index.contains(part))];

/** All lines of each print, read back from an index. */
function linesOf(index: LineIndexReader): string[][] {
  const prints = Array.from({ length: index.prints }, (): string[] => []);
  for (const run of index.sortedRuns()) {
    for (const { line, positions } of run) for (const position of positions) prints[position]?.push(line);
  }
  return prints;
}

const sorted = (prints: Prints) => prints.map((lines) => lines.toSorted());

const CHARACTERS = "aab01. :-éßσ日本茶😀\u0000\ufffd\uffff";
const text = (maxLength: number) =>
  fc
    .array(fc.constantFrom(...CHARACTERS, "\u{10ffff}", "flat white"), { maxLength })
    .map((parts) => foldLine(parts.join("")));
const line = text(8).filter((some) => some !== "");
const print = fc.uniqueArray(line, { maxLength: 6 });
/** Lines that many prints share, so that there are frequent ones in small runs. */
const shared = fc.subarray(["flat white 7.50", "total 7.50", "茶 1.00", "a", "éa"]);
const prints = fc.array(
  fc.oneof(
    print,
    shared,
    fc.tuple(print, shared).map(([own, others]) => Array.from(new Set(own).union(new Set(others)))),
  ),
  { maxLength: 60 },
);

describe("an index of any prints", () => {
  test("finds what the model finds, for any part", () => {
    fc.assert(
      fc.property(prints, fc.array(text(4), { maxLength: 8 }), (stored, parts) => {
        const index = indexOf(stored);
        // Also parts of the lines that are there, and what would be found only across two lines.
        const own = stored.flat().slice(0, 8);
        const across = stored.map((lines) => lines.slice(0, 2).join("")).slice(0, 4);
        const within = own.map((one) => [...one].slice(1, 4).join(""));
        for (const part of ["", ...parts, ...own, ...across, ...within]) {
          expect(found(index, part)).toEqual(modelContains(stored, part));
        }
      }),
      { numRuns: 400 },
    );
  });

  test("gives all lines back", () => {
    fc.assert(
      fc.property(prints, (stored) => {
        expect(sorted(linesOf(indexOf(stored)))).toEqual(sorted(stored));
      }),
      { numRuns: 200 },
    );
  });

  test("merged with others is the index of all their prints", () => {
    fc.assert(
      fc.property(fc.array(prints, { maxLength: 6 }), (runs) => {
        expect(atOnce(mergeLineIndexes(runs.map(indexOf)))).toEqual(buildLineIndex(runs.flat()));
      }),
      { numRuns: 200 },
    );
  });
});

describe("an index of receipts of a shop", () => {
  const PRINTS = 6000;
  const stored = Array.from({ length: PRINTS }, (_, number) => [
    ...new Set(shopReceipt(number).map(foldLine)),
  ]);
  const parts = buildLineIndex(stored);
  const index = readerOf(parts);
  const whole = stored.flat();

  const PARTS = ["", "t", "5.", "tea", "flat white", "café", "total", "2026", "12:", "no such words", "7.50"];
  const OTHERS = ["order 1004321", orderNumber(777), "777", "e".repeat(40)];
  test.each([...PARTS, ...OTHERS])("%j", (part) => {
    expect(found(index, part)).toEqual(modelContains(stored, part));
  });

  test("a part longer than any line is found nowhere", () => {
    expect(found(index, "thank you ".repeat(10_000))).toEqual([]);
  });

  test("finds any part of any line", () => {
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.nat(30),
        fc.integer({ min: 1, max: 30 }),
        (at, from, length) => {
          const one = whole[at] as string;
          const part = one.slice(from % one.length, (from % one.length) + length);
          expect(found(index, part)).toEqual(modelContains(stored, part));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("in memory that is not aligned is read all the same", () => {
    const moved = parts.map((part) => {
      const bytes = new Uint8Array(part.length + 3);
      bytes.set(part, 3);
      return bytes.subarray(3);
    });
    for (const part of ["flat white", "total", "1004321"])
      expect(found(readerOf(moved), part)).toEqual(modelContains(stored, part));
  });

  test("of small ones is merged to the same bytes", () => {
    const cuts = [0, 1, 1500, 1500, 4000, PRINTS];
    const small = cuts.slice(1).map((end, run) => indexOf(stored.slice(cuts[run], end)));
    expect(atOnce(mergeLineIndexes(small))).toEqual(parts);
  });

  test("reads few of its parts for a number that few prints have", () => {
    const loaded = new Set<number>();
    const counting = new LineIndexReader((part) => {
      loaded.add(part);
      return parts[part] as Uint8Array;
    });
    expect(found(counting, `order ${orderNumber(4321)}`)).toEqual([4321]);
    expect(loaded.size).toBeLessThan(parts.length / 2);
  });
});

test("the most prints there can be: ranges, dense and sparse sets", () => {
  const stored = Array.from({ length: 65_536 }, (_, position) => [
    "every",
    position % 3 === 0 ? "third" : "other",
    `number ${position}`,
  ]);
  const index = indexOf(stored);
  expect(index.contains("every")).toEqual({ kind: "range", count: 65_536, from: 0, to: 65_536 });
  expect(index.contains("r")).toEqual({ kind: "range", count: 65_536, from: 0, to: 65_536 });
  expect(index.contains("third")).toMatchObject({ kind: "dense", count: 21_846 });
  expect(index.contains("number 65535")).toEqual(setOfPositions(Uint16Array.of(65_535)));
  expect(found(index, "number 6553")).toEqual(modelContains(stored, "number 6553"));
});

test("too many prints are refused", () => {
  const empty = Array.from({ length: 40_000 }, () => []);
  expect(() => buildLineIndex([...empty, ...empty])).toThrow(RangeError);
  expect(() => atOnce(mergeLineIndexes([indexOf(empty), indexOf(empty)]))).toThrow(RangeError);
});
