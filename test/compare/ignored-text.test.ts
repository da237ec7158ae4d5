import { expect, test } from "bun:test";
import { IgnoredText } from "../../src/compare/ignored-text.ts";
import { COMPARISON_LIMITS } from "../../src/compare/limits.ts";

test("no more is looked through than some seconds allow, and it is known that there was more", () => {
  const { ignored: most, searchedCharacters } = COMPARISON_LIMITS;
  const text = IgnoredText.compile(Array.from({ length: most }, () => "\\d+"));
  expect([text.blotted("Order 12"), text.isExhausted]).toEqual(["Order ▒", false]);
  text.blotted("-".repeat(Math.ceil(searchedCharacters / most)));
  expect([text.blotted("Order 12"), text.isExhausted]).toEqual(["Order 12", true]);
});
