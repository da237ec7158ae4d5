import { describe, expect, test } from "bun:test";
import { decode, tokenize } from "../../../src/escpos/escpos.ts";
import { STAR } from "../../../src/escpos/star/star-dialect.ts";
import { bytes, type BytePart } from "../bytes.ts";
import { sampleBytes, STAR_COMMANDS } from "../command-samples.ts";

/** Everything a printer acts on. */
const RECORDS = STAR.forms
  .filter(({ kind }) => kind === "command" || kind === "text")
  .map(({ record }) => record);

test("each command says what it does to a receipt", () => {
  const silent = RECORDS.filter(({ effect, words }) => effect === undefined || words === "");
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("what is skipped does nothing, and everything else does something and has a sentence of its own", () => {
  const skipped = RECORDS.filter(({ effect }) => effect === "skipped");
  const idle = RECORDS.filter(({ run }) => run === undefined);
  expect(skipped.map(({ name }) => name)).toEqual(idle.map(({ name }) => name));
  const acting = RECORDS.filter(({ effect }) => effect !== "skipped");
  expect(acting.filter(({ says }) => says === undefined).map(({ name }) => name)).toEqual([]);
});

describe.each([...STAR_COMMANDS])("%s %s", (name, hexadecimal) => {
  const print = sampleBytes([name, hexadecimal]);

  test("is one command, and one that is truncated if it is cut short", () => {
    const whole = [...tokenize(print, STAR)].at(-1);
    expect([whole?.name, whole?.truncated]).toEqual([name, false]);
    // DLE alone is a control code.
    for (let length = print[0] === 0x10 ? 2 : 1; length < (whole?.length ?? 0); length++) {
      const end = print.length - (whole?.length ?? 0) + length;
      const part = [...tokenize(print.subarray(0, end), STAR)].at(-1);
      expect([part?.length, part?.truncated]).toEqual([length, true]);
    }
  });
});

/** What is on the paper and beside it, whatever made it, of a print that a Star printer's driver begins. */
function shown(...parts: readonly BytePart[]): string {
  const { pieces, events, heightDots } = decode(bytes("\x1b\x1ea0", ...parts), { columns: 32 });
  const withoutOrigins = (name: string, value: unknown): unknown =>
    name === "from" || name === "to" ? undefined : value;
  return JSON.stringify({ pieces, events, heightDots }, withoutOrigins);
}

describe("a skipped command leaves the paper as it is", () => {
  const skipped = new Set(RECORDS.filter(({ effect }) => effect === "skipped").map(({ name }) => name));
  test.each(STAR_COMMANDS.filter(([name]) => skipped.has(name)))("%s %s", (name, hexadecimal) => {
    const sample = sampleBytes([name, hexadecimal]);
    const raster = hexadecimal.startsWith("1b2a7241");
    const around = (inner: BytePart): BytePart[] =>
      raster ? ["A\nB\n", inner, "\x1b*rB"] : ["A", inner, "B\nC\n"];
    expect(shown(...around(sample))).toBe(shown(...around(raster ? "\x1b*rA" : "")));
  });
});

test("unknown commands lose no text", () => {
  const names = (print: BytePart): string[] =>
    [...tokenize(bytes(print), STAR)].map((command) => `${command.name} ${command.length}`);
  expect(names("\x1b\x99AB")).toEqual(["Unknown ESC 2", "Text 2"]);
  expect(names("\x1b\x1d\x99AB")).toEqual(["Unknown ESC GS 3", "Text 2"]);
  expect(names("\x1b\x1e\x99AB")).toEqual(["Unknown ESC RS 3", "Text 2"]);
  expect(names("\x1b\x1d(Z\x02\x00XYAB")).toEqual(["Unknown ESC GS ( 8", "Text 2"]);
  expect(names("\x1b\x1d)Z\x02\x00XYAB")).toEqual(["Unknown ESC GS ) 8", "Text 2"]);
  expect(names("A\x1dB\x10C")).toEqual(["Text 1", "Control 1", "Text 1", "Control 1", "Text 1"]);
});
