import { describe, expect, test } from "bun:test";
import { readSearchQuery } from "../../src/contract/search.ts";
import type { GivenWhere } from "../../src/contract/where.ts";
import { sentenceOf } from "../../src/search-language/faults.ts";
import { readSearch, type WantedPrints } from "../../src/search-language/search.ts";
import { CONTEXT } from "./search-context.ts";

const word = (text: string): GivenWhere => ({ or: [{ text }, { label: { op: "contains", value: text } }] });
const words = (...all: string[]): WantedPrints => {
  const where = all.map(word);
  return { where: where.length === 1 ? (where[0] as GivenWhere) : { and: where } };
};
const tags = (...and: [key: string, op: string, value: string][]) => ({
  tag: { and: and.map(([key, op, value]) => ({ op, key, value })) },
});
const device = (value: string, op = "eq") => ({ deviceId: { op, value } });
const times = (from: string | null, to: string | null) => ({
  ...(from !== null && { from: new Date(from).toISOString() }),
  ...(to !== null && { to: new Date(to).toISOString() }),
});

const SEARCHES: [text: string, wanted: object][] = [
  ["", {}],
  ["   ", {}],
  ["order", words("order")],
  ['"flat white" 7.50', words("flat white", "7.50")],
  ["  two   words ", words("two", "words")],
  ['"two   words"', words("two   words")],
  ['"not closed', words("not closed")],
  ['"say ""hello"""', words('say "hello"')],
  ["100%_*", words("100%_*")],
  ["Order: 5", words("Order:", "5")],
  ["From: kitchen", words("From:", "kitchen")],
  ["http://a", words("http://a")],
  ["18:30", words("18:30")],
  ['"device:till-2"', words("device:till-2")],
  ["-5.00", words("-5.00")],
  ["- x", words("-", "x")],
  ["constructor toString", words("constructor", "toString")],
  ["or and not", words("or", "and", "not")],
  ["f(x)", words("f(x)")],
  ["2) x", words("2)", "x")],
  ["a=b a>b", words("a=b", "a>b")],
  ["device:till-2", device("till-2")],
  ["Device:till-2", device("till-2")],
  ['device:"till 2"', device("till 2")],
  ["device~till", device("till", "contains")],
  ["device:~till", device("till", "contains")],
  ["device:!=till-1", device("till-1", "neq")],
  ["device:*", device("", "contains")],
  ["device:a device:b", { ...device("a"), where: device("b") }],
  ["key:0199b6f2", { printKey: { op: "eq", value: "0199b6f2" } }],
  ["label:order", { label: { op: "contains", value: "order" } }],
  ['label:="Order 1001"', { label: { op: "eq", value: "Order 1001" } }],
  ["printer:kitchen", device("kitchen-1")],
  ["printer:cellar", device("cellar")],
  ['text:"flat white" text:7.50', { text: ["flat white", "7.50"] }],
  ["tag:orderId=1001", tags(["orderId", "eq", "1001"])],
  ["tag:orderId~10", tags(["orderId", "contains", "10"])],
  ["tag:orderId=", tags(["orderId", "eq", ""])],
  ["tag:orderId", tags(["orderId", "contains", ""])],
  ["tag:a=b=c", tags(["a", "eq", "b=c"])],
  ['tag:"order id"="10 01"', tags(["order id", "eq", "10 01"])],
  ['tag:"a=b"~c', tags(["a=b", "contains", "c"])],
  ["tag:total>100", tags(["total", "gt", "100"])],
  ["tag:total>=12.50 tag:total<-3", tags(["total", "gte", "12.50"], ["total", "lt", "-3"])],
  ["tag:due<=2026-11-22", tags(["due", "lte", "2026-11-22"])],
  ["tag:__proto__=x", tags(["__proto__", "eq", "x"])],
  ["tag:device=x", tags(["device", "eq", "x"])],
  ["order:1001", tags(["order", "eq", "1001"])],
  ["ORDERID:1001", tags(["orderId", "eq", "1001"])],
  ['"order id":5', tags(["order id", "eq", "5"])],
  ["total:>100", tags(["total", "gt", "100"])],
  ["total>100", tags(["total", "gt", "100"])],
  ["total:10..20.5", tags(["total", "gte", "10"], ["total", "lte", "20.5"])],
  ["table:!=9 table:*", tags(["table", "neq", "9"], ["table", "contains", ""])],
  ['table:">5"', tags(["table", "eq", ">5"])],
  ["due:<today", tags(["due", "lt", "2026-11-22"])],
  ["due:>2026-11-22T10:00", tags(["due", "gt", "2026-11-22T10:00"])],
  ["is:test", { where: { is: "test" } }],
  ["is:held is:kept", { where: { and: [{ is: "held" }, { is: "kept" }] } }],
  ["is:deleted", { deleted: true }],
  ["-is:deleted", { deleted: "any", where: { not: { is: "deleted" } } }],
  [
    "is:deleted OR table:1",
    { deleted: "any", where: { or: [{ is: "deleted" }, { tag: { op: "eq", key: "table", value: "1" } }] } },
  ],
  ["deleted:any x", { deleted: "any", ...words("x") }],
  ["deleted:only", { deleted: true }],
  ["has:label", { label: { op: "contains", value: "" } }],
  ["has:table", tags(["table", "contains", ""])],
  ["-coffee", { where: { not: word("coffee") } }],
  ["-table:12", { where: { not: { tag: { op: "eq", key: "table", value: "12" } } } }],
  ["NOT 5", { where: { not: word("5") } }],
  ["-(a OR b)", { where: { not: { or: [word("a"), word("b")] } } }],
  ["a b OR c", { where: { or: [{ and: [word("a"), word("b")] }, word("c")] } }],
  ["a | b", { where: { or: [word("a"), word("b")] } }],
  ["a AND (b OR c)", { where: { and: [word("a"), { or: [word("b"), word("c")] }] } }],
  ["device:x (b OR c)", { ...device("x"), where: { or: [word("b"), word("c")] } }],
  ["from:2026-11-22", times("2026-11-22T00:00+01:00", null)],
  ["to:2026-11-22", times(null, "2026-11-22T23:59:59.999+01:00")],
  ["after:2026-11-22", times("2026-11-23T00:00+01:00", null)],
  ["before:2026-11-22", times(null, "2026-11-21T23:59:59.999+01:00")],
  ["on:2026-11-22", times("2026-11-22T00:00+01:00", "2026-11-22T23:59:59.999+01:00")],
  ["on:22.11.2026", times("2026-11-22T00:00+01:00", "2026-11-22T23:59:59.999+01:00")],
  ["on:2026-10", times("2026-10-01T00:00+02:00", "2026-10-31T23:59:59.999+01:00")],
  ["on:2025", times("2025-01-01T00:00+01:00", "2025-12-31T23:59:59.999+01:00")],
  ["on:2026-01..2026-03", times("2026-01-01T00:00+01:00", "2026-03-31T23:59:59.999+02:00")],
  ["on:yesterday", times("2026-11-21T00:00+01:00", "2026-11-21T23:59:59.999+01:00")],
  ["on:gestern", times("2026-11-21T00:00+01:00", "2026-11-21T23:59:59.999+01:00")],
  ["on:sunday", times("2026-11-22T00:00+01:00", "2026-11-22T23:59:59.999+01:00")],
  ["on:monday", times("2026-11-16T00:00+01:00", "2026-11-16T23:59:59.999+01:00")],
  ['on:"last week"', times("2026-11-09T00:00+01:00", "2026-11-15T23:59:59.999+01:00")],
  ["on:last-month", times("2026-10-01T00:00+02:00", "2026-10-31T23:59:59.999+01:00")],
  ["on:last-year", times("2025-01-01T00:00+01:00", "2025-12-31T23:59:59.999+01:00")],
  ["from:7d", times("2026-11-15T12:30:15.500+01:00", null)],
  ["from:36h", times("2026-11-21T00:30:15.500+01:00", null)],
  ["from:18:00", times("2026-11-22T18:00+01:00", null)],
  ["from:2026-11-22T18:00 to:2026-11-22T17:00Z", times("2026-11-22T18:00+01:00", "2026-11-22T17:00Z")],
  ["after:yesterday before:today", times("2026-11-22T00:00+01:00", "2026-11-21T23:59:59.999+01:00")],
  ["from:yesterday from:today", times("2026-11-22T00:00+01:00", null)],
  // Clocks go forward at 02:00: the night has no half past two.
  ["from:2026-03-29T02:30", times("2026-03-29T03:30+02:00", null)],
  [
    "coffee tag:table=4 device:till-2 shop tag:paid=yes",
    { ...device("till-2"), ...tags(["table", "eq", "4"], ["paid", "eq", "yes"]), ...words("coffee", "shop") },
  ],
  [
    '"flat white" order:1001 device:till-2 total:>100 after:yesterday is:deleted table:12',
    {
      ...words("flat white"),
      ...device("till-2"),
      ...tags(["order", "eq", "1001"], ["total", "gt", "100"], ["table", "eq", "12"]),
      ...times("2026-11-22T00:00+01:00", null),
      deleted: true,
    },
  ],
];

test.each(SEARCHES)("%j is read, and the service takes it", (text, wanted) => {
  const read = readSearch(text, CONTEXT);
  expect(read.wanted as object).toEqual(wanted);
  expect(read.faults.filter(({ isHint }) => !isHint)).toEqual([]);
  expect(() => readSearchQuery(read.wanted)).not.toThrow();
});

const FAULTS: [text: string, sentence: RegExp, suggestion: string | null][] = [
  ["devise:till-1", /no key "devise".*device:/, "device:till-1"],
  ["x devcie:till-1 y", /Did you mean device:/, "x device:till-1 y"],
  ["tabel:12", /Did you mean table:/, "table:12"],
  ["device:", /after device:, such as device:till-2/, null],
  ["table:", /after table:/, null],
  ["tag:", /tag:orderId=1001/, null],
  ["tag:=5", /tag:orderId=1001/, null],
  ["total:>much", /a number or a date after >.*"much" is none/, null],
  ["total:>12,50", /total:>12\.50/, "total:>12.50"],
  ["tag:total<=", /a number or a date after <=/, null],
  ["total:1..x", /"x" is none/, null],
  ["from:soon", /"soon" is no date/, null],
  ["on:2026-02-30", /no date/, null],
  ["on:>2026-11-20", /cannot stand after on:/, "after:2026-11-20"],
  ["is:delted", /Did you mean is:deleted/, "is:deleted"],
  ["is:x", /one of deleted, test/, null],
  ["has:lable", /Did you mean has:label/, "has:label"],
  ["device:>5", /> cannot stand after device:/, null],
  ["(a OR b", /bracket is open/, "(a OR b)"],
  ["()", /nothing in the brackets/, null],
  ["a OR", /OR needs something on both sides/, null],
  ["OR a", /on both sides/, null],
  ["a AND", /on both sides/, null],
  ["NOT", /on both sides/, null],
  [Array.from({ length: 51 }, (_, index) => `w${index}`).join(" "), /at most 50 conditions/, null],
  ["-(a OR -(b OR -(c OR -(d OR -e))))", /deep/, null],
];

test.each(FAULTS)("%j is told to be wrong", (text, sentence, suggestion) => {
  const { faults, wanted } = readSearch(text, CONTEXT);
  const fault = faults.find(({ isHint }) => !isHint);
  if (fault === undefined) throw new Error("it was taken");
  expect(sentenceOf(fault)).toMatch(sentence);
  expect(fault.suggestion).toBe(suggestion);
  expect(() => readSearchQuery(wanted)).not.toThrow();
  if (suggestion !== null) expect(readSearch(suggestion, CONTEXT).faults).toEqual([]);
});

const HINTS: [text: string, sentence: RegExp][] = [
  ["constructor:x", /No print has a tag "constructor"/],
  ["printer:kitchne", /Did you mean Kitchen/],
  ["after:today before:today", /ends before it begins/],
];

test.each(HINTS)("%j is searched, with a word about it", (text, sentence) => {
  const [fault, more] = readSearch(text, CONTEXT).faults;
  expect(more).toBeUndefined();
  expect(fault?.isHint).toBe(true);
  expect(fault === undefined ? "" : sentenceOf(fault)).toMatch(sentence);
});

describe("where the keys of tags are not known", () => {
  const unknown = { ...CONTEXT, tagKeys: null };

  test.each([
    ["order:1001", tags(["order", "eq", "1001"])],
    ["has:paid", tags(["paid", "contains", ""])],
    ["http://a", words("http://a")],
  ])("%j is read", (text, wanted) => {
    expect(readSearch(text, unknown)).toMatchObject({ wanted, faults: [] });
  });

  test("a key that is nearly one of the language is a fault all the same", () => {
    expect(readSearch("devise:x", unknown).faults).toMatchObject([{ code: "unknownKey" }]);
  });
});

test("what is nested without end is read all the same", () => {
  for (const piece of ["-", "(", "-(", "NOT "]) {
    const { faults } = readSearch(`${piece.repeat(100_000)}x`, CONTEXT);
    expect(faults.length).toBeGreaterThan(0);
  }
});
