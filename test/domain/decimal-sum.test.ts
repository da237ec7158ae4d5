import { expect, test } from "bun:test";
import { DecimalSum } from "../../src/domain/decimal-sum.ts";

const SUMS: [values: string[], sum: string][] = [
  [[], "0"],
  [["0.1", "0.2"], "0.3"],
  [["12.50", "-2.5", "+3"], "13"],
  [["-0.005"], "-0.005"],
  [["-1", "0.75"], "-0.25"],
  [["9007199254740993", "1"], "9007199254740994"],
  [["999999999999999", "999999999999999", "0.000000000000001"], "1999999999999998.000000000000001"],
  [["00100", "0.10"], "100.1"],
  [["x", "1,5", "", "2026-01-01"], "0"],
];

function sumOf(values: readonly string[], times = 1): DecimalSum {
  const sum = new DecimalSum();
  for (const value of values) sum.add(Buffer.from(value), 0, Buffer.byteLength(value), times);
  return sum;
}

test.each(SUMS)("of %j is %s", (values, expected) => {
  expect(sumOf(values).text).toBe(expected);
  const both = sumOf(values);
  both.addAll(sumOf(values));
  expect([both.text, both.count]).toEqual([sumOf(values, 2).text, 2 * sumOf(values).count]);
});

test("of very many stays exact where doubles would not", () => {
  expect(sumOf(["999999999999999"], 1_000_000).text).toBe("999999999999999000000");
  expect(sumOf(["0.1", "999999999999999"], 10_000_019).text).toBe("10000018999999990999982.9");
});
