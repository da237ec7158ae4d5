import { describe, expect, test } from "bun:test";
import { COMMANDS_FILE, commandsDocument } from "../../scripts/commands.ts";
import type { CommandRecord } from "../../src/escpos/command-record.ts";
import { ESCPOS } from "../../src/escpos/commands/escpos-dialect.ts";
import { decode, type Charset, type ModelId } from "../../src/escpos/escpos.ts";
import { bytes, ESC, FS, GS, type BytePart } from "./bytes.ts";
import { PRINTER_COMMANDS, sampleBytes } from "./command-samples.ts";

const COLUMNS = 32;

/** The records of everything a printer acts on, by name. */
const RECORDS: ReadonlyMap<string, CommandRecord> = new Map(
  ESCPOS.forms
    .filter(({ kind, device }) => device === "printer" && (kind === "command" || kind === "text"))
    .map(({ name, record }) => [name, record]),
);

const effectOf = (name: string) => RECORDS.get(name)?.effect;

test("each printer command says what it does to a receipt", () => {
  expect([...RECORDS].filter(([, { effect, words }]) => effect === undefined || words === "")).toEqual([]);
});

test("what is skipped does nothing, and everything else does something", () => {
  const skipped = [...RECORDS.keys()].filter((name) => effectOf(name) === "skipped");
  expect(skipped).toEqual([...RECORDS].filter(([, { run }]) => run === undefined).map(([name]) => name));
});

test("the table in the documents is that of the code", async () => {
  expect(await Bun.file(COMMANDS_FILE).text()).toBe(commandsDocument());
});

/** What is on the paper and beside it. */
function shown(...parts: readonly BytePart[]): string {
  return shownAs("auto", parts);
}

function shownAs(charset: Charset, parts: readonly BytePart[], model?: ModelId): string {
  const { pieces, events, heightDots } = decode(bytes(...parts), { columns: COLUMNS, charset, model });
  // Which bytes made a piece differs with every command, whatever it does.
  const withoutOrigins = (name: string, value: unknown): unknown =>
    name === "from" || name === "to" ? undefined : value;
  return JSON.stringify({ pieces, events, heightDots }, withoutOrigins);
}

describe("a skipped command leaves the paper as it is", () => {
  const samples = PRINTER_COMMANDS.filter(([name]) => effectOf(name) === "skipped");
  test.each(samples.map((sample) => [sample[0], sample] as const))("%s", (_, sample) => {
    expect(shown("A", sampleBytes(sample), "B\nC\n")).toBe(shown("AB\nC\n"));
  });
});

/** What stands before and after a command to see what it does: text in either mode, bar codes, definitions. */
const CONTEXTS: readonly (readonly [before: BytePart, after: BytePart])[] = [
  ["", "AB\tC\n D\n"],
  ["A", "B\nC\n"],
  ["A\n", "B\n"],
  [bytes([ESC, 0x4c], "A"), bytes("B\n", [ESC, 0x0c], "C\n", [ESC, 0x53], "D\n")],
  [bytes([ESC, 0x4c], "A"), bytes("B\n", [0x0c], "C\n")],
  ["", bytes([GS, 0x6b, 67, 12], "400638133393")],
  [bytes([GS, 0x48, 2]), bytes([GS, 0x6b, 67, 12], "400638133393")],
  ["", bytes([GS, 0x63, 0x0a])],
  ["", bytes([FS, 0x26], "\xb5\xdf\xec\x40\n")],
  [bytes([FS, 0x43, 1, FS, 0x26]), "\x82\xa0\xec\x40A\n"],
  ["", "\xe7\xb2\x81\x7f\n"],
];

/** Commands that need something before them or a value of their own: what stands before, they, what follows. */
const EXAMPLES: Readonly<Record<string, readonly [before: BytePart, command: BytePart, after: BytePart]>> = {
  "DC2 #": [[ESC, 0x0f], [0x12], "#9\n"],
  "DC2 q": [[ESC, 0x0f], [0x12], "quick\n"],
  "ESC $": ["A", [ESC, 0x24, 100, 0], "B\n"],
  "ESC \\": ["A", [ESC, 0x5c, 24, 0], "B\n"],
  "GS $": [[ESC, 0x4c], [GS, 0x24, 100, 0], bytes("B", [0x0c])],
  "GS \\": [[ESC, 0x4c], [GS, 0x5c, 100, 0], bytes("B", [0x0c])],
  "GS ( L": [
    [GS, 0x28, 0x4c, 11, 0, 48, 112, 48, 1, 1, 49, 8, 0, 1, 0, 255],
    [GS, 0x28, 0x4c, 2, 0, 48, 50],
    "B\n",
  ],
  "GS 8 L": [
    "",
    [GS, 0x38, 0x4c, 11, 0, 0, 0, 48, 112, 48, 1, 1, 49, 8, 0, 1, 0, 255],
    [GS, 0x28, 0x4c, 2, 0, 48, 50],
  ],
  "GS ( k": [bytes([GS, 0x28, 0x6b, 4, 0, 49, 80, 48], "A"), [GS, 0x28, 0x6b, 3, 0, 49, 81, 48], "B\n"],
  "GS D": ["", bitmap(), [GS, 0x28, 0x4c, 6, 0, 48, 69, 0x41, 0x42, 1, 1]],
  "GS ^": [bytes([GS, 0x3a], "A\n", [GS, 0x3a]), [GS, 0x5e, 2, 0, 0], "B\n"],
  "GS :": ["", [GS, 0x3a], bytes("A\n", [GS, 0x3a, GS, 0x5e, 2, 0, 0])],
  "GS o": ["", [GS, 0x6f, 0, 8, 0, 2], bytes([GS, 0x6b, 11], "M0,hello\0")],
  "ESC =": ["", [ESC, 0x3d, 2], "A\n"],
  "ESC &": [[ESC, 0x25, 1], [ESC, 0x26, 3, 0x41, 0x41, 1, 255, 255, 255], "A\n"],
  "ESC %": [[ESC, 0x26, 3, 0x41, 0x41, 1, 255, 255, 255], [ESC, 0x25, 1], "A\n"],
  "ESC ?": [[ESC, 0x25, 1, ESC, 0x26, 3, 0x41, 0x41, 1, 255, 255, 255], [ESC, 0x3f, 0x41], "A\n"],
  "ESC 2": [[ESC, 0x33, 99], [ESC, 0x32], "A\nB\n"],
  "ESC 3": ["", [ESC, 0x33, 99], "A\nB\n"],
  "ESC 5": [[ESC, 0x61, 0, ESC, 0x34], [ESC, 0x35], "A\n"],
  "ESC DC2": [[ESC, 0x0f], [ESC, 0x12], "A\n"],
  "ESC DC4": [[ESC, 0x0e], [ESC, 0x14], "A\n"],
  "ESC F": [[ESC, 0x45, 1], [ESC, 0x46], "A\n"],
  "ESC M": ["", [ESC, 0x4d, 1], "A\n"],
  "ESC R": ["", [ESC, 0x52, 2], "[\n"],
  "FS &": [[FS, 0x43, 0], [FS, 0x26], "\x30\x21\n"],
  "FS ( A": [[FS, 0x43, 1, FS, 0x26], [FS, 0x28, 0x41, 2, 0, 48, 2], "\x88\xa0\n"],
  "FS ( C": [[ESC, 0x74, 0], [FS, 0x28, 0x43, 2, 0, 48, 2], "\xc3\xa9\n"],
  "FS ?": [
    bytes([FS, 0x43, 1, FS, 0x26, FS, 0x32, 0xec, 0x40], new Uint8Array(72).fill(255)),
    [FS, 0x3f, 0xec, 0x40],
    "\xec\x40\n",
  ],
  "FS q": ["", [FS, 0x71, 1, 1, 0, 1, 0, 255, 255, 255, 255, 255, 255, 255, 255], [FS, 0x70, 1, 0]],
  "GS ( E": [
    [GS, 0x28, 0x45, 3, 0, 1, 0x49, 0x4e, ESC, 0x45, 1],
    [GS, 0x28, 0x45, 4, 0, 2, 0x4f, 0x55, 0x54],
    "A\n",
  ],
  "GS ( N": ["", [GS, 0x28, 0x4e, 2, 0, 48, 50], "A\n"],
  "GS *": ["", [GS, 0x2a, 1, 1, 255, 255, 255, 255, 255, 255, 255, 255], [GS, 0x2f, 0]],
  "GS C 1": ["", [GS, 0x43, 0x31, 1, 0, 2, 0, 1, 1], [GS, 0x63, GS, 0x63, GS, 0x63, GS, 0x63, 0x0a]],
  "GS C 2": ["", [GS, 0x43, 0x32, 7, 0], [GS, 0x63, 0x0a]],
  "GS P": ["", [GS, 0x50, 100, 100], bytes([ESC, 0x24, 50, 0], "A\n")],
  "GS W": ["", [GS, 0x57, 48, 0], "ABCDEFGH\n"],
  "GS b": [[GS, 0x21, 0x11], [GS, 0x62, 1], "A\n"],
  "GS f": [[GS, 0x48, 2], [GS, 0x66, 1], bytes([GS, 0x6b, 67, 12], "400638133393")],
  "GS w": ["", [GS, 0x77, 2], bytes([GS, 0x6b, 67, 12], "400638133393")],
  "FS ( E": [
    [GS, 0x28, 0x4c, 19, 0, 48, 67, 48, 0x41, 0x42, 1, 8, 0, 8, 0, 49, 1, 2, 3, 4, 5, 6, 7, 8],
    [FS, 0x28, 0x45, 7, 0, 63, 2, 0x41, 0x42, 48, 49, 0],
    bytes("A\n", [GS, 0x56, 0]),
  ],
};

/** The charset of the printers that have a command, where the text of its example would decide instead. */
const CHARSETS: Readonly<Record<string, Charset>> = { "FS &": "japan", "FS ( C": "western" };

/** The printers that have a command, where not all of them do. */
const MODELS: Readonly<Record<string, ModelId>> = { CR: "epson-tm-u220" };

/** Commands of which only a clone's profile shows a difference: Bematech's command set and drawer. */
const NOT_IN_EPSON_PROFILE = new Set(["ESC v", "GS F9 5"]);

/** GS D: a Windows bitmap of one black dot, stored under the key AB. */
function bitmap(): Uint8Array {
  const header = new DataView(new ArrayBuffer(66));
  header.setUint16(0, 0x424d);
  header.setUint32(2, 66, true);
  header.setUint32(10, 62, true);
  header.setUint32(14, 40, true);
  header.setUint32(18, 1, true);
  header.setUint32(22, 1, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, 1, true);
  header.setUint32(58, 0xffffff, true);
  return bytes([GS, 0x44, 48, 67, 48, 0x41, 0x42, 48, 49], new Uint8Array(header.buffer));
}

describe("a command that is not skipped changes the receipt", () => {
  const names = [...RECORDS.keys()].filter(
    (name) => effectOf(name) !== "skipped" && name !== "Text" && !NOT_IN_EPSON_PROFILE.has(name),
  );
  test.each(names)("%s", (name) => {
    const example = EXAMPLES[name];
    const tried =
      example === undefined
        ? PRINTER_COMMANDS.filter((sample) => sample[0] === name).flatMap((sample) =>
            CONTEXTS.map(([before, after]) => [before, sampleBytes(sample), after] as const),
          )
        : [example];
    const charset = CHARSETS[name] ?? "auto";
    const model = MODELS[name];
    const acts = tried.some(
      ([before, command, after]) =>
        shownAs(charset, [before, command, after], model) !== shownAs(charset, [before, after], model),
    );
    expect(acts).toBe(true);
  });
});
