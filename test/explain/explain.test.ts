import { describe, expect, test } from "bun:test";
import { explain, type ExplainedCommand } from "../../src/explain/explain.ts";
import { ESCPOS } from "../../src/escpos/commands/escpos-dialect.ts";
import { bytes, ESC, FF, FS, GS, sampleReceipt, type BytePart } from "../escpos/bytes.ts";

const commandsOf = (...parts: readonly BytePart[]): readonly ExplainedCommand[] =>
  explain(bytes(...parts), { columns: 20 }).commands;

/** "offset name effect sentence" of each command. */
const lines = (...parts: readonly BytePart[]): string[] =>
  commandsOf(...parts).map(
    ({ offset, name, effect, sentence }) => `${offset} ${name} ${effect}: ${sentence}`,
  );

/** The effect and sentence of the command at the end of a print. */
const last = (...parts: readonly BytePart[]): string => {
  const command = commandsOf(...parts).at(-1);
  return `${command?.effect}: ${command?.sentence}`;
};

test("a receipt, command by command", () => {
  expect(lines(sampleReceipt()).join("\n")).toMatchSnapshot();
});

test.each([
  ["nothing hangs on it", "Total 12.00\n", {}, undefined],
  ["its text", "Caf\x82\n", {}, "Its characters are read as “western” by its text, which is certain"],
  [
    "a word, which its text does not tell",
    "\xc4\xe3\xba\xc3\n",
    {},
    /^Its characters are read as “\w+” by its text, which is (likely|doubtful)$/,
  ],
  [
    "the earlier prints of its device",
    "\xb2\xe8\n",
    { earlier: "china" },
    "Its characters are read as “china” as the earlier prints of its device, since its text alone is too little to tell",
  ],
  [
    "its settings",
    "\xb2\xe8\n",
    { charset: "korea" },
    "Its characters are read as “korea” as its settings say",
  ],
  [
    "a command",
    bytes([FS, 0x26], "\x4e\x4e\x3c\x7d\x3d\x71"),
    {},
    "Its characters are read as “japan” as a command of the print says",
  ],
] as const)("how sure it is of the characters: %s", (_title, print, options, sentence) => {
  const { charset } = explain(bytes(print), { columns: 20, ...options });
  if (sentence === undefined) expect(charset).toBeUndefined();
  else expect(charset?.sentence).toMatch(sentence);
});

test("a command with its bytes, parameters and place", () => {
  expect(explain(bytes("A\n", [GS, 0x56, 66, 3]), { columns: 20 })).toEqual({
    columns: 20,
    widthDots: 240,
    heightDots: 31,
    printer: { id: "epson-80mm", maker: "Epson", name: "80 mm, 203 dpi", language: "escpos" },
    warnings: [],
    notes: [],
    commands: [
      {
        offset: 0,
        length: 1,
        name: "Text",
        bytes: "41",
        parameters: { text: "A" },
        effect: "drawn",
        sentence: "Text “A”, 1 character in PC437",
        y: 0,
      },
      {
        offset: 1,
        length: 1,
        name: "LF",
        bytes: "0a",
        parameters: {},
        effect: "drawn",
        sentence: "Prints the line",
        y: 0,
      },
      {
        offset: 2,
        length: 4,
        name: "GS V",
        bytes: "1d564203",
        parameters: { m: 66, dataLength: 1 },
        effect: "event",
        sentence: "Cut, partial, after feeding 1.5 dots",
        y: 30,
      },
    ],
  });
});

describe("text is read as the printer reads it", () => {
  test.each([
    ["PC858", [[ESC, 0x74, 19], "Caf\x82 \xd5\n"], "Text “Café €”, 6 characters in PC858"],
    ["WPC1252", [[ESC, 0x74, 16], "\x80\n"], "Text “€”, 1 character in WPC1252"],
    ["ISO", [[ESC, 0x74, 15], "\xc1\n"], "Text “Α”, 1 character in ISO 8859-7"],
    ["Shift JIS", [[FS, 0x43, 1], "\x83\x58\x83\x56\n"], "Text “スシ”, 2 characters in Shift JIS"],
    ["UTF-8", [[FS, 0x28, 0x43, 2, 0, 48, 2], "\xe2\x82\xac\n"], "Text “€”, 1 character in UTF-8"],
    ["long", ["x".repeat(50), "\n"], `Text “${"x".repeat(40)}…”, 50 characters in PC437`],
  ] as const)("%s", (_, parts, sentence) => {
    expect(commandsOf(...parts).at(-2)?.sentence).toBe(sentence);
  });
});

describe("known commands that do nothing here, and why", () => {
  test.each([
    ["out of range", [[ESC, 0x2d, 9]], "ignored: Underline: ignored, 9 is out of range"],
    [
      "not at the start of a line",
      ["A", [ESC, 0x4c]],
      "ignored: Page mode on: ignored, the line is not empty",
    ],
    [
      "standard mode",
      [[GS, 0x24, 4, 0]],
      /^ignored: Moves to 2 dots .*: ignored, it acts in page mode only$/,
    ],
    ["page mode", [[ESC, 0x4c, GS, 0x56, 0]], "ignored: Cut, full: ignored, page mode is on"],
    ["outside the area", [[ESC, 0x24, 0xff, 0x7f]], /ignored, it is outside the print area of 240 dots$/],
    [
      "no printer",
      [[ESC, 0x3d, 0, ESC, 0x45, 1]],
      "ignored: Emphasis on: ignored, the printer is not selected (ESC =)",
    ],
    ["no macro", [[GS, 0x5e, 2, 0, 0]], "ignored: Runs the macro 2 times: ignored, there is none"],
    [
      "nothing stored",
      [bytes(GS, "(L", 2, 0, "02")],
      "ignored: Prints stored graphics: ignored, none are stored",
    ],
    [
      "a wrong bar code",
      [bytes(GS, "k", 67, 3, "ABC")],
      /^ignored: Bar code EAN13 “ABC”: not on the paper, only digits are allowed$/,
    ],
    [
      "no data of a symbol",
      [bytes(GS, "(k", 3, 0, 49, 81, 48)],
      /^ignored: Prints the QR code: .*not on the paper, no data for it is stored$/,
    ],
    [
      "a symbol's setting",
      [bytes(GS, "(k", 3, 0, 49, 67, 99)],
      "ignored: QR code: module size: ignored, 99 is out of range",
    ],
    [
      "another character set",
      [[ESC, 0x52, 99]],
      "ignored: International character set 99: ignored, there is none of this number",
    ],
  ] as const)("%s", (_, parts, sentence) => {
    expect(last(...parts)).toMatch(sentence);
  });

  test("text that never reaches the paper", () => {
    expect(lines("AB", [ESC, 0x40], "C\n", [ESC, 0x4c], "D", [ESC, 0x53])).toEqual([
      "0 Text ignored: Text “AB”, 2 characters in PC437: not on the paper, it was dropped before it was printed",
      "2 ESC @ state: Resets all modes; what is in the line is dropped",
      "4 Text drawn: Text “C”, 1 character in PC437",
      "5 LF drawn: Prints the line",
      "6 ESC L state: Page mode on",
      "8 Text ignored: Text “D”, 1 character in PC437: not on the paper, it was dropped before it was printed",
      "9 ESC S state: Back to standard mode; the page is dropped",
    ]);
  });

  test("a bar code that is not printed, in the middle of a run of text", () => {
    expect(lines("A", bytes(GS, "k", 67, 3, "ABC"), "B\n")).toEqual([
      "0 Text drawn: Text “A”, 1 character in PC437",
      "1 GS k ignored: Bar code EAN13: ignored, its line is not empty; its data are printed as text",
      "4 Control none: Control code without a meaning here",
      "5 Text drawn: Text “ABCB”, 4 characters in PC437",
      "9 LF drawn: Prints the line",
    ]);
  });
});

test.each([
  ["skipped by design", [[0x10, 4, 1]], "none: Asks for a status"],
  ["CR", ["A\r"], /^none: Carriage return/],
  [
    "unknown",
    [[ESC, 0x99]],
    "unknown: No known command; printers drop its 2 bytes and go on with what follows",
  ],
  ["unknown with a length", [bytes(GS, "(\x01", 2, 0, "xy")], /^unknown: .* its 7 bytes/],
  [
    "truncated",
    [[GS, 0x76, 0x30, 0, 1]],
    /^truncated: The print ends inside this command, after 5 bytes; what/,
  ],
  ["truncated at its start", ["A", [ESC]], "truncated: The print ends inside a command"],
  ["control codes", [[1, 2]], "none: 2 control codes without a meaning here"],
  ["a bell", [[7]], "event: Bell: the buzzer sounds"],
  ["a drawer kick", [[ESC, 0x70, 1, 9, 9]], "event: Drawer kick, pin 5"],
  ["customer display", [[ESC, 0x3d, 2], "9.50"], "event: The customer display shows “9.50”"],
  ["a command of the display", [[ESC, 0x3d, 2, 0x0c]], "none: For the customer display, not the paper"],
  ["a raster", [[GS, 0x76, 0x30, 1, 1, 0, 1, 0, 255]], "drawn: Raster image 8×1, double width"],
  ["justification in a line", ["A", [ESC, 0x61, 2]], "state: Justification: right, from the next line on"],
  [
    "an image of another print",
    [[FS, 0x70, 3, 0]],
    "drawn: Prints NV image 3, normal size, which is in the printer only",
  ],
  ["the counter", [[GS, 0x63]], "drawn: Prints the counter, 1"],
  ["a page", [[ESC, 0x4c], "A", [FF]], "drawn: Prints the page; back to standard mode"],
] as const)("%s", (_, parts, sentence) => {
  expect(last(...parts)).toMatch(sentence);
});

test("what a macro prints is made by the command that runs it", () => {
  const print = bytes([GS, 0x3a], "A\n", [GS, 0x3a, GS, 0x5e, 2, 0, 0]);
  expect(lines(print)).toEqual([
    "0 GS : state: Begins a macro",
    "2 Text drawn: Text “A”, 1 character in PC437",
    "3 LF drawn: Prints the line",
    "4 GS : state: Ends the macro",
    "6 GS ^ drawn: Runs the macro 2 times",
  ]);
});

test("the data of a symbol leads to the command that prints it", () => {
  const print = bytes(
    bytes(GS, "(k", 4, 0, "1P0A"),
    bytes(GS, "(k", 3, 0, "1Q0"),
    bytes(GS, "(k", 3, 0, "1Q0"),
  );
  expect(commandsOf(print).map(({ printedBy }) => printedBy)).toEqual([9, undefined, undefined]);
});

test("bytes that are not ESC/POS are one unknown row", () => {
  expect(lines("GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toEqual([
    expect.stringMatching(/^0 Not ESC\/POS unknown: this is .*HTTP.*, not ESC\/POS$/),
  ]);
});

test("each command that is not skipped has a sentence of its own", () => {
  const records = ESCPOS.forms.map(({ record }) => record);
  const silent = records.filter(({ effect, says }) => effect !== undefined && says === undefined);
  expect(silent.filter(({ effect }) => effect !== "skipped")).toEqual([]);
});

test("a print in Star's language of which no model is known is shown on a printer of Star", () => {
  const print = bytes([ESC, 0x40, ESC, GS, 0x61, 1], "Total\n", [ESC, 0x64, 3]);
  expect(explain(print, {}).printer).toEqual({
    id: "star-80mm",
    maker: "Star",
    name: "80 mm",
    language: "star-line",
  });
});

test("leaving Star's raster mode behind the end of the document, as drivers do, is no problem", () => {
  const row = [0x62, 1, 0, 255];
  const print = bytes([ESC], "*rA", row, [ESC, 0x0c, 4, ESC], "*rB");
  const effects = explain(print, { model: "star-tsp100" }).commands.map(({ name, effect }) => [name, effect]);
  expect(effects.at(-1)?.[0]).toBe("ESC * r B");
  expect(effects.map(([, effect]) => effect)).not.toContain("ignored");
});
