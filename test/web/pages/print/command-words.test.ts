import { describe, expect, test } from "bun:test";
import { explain } from "../../../../src/explain/explain.ts";
import {
  byteWords,
  commandsAsText,
  isShown,
  offsetWords,
  parameterWords,
  problemOf,
} from "../../../../src/web/browser/pages/prints/print/command-words.ts";
import { bytes, ESC } from "../../../escpos/bytes.ts";

test.each([
  ["drawn", true, false],
  ["event", true, false],
  ["state", false, false],
  ["none", false, false],
  ["ignored", false, true],
  ["unknown", false, true],
  ["truncated", false, true],
] as const)("%s: printing %p, a problem %p", (effect, printing, problem) => {
  const command = { effect, offset: 7 };
  const none = new Set<number>();
  expect(isShown(command, "all", none)).toBe(true);
  expect(isShown(command, "printing", none)).toBe(printing);
  expect(isShown(command, "problems", none)).toBe(problem);
  // What the printer does not do as it was meant is a problem, whatever the command does.
  expect(isShown(command, "problems", new Set([7]))).toBe(true);
  expect<string | null>(problemOf({ effect })).toBe(problem ? effect : null);
});

describe("offsets have as many digits as the longest", () => {
  test.each([
    [0, 10, "0000"],
    [0xbeef, 0xffff, "BEEF"],
    [1, 0x12345, "00001"],
  ])("%p of %p", (offset, length, words) => {
    expect(offsetWords(offset, length)).toBe(words);
  });
});

test.each([
  ["1b40", 2, "1B 40"],
  ["00".repeat(20), 20, `${"00 ".repeat(12)}…`],
  ["00".repeat(64), 1000, `${"00 ".repeat(12)}…`],
  ["", 0, ""],
])("bytes %s of %p", (hex, length, words) => {
  expect(byteWords(hex, length)).toBe(words);
});

test("parameters are one line", () => {
  expect(parameterWords({ parameters: { m: 65, data: "abc" } })).toBe("m 65, data “abc”");
});

test("commands as text, problems named", () => {
  const { commands } = explain(bytes("Hi\n", [ESC, 0x99]), { columns: 20 });
  const [text, feed, unknown, ...rest] = commandsAsText(commands).split("\n");
  expect(text).toStartWith("0000  Text          48 69 ");
  expect(text).toEndWith("  Text “Hi”, 2 characters in PC437");
  expect(feed).toEndWith("  Prints the line");
  expect(unknown).toContain("  [unknown] No known command");
  expect(rest).toEqual([""]);
});
