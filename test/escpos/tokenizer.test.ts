import { describe, expect, test } from "bun:test";
import { ESCPOS } from "../../src/escpos/commands/escpos-dialect.ts";
import { MAXIMUM_BAR_CODE_BYTES } from "../../src/escpos/limits.ts";
import { tokenize, Tokenizer, type Command } from "../../src/escpos/escpos.ts";
import { bytes, DLE, ESC, FS, GS, LF, US } from "./bytes.ts";
import { DISPLAY_COMMANDS, PRINTER_COMMANDS, sampleBytes } from "./command-samples.ts";

const names = (input: Uint8Array): string[] => [...tokenize(input)].map(({ name }) => name);

const split = (input: Uint8Array): [string, number][] =>
  [...tokenize(input)].map(({ name, length }) => [name, length]);

function tokenizeInPieces(input: Uint8Array, size: number, device?: "printer" | "display"): Command[] {
  const tokenizer = new Tokenizer({ device: device ?? "printer" });
  const commands: Command[] = [];
  for (let at = 0; at < input.length; at += size)
    commands.push(...tokenizer.push(input.subarray(at, at + size)));
  return [...commands, ...tokenizer.end()];
}

/** The commands that have a sample, each with its device. */
const sampled = (device: string, samples: typeof PRINTER_COMMANDS): Set<string> =>
  new Set(samples.map(([name]) => `${device} ${name}`));

describe("every command has its exact length", () => {
  test.each([...PRINTER_COMMANDS])("%s %s", (name, hexadecimal) => {
    const command = sampleBytes([name, hexadecimal]);
    // Text on both sides: a length too short or too long moves the boundary.
    const [before, found, after, ...rest] = [...tokenize(bytes("A", command, "B"))];
    expect(before?.bytes).toEqual(bytes("A"));
    expect(found).toMatchObject({
      name,
      offset: 1,
      length: command.length,
      truncated: false,
      kind: "command",
    });
    expect(found?.bytes).toEqual(command);
    expect(after?.bytes).toEqual(bytes("B"));
    expect(rest).toEqual([]);
  });

  test.each([...DISPLAY_COMMANDS])("customer display: %s %s", (name, hexadecimal) => {
    const command = sampleBytes([name, hexadecimal]);
    const found = tokenizeInPieces(bytes("A", command, "B"), 100, "display");
    expect(found.map(({ length }) => length)).toEqual([1, command.length, 1]);
    expect(found[1]).toMatchObject({ name, kind: "command", form: { device: "display" } });
  });

  test("the samples above cover the whole command table", () => {
    const covered = sampled("printer", PRINTER_COMMANDS).union(sampled("display", DISPLAY_COMMANDS));
    const missing = ESCPOS.forms
      .filter(({ kind }) => kind === "command")
      .map(({ device, name }) => `${device} ${name}`)
      .filter((name) => !covered.has(name));
    expect(missing).toEqual([]);
  });

  test.each([...PRINTER_COMMANDS])(
    "%s %s, cut short, is truncated and complete when the rest comes",
    (name, hexadecimal) => {
      const command = sampleBytes([name, hexadecimal]);
      // DC2 alone is a control code.
      for (let length = command[0] === 0x12 ? 2 : 1; length < command.length; length++) {
        const part = [...tokenize(command.subarray(0, length))];
        expect(part.map((token) => [token.length, token.truncated])).toEqual([[length, true]]);
      }
      expect(tokenizeInPieces(bytes(command, "B"), 1).map((token) => token.name)).toEqual([name, "Text"]);
    },
  );
});

describe("bytes that are not a known command", () => {
  test.each([
    [
      "unknown ESC: two bytes, then text",
      bytes(ESC, 0x99, "AB"),
      [
        ["Unknown ESC", 2],
        ["Text", 2],
      ],
    ],
    [
      "unknown GS v: two bytes",
      bytes(GS, "v1A"),
      [
        ["Unknown GS v", 2],
        ["Text", 2],
      ],
    ],
    [
      "unknown GS ( x: by its length",
      bytes(GS, "(y", 2, 0, "ABCD"),
      [
        ["Unknown GS (", 7],
        ["Text", 2],
      ],
    ],
    [
      "unknown FS ( x: by its length",
      bytes(FS, "(y", 1, 0, "AB"),
      [
        ["Unknown FS (", 6],
        ["Text", 1],
      ],
    ],
    [
      "unknown ESC ( x: by its length",
      bytes(ESC, "(y", 1, 0, "AB"),
      [
        ["Unknown ESC (", 6],
        ["Text", 1],
      ],
    ],
    [
      "unknown GS 8 x: by its length",
      bytes(GS, "8y", 1, 0, 0, 0, "AB"),
      [
        ["Unknown GS 8", 8],
        ["Text", 1],
      ],
    ],
    [
      "unknown DLE",
      bytes(DLE, 0x11, "A"),
      [
        ["Unknown DLE", 2],
        ["Text", 1],
      ],
    ],
    [
      "control codes are one run",
      bytes([0, 1, 2, 7, 8, LF, 0x1a]),
      [
        ["Control", 5],
        ["LF", 1],
        ["Control", 1],
      ],
    ],
    [
      "US belongs to the display only",
      bytes(US, "A"),
      [
        ["Control", 1],
        ["Text", 1],
      ],
    ],
  ] as [string, Uint8Array, [string, number][]][])("%s", (_title, input, expected) => {
    expect(split(input)).toEqual(expected);
  });

  test.each([
    ["ESC alone", bytes(ESC)],
    ["GS ( alone", bytes(GS, "(")],
    ["a raster without its data", bytes(GS, "v0", 0, 2, 0, 2, 0, 0xff)],
    ["a claim of 4 GiB", bytes(GS, "8L", 0xff, 0xff, 0xff, 0xff, "x")],
  ])("%s is truncated and keeps its bytes", (_title, input) => {
    const [command, ...rest] = [...tokenize(input)];
    expect(rest).toEqual([]);
    expect(command).toMatchObject({ offset: 0, length: input.length, truncated: true });
  });
});

describe("commands whose end depends on their data", () => {
  test("ESC D ends before a value that does not ascend", () => {
    expect(split(bytes(ESC, "D", 4, 8, 8, "A"))).toEqual([
      ["ESC D", 4],
      ["Control", 1],
      ["Text", 1],
    ]);
  });

  test("ESC D ends after 32 values", () => {
    const stops = Array.from({ length: 33 }, (_, index) => index + 65);
    expect(split(bytes(ESC, "D", stops))).toEqual([
      ["ESC D", 34],
      ["Text", 1],
    ]);
  });

  test("ESC p without times does not swallow the next command", () => {
    expect(names(bytes(ESC, "p", 0, ESC, "@"))).toEqual(["ESC p", "ESC @"]);
    expect(names(bytes(ESC, "p", ESC, "@"))).toEqual(["ESC p", "ESC @"]);
  });

  test("ESC 4 takes a parameter of 0 or 1 only", () => {
    expect(split(bytes(ESC, "4A"))).toEqual([
      ["ESC 4", 2],
      ["Text", 1],
    ]);
  });

  test("GS k without its NUL gives up at the limit", () => {
    const [barCode, text] = [...tokenize(bytes(GS, "k", 4, "A".repeat(400)))];
    expect(barCode).toMatchObject({ name: "GS k", length: 3 + MAXIMUM_BAR_CODE_BYTES, truncated: false });
    expect(text).toMatchObject({ name: "Text", length: 400 - MAXIMUM_BAR_CODE_BYTES });
  });

  test.each([
    [0, 72],
    [1, 60],
    [0x32, 32],
  ])("FS 2 after FS ( A %d holds %d bytes", (font, size) => {
    const input = bytes(FS, "(A", 2, 0, 0x30, font, FS, "2", 0xec, 0x40, new Uint8Array(size), "A");
    expect(split(input)).toEqual([
      ["FS ( A", 7],
      ["FS 2", 4 + size],
      ["Text", 1],
    ]);
    expect(
      split(bytes(input.subarray(0, 7), ESC, "@", FS, "2", 0xec, 0x40, new Uint8Array(72), "A")).at(-1),
    ).toEqual(["Text", 1]);
  });
});

test("ESC = 2 sends what follows to the display until ESC = 1", () => {
  const input = bytes("A", ESC, "=", 2, "B", US, "$", 1, 1, ESC, "=", 1, "C", US, "$");
  expect([...tokenize(input)].map(({ name, form }) => `${name} ${form.device}`)).toEqual([
    "Text printer",
    "ESC = printer",
    "Display text display",
    "US $ display",
    "ESC = display",
    "Text printer",
    "Control printer",
    "Text printer",
  ]);
});

test("ESC = 3 leaves the printer listening", () => {
  expect(names(bytes(ESC, "=", 3, "A"))).toEqual(["ESC =", "Text"]);
});

test("an image byte is never a command", () => {
  const image = bytes(GS, "v0", 0, 4, 0, 1, 0, DLE, 4, 1, LF);
  expect(names(bytes(image, DLE, 4, 1))).toEqual(["GS v 0", "DLE EOT"]);
});

test("commands returned earlier keep their bytes while more arrive", () => {
  const tokenizer = new Tokenizer();
  const chunk = bytes("first", LF);
  const [first] = tokenizer.push(chunk);
  chunk.fill(0);
  for (let round = 0; round < 5000; round++) tokenizer.push(bytes("more", LF));
  expect(first?.bytes).toEqual(bytes("first"));
});
