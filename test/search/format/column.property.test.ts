import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FilterOperator } from "../../../src/domain/tag-query.ts";
import { fold } from "../../../src/domain/text.ts";
import type { Column, ColumnRun, Tally } from "../../../src/search/format/column.ts";
import {
  DictionaryColumn,
  groupByValue,
  writeDictionary,
} from "../../../src/search/format/dictionary-column.ts";
import { valueHash } from "../../../src/search/format/hash-part.ts";
import { openRareKey, writeRareKeys } from "../../../src/search/format/rare-keys.ts";
import { RunColumn } from "../../../src/search/format/run-column.ts";
import { TextColumn } from "../../../src/search/format/text-column.ts";
import { readHead } from "../../../src/search/format/text-column-layout.ts";
import { writeTextColumn } from "../../../src/search/format/text-column-writer.ts";
import { NONE, type PositionSet, rangeSet, setOfPositions } from "../../../src/search/sets/position-set.ts";
import { hasPosition, intersect, positionsOf } from "../../../src/search/sets/set-algebra.ts";
import { valueRange } from "../../../src/domain/value-range.ts";
import { tagValue } from "../arbitraries.ts";

/* Every kind of column against a plain array: all of them must answer alike. */

function presentOf({ positions }: ColumnRun): PositionSet {
  const isRange = positions.at(-1) === positions.length - 1;
  return isRange ? rangeSet(0, positions.length) : setOfPositions(Uint16Array.from(positions));
}

/** Of every other print. */
const DELETED = setOfPositions(Uint16Array.from({ length: 32_768 }, (_, index) => index * 2));

const KINDS: Record<string, (run: ColumnRun) => Column | null> = {
  "in memory": (run) => new RunColumn(run),
  text(run) {
    const parts = writeTextColumn(run, presentOf(run), DELETED);
    return new TextColumn((part) => partOf(parts, part));
  },
  dictionary(run) {
    const groups = groupByValue(run);
    if (groups === null) return null;
    const parts = writeDictionary(groups, presentOf(run), DELETED);
    return new DictionaryColumn((part) => partOf(parts, part));
  },
  rare(run) {
    const other = { positions: [7, 9], values: ["another", "key's"] };
    const parts = writeRareKeys(
      new Map([
        ["a", other],
        ["key", run],
        ["z", other],
      ]),
    );
    return openRareKey((part) => partOf(parts, part), parts.length, "key");
  },
};

function partOf(parts: readonly Uint8Array[], part: number): Uint8Array {
  const found = parts[part];
  if (found === undefined) throw new Error(`part ${part} of ${parts.length} is asked for`);
  return found;
}

/** What a column says of its values, and how many positions each has among those of a set. */
function countsOf(column: Column, within: PositionSet): Map<string, number> {
  const counts = new Map<string, number>();
  const steps = column.counts(within, (bytes, from, to, count) => {
    const value = Buffer.from(bytes.subarray(from, to)).toString();
    counts.set(value, (counts.get(value) ?? 0) + count);
  });
  while (steps.next().done !== true);
  return counts;
}

/** The values at the positions of a set, by position. */
function eachOf(column: Column, within: PositionSet): unknown[] {
  const values: [position: number, value: string][] = [];
  const steps = column.each(within, (position, bytes, from, to) => {
    values.push([position, Buffer.from(bytes.subarray(from, to)).toString()]);
  });
  while (steps.next().done !== true);
  return values.toSorted(([left], [right]) => left - right);
}

/** A column need not count, but what it counts is what it finds. */
function expectTally(column: Column, op: FilterOperator, value: string, positions: readonly number[]): void {
  expectCounted(column.tally(op, value), positions);
}

function expectCounted(tally: Tally | null, positions: readonly number[]): void {
  if (tally === null) return;
  const live = positions.filter((position) => !hasPosition(DELETED, position)).length;
  expect(tally).toEqual({ all: positions.length, live });
}

function expectColumn(column: Column, run: ColumnRun, wanted: readonly string[], within: PositionSet): void {
  const where = (holds: (value: string) => boolean) =>
    run.positions.filter((_, index) => holds(run.values[index] ?? "")).join();
  expect(positionsOf(column.present()).join()).toBe(where(() => true));
  const positionsWhere = (holds: (value: string) => boolean) =>
    run.positions.filter((_, index) => holds(run.values[index] ?? ""));
  for (const value of wanted) {
    expectTally(
      column,
      "eq",
      value,
      positionsWhere((other) => other === value),
    );
    expectTally(
      column,
      "neq",
      value,
      positionsWhere((other) => other !== value),
    );
    expectTally(
      column,
      "contains",
      fold(value),
      positionsWhere((other) => fold(other).includes(fold(value))),
    );
    expect(positionsOf(column.equal(value)).join()).toBe(where((other) => other === value));
    const part = fold(value);
    const all = rangeSet(0, 65_536);
    expect(positionsOf(column.contains(part, all)).join()).toBe(where((other) => fold(other).includes(part)));
    // Of what is outside of `within` nothing need be said.
    const some = new Set(positionsOf(within));
    const expected = run.positions.filter(
      (position, index) => some.has(position) && fold(run.values[index] ?? "").includes(part),
    );
    expect(positionsOf(intersect(column.contains(part, within), within)).join()).toBe(expected.join());
  }
  for (const bound of wanted) {
    const holds = valueRange("lte", bound);
    if (holds === null) continue;
    const inRange = (value: string) => holds(Buffer.from(value), 0, Buffer.byteLength(value));
    expectCounted(column.tallyInRange(holds), positionsWhere(inRange));
    for (const set of [rangeSet(0, 65_536), within]) {
      const expected = run.positions.filter(
        (position, index) => hasPosition(set, position) && inRange(run.values[index] ?? ""),
      );
      expect(positionsOf(intersect(column.inRange(holds, set), set)).join()).toBe(expected.join());
    }
  }
  const counts = new Map<string, number>();
  const some = new Set(positionsOf(within));
  for (const [index, position] of run.positions.entries()) {
    const value = run.values[index] ?? "";
    if (some.has(position)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  expect([...countsOf(column, within)].toSorted()).toEqual([...counts].toSorted());
  const each = run.positions.flatMap((position, index) =>
    some.has(position) ? [[position, run.values[index]]] : [],
  );
  expect(eachOf(column, within)).toEqual(each);
}

/** Values at some of the positions, drawn from a pool so that many are alike. */
const run: fc.Arbitrary<ColumnRun> = fc
  .record({
    pool: fc.uniqueArray(tagValue, { minLength: 1, maxLength: 30 }),
    picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 200 }),
    gaps: fc.constantFrom([1], [2], [1, 5], [300]),
  })
  .map(({ pool, picks, gaps }) => {
    let position = -(gaps[0] as number);
    const positions = picks.map((_, index) => (position += gaps[index % gaps.length] as number));
    return { positions, values: picks.map((pick) => pool[pick % pool.length] as string) };
  });

/** Free text: values of a few words, in whose place others come again and again. */
const freeText = fc.array(fc.constantFrom("ohne", "Zwiebel", "Gäste", "café", "a", "b", "ab", ""), {
  maxLength: 5,
});

/** Of letters that folding changes, and of others: which are kept as they are. */
const runOfFreeText: fc.Arbitrary<ColumnRun> = fc
  .tuple(fc.array(freeText, { minLength: 40, maxLength: 200 }), fc.boolean())
  .map(([texts, isLower]) => ({
    positions: texts.map((_, index) => index * 3),
    values: texts.map((words) => (isLower ? words.join(" ").toLowerCase() : words.join(" "))),
  }));

/** A part of it: it may begin and end within words, and with a space. */
const partOfFreeText = fc.tuple(freeText, fc.nat(4), fc.nat(4)).map(([words, before, behind]) => {
  const joined = words.join(" ");
  return joined.slice(before, Math.max(before, joined.length - behind));
});

test("free text answers as a plain array does", () => {
  let byWords = 0;
  fc.assert(
    fc.property(
      runOfFreeText,
      fc.array(partOfFreeText, { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (given, wanted, oneIn) => {
        const parts = writeTextColumn(given, presentOf(given), DELETED);
        if (readHead(partOf(parts, 0)).wordParts > 0) byWords++;
        const within = setOfPositions(
          Uint16Array.from(given.positions.filter((_, index) => index % oneIn === 0)),
        );
        expectColumn(new TextColumn((part) => partOf(parts, part)), given, wanted, within);
      },
    ),
    { numRuns: 250 },
  );
  expect(byWords).toBeGreaterThan(150);
});

describe.each(Object.keys(KINDS))("%s", (kind) => {
  test("answers as a plain array does", () => {
    let columns = 0;
    fc.assert(
      fc.property(run, tagValue, fc.integer({ min: 1, max: 40 }), (given, other, oneIn) => {
        const column = KINDS[kind]?.(given) ?? null;
        if (column === null) return;
        columns++;
        const within = setOfPositions(
          Uint16Array.from(given.positions.filter((_, index) => index % oneIn === 0)),
        );
        expectColumn(column, given, [...given.values.slice(0, 4), other], within);
      }),
      { numRuns: 250 },
    );
    expect(columns).toBeGreaterThan(40);
  });
});

const WORDS = "Order M der ohne Zwiebel Gäste café à point 7 10".split(" ");

/** A note of five words: hardly two are alike. */
function freeTextOf(index: number): string {
  const number = Math.imul(index, 0x9e37_79b1) >>> 0;
  return Array.from(
    { length: 5 },
    (_, place) => WORDS[Math.floor(number / WORDS.length ** place) % WORDS.length],
  ).join(" ");
}

const LARGE: [string, (index: number) => string, number][] = [
  ["of 3 values", (index) => ["Open", "paid", "SENT"][index % 3] ?? "", 65_536],
  ["of 4,096 values, the most of a dictionary", (index) => `Order ${index % 4096}`, 65_536],
  ["of one value more", (index) => `Order ${index % 4097}`, 65_536],
  ["of 65,536 values", (index) => `Order ${index}`, 65_536],
  ["of 65,535 values in lower case", (index) => `order ${index}`, 65_535],
  ["of long values", (index) => `${"Lorem IPSUM ".repeat(8)}${index}`, 9000],
  ["of values with three bytes a letter", (index) => `注文 ${"日本語".repeat(20)} ${index}`, 5000],
  ["of free text", (index) => freeTextOf(index), 20_000],
  ["of free text in lower case", (index) => freeTextOf(index).toLowerCase(), 20_000],
  ["of empty values", () => "", 5000],
];

test.each(LARGE)("a column %s", (_, valueAt, count) => {
  const positions = Array.from({ length: count }, (_unused, index) => index);
  const given = { positions, values: positions.map(valueAt) };
  const wanted = [
    valueAt(0),
    valueAt(4095),
    valueAt(count - 1),
    "order 40",
    "M 4",
    "語 49",
    "nowhere",
    "7",
    "10",
    "der ",
    "e ohne g",
    " café à",
    "r o",
  ];
  const sparse = setOfPositions(Uint16Array.from(positions.filter((position) => position % 997 === 5)));
  let kinds = 0;
  for (const [kind, open] of Object.entries(KINDS)) {
    const column = open(given);
    if (column === null) continue;
    kinds++;
    for (const value of wanted) {
      const expected = positions.filter((position) => given.values[position] === value).join();
      expect([kind, value, positionsOf(column.equal(value)).join() === expected]).toEqual([
        kind,
        value,
        true,
      ]);
      const part = fold(value);
      const holding = positions.filter((position) => fold(given.values[position] ?? "").includes(part));
      for (const within of [rangeSet(0, count), rangeSet(100, 4000), rangeSet(0, 65_536), sparse]) {
        const inside = positionsOf(intersect(setOfPositions(Uint16Array.from(holding)), within)).join();
        const found = positionsOf(intersect(column.contains(part, within), within)).join();
        expect([kind, part, found === inside]).toEqual([kind, part, true]);
      }
    }
    expect(
      countsOf(column, sparse)
        .values()
        .reduce((sum, own) => sum + own, 0),
    ).toBe(sparse.count);
  }
  expect(kinds).toBe(new Set(given.values).size <= 4096 && count / new Set(given.values).size >= 4 ? 4 : 3);
});

/** Two values with the same hash. */
function colliding(): [string, string] {
  const known = new Map<number, string>();
  for (let index = 0; ; index++) {
    const value = `value ${index}`;
    const other = known.get(valueHash(value));
    if (other !== undefined) return [other, value];
    known.set(valueHash(value), value);
  }
}

test("values with the same hash are told apart", () => {
  const [one, other] = colliding();
  const values = [one, one, other, one, other, other, "third"];
  const given = { positions: [...values.keys()], values };
  for (const kind of ["in memory", "text"]) {
    const column = KINDS[kind]?.(given);
    expect(positionsOf(column?.equal(one) ?? NONE).join()).toBe("0,1,3");
    expect(positionsOf(column?.equal(other) ?? NONE).join()).toBe("2,4,5");
  }
});
