import { expect, test } from "bun:test";
import { durationInWords, readSeconds } from "../../src/domain/duration.ts";

test.each([
  [0, "0 s"],
  [-5000, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [14.9 * 60_000, "14 min"],
  [3_600_000, "1 h"],
  [86_399_999, "23 h"],
  [86_400_000, "1 d"],
])("%d ms are %s", (milliseconds, words) => {
  expect(durationInWords(milliseconds)).toBe(words);
});

test.each([
  ["90", 90],
  ["30s", 30],
  ["5min", 300],
  ["5 min", 300],
  ["5m", 300],
  ["1h", 3600],
  ["2D", 172_800],
  ["", null],
  ["min", null],
  ["1.5h", null],
  ["-1s", null],
  ["5 weeks", null],
])("%j is %p seconds", (text, seconds) => {
  expect(readSeconds(text)).toBe(seconds);
});
