import { expect, test } from "bun:test";
import {
  about,
  changed,
  itemsOf,
  newTerm,
  operatorsOf,
  subjectOf,
  textOf,
} from "../../../../src/web/browser/pages/prints/finder/builder-items.ts";
import { tokensOf, type Term } from "../../../../src/search-language/tokens.ts";

test.each([
  "",
  "coffee",
  '"flat white" device:till-2',
  "a OR b",
  "-(a OR table:5) is:test",
  "total:>=100 tag:due tag:device=x",
  "on:2026-01..2026-03 -device:bar",
  "NOT 5",
])("%j is built and written as it was", (text) => {
  expect(textOf(itemsOf(text))).toBe(text);
});

test("what is empty says nothing", () => {
  const root = itemsOf("a b");
  expect(textOf({ ...root, items: [...root.items, newTerm()] })).toBe("a b");
  expect(textOf(changed(root, root.items[0]?.id ?? 0, () => null))).toBe("b");
});

test("what is twice not is", () => {
  expect(textOf(itemsOf("-(-a)"))).toBe("a");
});

const termOf = (text: string): Term => {
  const [token] = tokensOf(text);
  if (token?.kind !== "term") throw new Error(text);
  return token.term;
};

test.each([
  ["coffee", "word", []],
  ["device:x", "key device", ["", "!=", "~", "*"]],
  ["label:x", "key label", ["", "=", "!=", "*"]],
  ["is:test", "key is", []],
  ["order:5", "tag order", ["", "!=", "~", ">", ">=", "<", "<=", "*"]],
  ["tag:device=x", "tag device", ["=", "~", ">", ">=", "<", "<=", "*"]],
])("%j is about %j", (text, subject, operators) => {
  expect(subjectOf(termOf(text))).toBe(subject);
  expect(operatorsOf(termOf(text))).toEqual(operators as never);
});

test.each([
  ["coffee", "key device", "device:coffee"],
  ["coffee", "tag table", "table:coffee"],
  ["coffee", "tag device", "tag:device=coffee"],
  ["coffee", "key is", "is:deleted"],
  ["is:test", "key has", "has:label"],
  ["device:test", "key is", "is:test"],
  ["table:5", "word", "5"],
])("%j made about %j is %j", (text, subject, result) => {
  const term = about(subject, termOf(text));
  expect(textOf({ id: 1, isNot: false, kind: "term", term })).toBe(result);
});
