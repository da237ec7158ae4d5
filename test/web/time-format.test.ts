import { expect, test } from "bun:test";
import { countOfPrints, shortTime } from "../../src/web/browser/time-format.ts";

const now = new Date(2026, 5, 15, 12, 0);
const at = (...parts: [year: number, month: number, day: number, hour: number, minute: number]) =>
  new Date(...parts).toISOString();

test("times are as short as they can be and still be understood", () => {
  expect(shortTime(at(2026, 5, 15, 9, 5), now, "en-GB")).toBe("9:05");
  expect(shortTime(at(2026, 5, 14, 9, 5), now, "en-GB")).toMatch(/^14 Jun.*9:05$/);
  expect(shortTime(at(2025, 11, 31, 9, 5), now, "en-GB")).toBe("31 Dec 2025");
});

test.each([
  [0, "0 prints"],
  [1, "1 print"],
  [1204, "1,204 prints"],
])("%d is counted as %s", (count, text) => {
  expect(countOfPrints(count, "en")).toBe(text);
});
