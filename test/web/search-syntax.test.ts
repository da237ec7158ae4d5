import { expect, test } from "bun:test";
import { readSearchQuery } from "../../src/contract/search.ts";
import type { TagOperator } from "../../src/domain/tag-query.ts";
import { searchWords, type Wanted } from "../../src/web/browser/word-search.ts";
import { readSearch } from "../../src/web/browser/search-syntax.ts";

const words = (...all: string[]) => ({ words: all });
const tags = (...and: [key: string, op: TagOperator, value: string][]) => ({
  tag: { and: and.map(([key, op, value]) => ({ op, key, value })) },
});

const SEARCHES: [text: string, wanted: Wanted][] = [
  ["", {}],
  ["   ", {}],
  ["order", words("order")],
  ['"flat white" 7.50', words("flat white", "7.50")],
  ["  two   words ", words("two", "words")],
  ['"two   words"', words("two   words")],
  ['"not closed', words("not closed")],
  ["100%_*", words("100%_*")],
  ["Order: 5", words("Order:", "5")],
  ["http://a", words("http://a")],
  ['"device:till-2"', words("device:till-2")],
  ["device:till-2", { deviceId: { op: "eq", value: "till-2" } }],
  ['device:"till 2"', { deviceId: { op: "eq", value: "till 2" } }],
  ["device~till", { deviceId: { op: "contains", value: "till" } }],
  ["key:0199b6f2", { printKey: { op: "eq", value: "0199b6f2" } }],
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
  ["constructor:x", words("constructor:x")],
  [
    "coffee tag:table=4 device:till-2 shop tag:paid=yes",
    {
      ...words("coffee", "shop"),
      deviceId: { op: "eq", value: "till-2" },
      ...tags(["table", "eq", "4"], ["paid", "eq", "yes"]),
    },
  ],
];

/** What is asked of the service; it must take all of it. */
async function expectTaken(wanted: Wanted): Promise<void> {
  const asked: object[] = [];
  await searchWords(
    async (body) => {
      asked.push(body);
      return { items: [], total: 0, nextCursor: null };
    },
    wanted,
    null,
  );
  for (const body of asked) expect(() => readSearchQuery(body)).not.toThrow();
}

test.each(SEARCHES)("%j is read, and the service takes it", async (text, wanted) => {
  const read = readSearch(text);
  expect(read).toEqual({ wanted, problem: "" });
  await expectTaken(read.wanted);
});

const PROBLEMS: [text: string, wanted: Wanted, problem: RegExp][] = [
  ["device:", {}, /a value after device:/],
  ["tag:", {}, /tag:orderId=1001/],
  ["tag:=5", {}, /tag:orderId=1001/],
  ["tag:total>much", {}, /a number or a date after >/],
  ["tag:total<=", {}, /a number or a date after <=/],
  ["device:a device:b", { deviceId: { op: "eq", value: "a" } }, /Only one device/],
  [
    Array.from({ length: 11 }, (_, index) => `tag:k${index}=1`).join(" "),
    tags(...Array.from({ length: 10 }, (_, index): [string, "eq", string] => [`k${index}`, "eq", "1"])),
    /first 10 tags/,
  ],
  ["a b c d e f g h i j k", words(..."abcdefghij"), /first 10 words/],
];

test.each(PROBLEMS)("%j is told to be incomplete", async (text, wanted, problem) => {
  const read = readSearch(text);
  expect(read.wanted).toEqual(wanted);
  expect(read.problem).toMatch(problem);
  await expectTaken(read.wanted);
});
