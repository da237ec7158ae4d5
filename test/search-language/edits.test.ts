import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Chip,
  chipsOf,
  isAskedFor,
  withoutPart,
  withTerm,
  withTimes,
} from "../../src/search-language/edits.ts";
import { tagTerm } from "../../src/search-language/completion.ts";
import { readSearch } from "../../src/search-language/search.ts";
import type { Term } from "../../src/search-language/tokens.ts";
import { CONTEXT } from "./search-context.ts";

const key = (name: string, value: string): Term => ({ kind: "key", key: name, operator: "", value });
const shown = ({ isNot, name, value }: Chip) =>
  `${isNot ? "not " : ""}${name}${name === "" ? "" : " "}${value}`;

test.each<[text: string, chips: string[]]>([
  ["", []],
  ['"flat white" device:till-2', ['"flat white"', "device till-2"]],
  ['device:"till 2" -table:5', ["device till 2", "not table 5"]],
  ["total:>100 total:1..2 table:*", ["total >100", "total 1..2", "table *"]],
  ["tag:total>=5 tag:due tag:a=b", ["total >=5", "due *", "a b"]],
  ["-(a OR b) c", ["not (a OR b)", "c"]],
  ["a OR b", ["a OR b"]],
  ["a AND is:test", ["a", "is test"]],
])("of %j the chips are %j", (text, chips) => {
  expect(chipsOf(text).map(shown)).toEqual(chips);
});

test.each<[text: string, index: number, left: string]>([
  ["device:a  coffee   table:5", 1, "device:a table:5"],
  ["device:a", 0, ""],
  ["a AND b AND c", 1, "a AND c"],
  ["a AND b", 0, "b"],
  ["a AND b", 1, "a"],
  ["a -(b OR c) d", 1, "a d"],
])("of %j without its chip %d, %j is left", (text, index, left) => {
  expect(withoutPart(text, chipsOf(text)[index] as Chip)).toBe(left);
});

test.each<[text: string, term: Term, isNot: boolean, result: string]>([
  ["", key("device", "till 2"), false, 'device:"till 2"'],
  ["coffee", key("table", "5"), true, "coffee -table:5"],
  ["coffee  -table:5 x", key("table", "5"), false, "coffee x table:5"],
  ["table:5", key("table", "5"), false, "table:5"],
  ["a OR b", key("table", "5"), false, "(a OR b) table:5"],
  ["(a OR b)", key("table", "5"), false, "(a OR b) table:5"],
  ["(a OR b) OR c", key("table", "5"), false, "((a OR b) OR c) table:5"],
  ["(a) OR (b)", key("table", "5"), false, "((a) OR (b)) table:5"],
  ["", tagTerm("device", "x"), false, "tag:device=x"],
  ["", tagTerm("order id", ">5"), false, '"order id":">5"'],
])("%j with %j (not: %p) is %j", (text, term, isNot, result) => {
  expect(withTerm(text, term, isNot)).toBe(result);
  expect(isAskedFor(result, term)).toBe(!isNot);
});

test.each([
  ["coffee on:today", { from: "2026-01-01", to: "2026-01-31" }, "coffee from:2026-01-01 to:2026-01-31"],
  ["from:a to:b after:c before:d x", { on: "yesterday" }, "x on:yesterday"],
  ["from:a x", {}, "x"],
  ["x", { from: "2026-01-01T10:30", to: "" }, "x from:2026-01-01T10:30"],
])("%j with the times %j is %j", (text, bounds, result) => {
  expect(withTimes(text, bounds)).toBe(result);
});

test("what is added is asked for beside all that was, whatever that is", () => {
  const pieces = fc.constantFrom(
    "a",
    " OR ",
    " AND ",
    "(",
    ")",
    "-",
    " ",
    "table:5",
    "device:x",
    '"',
    "is:test",
  );
  const term = key("order", "77");
  const isIt = (condition: unknown) =>
    JSON.stringify(condition) === JSON.stringify({ op: "eq", key: "order", value: "77" });
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 10 }).map((some) => some.join("")),
      (text) => {
        fc.pre(readSearch(text, CONTEXT).faults.length === 0 && (text.match(/"/g) ?? []).length % 2 === 0);
        const { wanted, faults } = readSearch(withTerm(text, term), CONTEXT);
        expect(faults).toEqual([]);
        expect(wanted.tag !== undefined && "and" in wanted.tag && wanted.tag.and.some(isIt)).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
