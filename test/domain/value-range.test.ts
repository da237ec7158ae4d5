import { expect, test } from "bun:test";
import fc from "fast-check";
import { RANGE_OPERATORS, type RangeOperator } from "../../src/domain/tag-query.ts";
import { valueRange } from "../../src/domain/value-range.ts";

const SIGNS: Readonly<Record<RangeOperator, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Looks at a value that stands among others, as in a column. */
function holds(op: RangeOperator, value: string, bound: string): boolean | null {
  const inRange = valueRange(op, bound);
  const bytes = Buffer.from(`12${value}34`);
  return inRange === null ? null : inRange(bytes, 2, bytes.length - 2);
}

/** A value, what it is compared with, and their order. */
const ORDERS: [value: string, bound: string, order: number][] = [
  ["9", "10", -1],
  ["100", "99.99", 1],
  ["12.50", "12.5", 0],
  ["0012", "12.000", 0],
  ["-0", "0", 0],
  ["+3", "3", 0],
  ["-2", "-10", 1],
  ["-1.5", "-1.25", -1],
  ["-1", "1", -1],
  ["0.30000000000000004", "0.3", 1],
  ["9007199254740993", "9007199254740992", 1],
  ["2026-11-22", "2026-11-21T23:59:59.999Z", 1],
  ["2026-11-22T01:00+01:00", "2026-11-22", 0],
  ["0099-01-01", "1999-01-01", -1],
];

test.each(ORDERS)("%s and %s", (value, bound, order) => {
  for (const op of RANGE_OPERATORS) {
    expect([op, holds(op, value, bound)]).toEqual([op, SIGNS[op](order)]);
    expect([op, holds(op, bound, value)]).toEqual([op, SIGNS[op](-order)]);
  }
});

test.each(["", "12,50", "1.", ".5", "1e3", "--1", "€ 5", "2026-02-30", "yesterday", "١"])(
  "%j is in no range, and none begins or ends with it",
  (text) => {
    for (const op of RANGE_OPERATORS) {
      expect(valueRange(op, text)).toBeNull();
      expect([holds(op, text, "0"), holds(op, text, "2026-01-01")]).toEqual([false, false]);
    }
  },
);

test("numbers and dates are not compared with each other", () => {
  for (const op of RANGE_OPERATORS) {
    expect(holds(op, "2026", "2026-01-01")).toBe(false);
    expect(holds(op, "2026-01-01", "2026")).toBe(false);
  }
});

test("amounts are in the order of their cents", () => {
  const cents = fc.integer({ min: -10_000_000, max: 10_000_000 });
  const written = (amount: number) =>
    `${amount < 0 ? "-" : ""}${Math.trunc(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, "0")}`;
  fc.assert(
    fc.property(cents, cents, fc.constantFrom(...RANGE_OPERATORS), (left, right, op) => {
      expect(holds(op, written(left), written(right))).toBe(SIGNS[op](left - right));
    }),
  );
});
