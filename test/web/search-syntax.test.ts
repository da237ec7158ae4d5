import { expect, test } from "bun:test";
import { readSearchQuery } from "../../src/domain/search-query.ts";
import type { SearchBody } from "../../src/web/browser/search-body.ts";
import { readSearch } from "../../src/web/browser/search-syntax.ts";

const label = (value: string) => ({ label: { op: "contains", value } }) as const;
const tags = (...and: [key: string, op: "eq" | "contains", value: string][]) => ({
  tag: { and: and.map(([key, op, value]) => ({ op, key, value })) },
});

const SEARCHES: [text: string, body: SearchBody][] = [
  ["", {}],
  ["   ", {}],
  ["order", label("order")],
  ["  two   words ", label("two words")],
  ['"two   words"', label("two   words")],
  ['"not closed', label("not closed")],
  ["100%_*", label("100%_*")],
  ["Order: 5", label("Order: 5")],
  ["http://a", label("http://a")],
  ['"device:till-2"', label("device:till-2")],
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
  ["tag:__proto__=x", tags(["__proto__", "eq", "x"])],
  ["constructor:x", label("constructor:x")],
  [
    "coffee tag:table=4 device:till-2 shop tag:paid=yes",
    {
      ...label("coffee shop"),
      deviceId: { op: "eq", value: "till-2" },
      ...tags(["table", "eq", "4"], ["paid", "eq", "yes"]),
    },
  ],
];

test.each(SEARCHES)("%j is read, and the service takes it", (text, body) => {
  const read = readSearch(text);
  expect(read).toEqual({ body, problem: "" });
  expect(() => readSearchQuery(read.body)).not.toThrow();
});

const PROBLEMS: [text: string, body: SearchBody, problem: RegExp][] = [
  ["device:", {}, /a value after device:/],
  ["tag:", {}, /tag:orderId=1001/],
  ["tag:=5", {}, /tag:orderId=1001/],
  ["device:a device:b", { deviceId: { op: "eq", value: "a" } }, /Only one device/],
  [
    Array.from({ length: 11 }, (_, index) => `tag:k${index}=1`).join(" "),
    tags(...Array.from({ length: 10 }, (_, index): [string, "eq", string] => [`k${index}`, "eq", "1"])),
    /first 10 tags/,
  ],
];

test.each(PROBLEMS)("%j is told to be incomplete", (text, body, problem) => {
  const read = readSearch(text);
  expect(read.body).toEqual(body);
  expect(read.problem).toMatch(problem);
  expect(() => readSearchQuery(read.body)).not.toThrow();
});
