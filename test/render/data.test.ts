import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { MAXIMUM_LISTED_COMMANDS } from "../../src/escpos/limits.ts";
import { renderCommands } from "../../src/render/commands.ts";
import { renderJson } from "../../src/render/json.ts";
import { PREVIEW_FORMATS } from "../../src/render/preview-format.ts";
import { render } from "../../src/render/render.ts";
import { bytes, ESC, GS, LF } from "../escpos/bytes.ts";

/** The commands of a print in ESC/POS. */
const commandsOf = (source: Uint8Array): string => renderCommands({ source, language: "escpos" });

test("json: the display list in dots, rasters as base64", () => {
  const receipt = decode(bytes("A\n", [GS, 0x76, 0x30, 0, 1, 0, 1, 0, 0xf0]), { columns: 20 });
  expect(JSON.parse(renderJson(receipt))).toMatchObject({
    columns: 20,
    widthDots: 240,
    heightDots: 31,
    pieces: [
      {
        kind: "text",
        text: "A",
        x: 0,
        y: 0,
        baseline: 20,
        width: 12,
        height: 24,
        style: { font: "A", bold: false },
      },
      { kind: "raster", x: 0, y: 30, columns: 8, rows: 1, bytes: "8A==" },
    ],
    events: [],
    notes: [],
    truncated: false,
  });
});

test("commands: one object a line", () => {
  const lines = commandsOf(
    bytes([ESC, 0x61, 1], "caf\x82", LF, [
      ESC,
      0x5c,
      0xff,
      0xff,
      GS,
      0x76,
      0x30,
      0,
      1,
      0,
      1,
      0,
      0xf0,
      ESC,
      0x99,
      ESC,
    ]),
  );
  expect(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { offset: 0, length: 3, name: "ESC a", bytes: "1b6101", parameters: { n: 1 } },
    { offset: 3, length: 4, name: "Text", bytes: "63616682", parameters: { text: "caf\\x82" } },
    { offset: 7, length: 1, name: "LF", bytes: "0a", parameters: {} },
    { offset: 8, length: 4, name: "ESC \\", bytes: "1b5cffff", parameters: { n: -1 } },
    {
      offset: 12,
      length: 9,
      name: "GS v 0",
      bytes: "1d76300001000100f0",
      parameters: { m: 0, x: 1, y: 1, dataLength: 1 },
    },
    { offset: 21, length: 2, name: "Unknown ESC", unknown: true, bytes: "1b99", parameters: {} },
    {
      offset: 23,
      length: 1,
      name: "Unknown ESC",
      unknown: true,
      truncated: true,
      bytes: "1b",
      parameters: {},
    },
  ]);
});

test.each([
  ["GS k", bytes(GS, "k", 69, 2, "AB"), { m: 69, dataLength: 3 }],
  ["GS ( k", bytes(GS, "(k", 5, 0, "1P0hi"), { p: 5, cn: 49, fn: 80, dataLength: 3, data: "0hi" }],
  ["GS ( L, shorter than its parameters", bytes(GS, "(L", 1, 0, "0"), { p: 1, m: 48 }],
  ["GS 8 L", bytes(GS, "8L", 2, 0, 0, 0, "0", 50), { p: 2, m: 48, fn: 50 }],
  ["GS V without feed", bytes(GS, "V", 0), { m: 0 }],
  ["ESC & with its data", bytes(ESC, "&", 1, 65, 65, 1, 0xff), { y: 1, c1: 65, c2: 65, dataLength: 2 }],
])("parameters of %s", (_title, input, parameters) => {
  expect(JSON.parse(commandsOf(input))).toMatchObject({ parameters });
  const { parameters: found } = JSON.parse(commandsOf(input)) as { parameters: object };
  expect(found).toEqual(parameters);
});

test("commands: a Star print is split by Star's commands", () => {
  const { source, language } = decode(bytes([ESC, GS, 0x74, 32, ESC, 0x69, 1, 0], "A\n", [ESC, 0x64, 3]), {});
  const lines = renderCommands({ source, language }).trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual([
    "ESC GS t",
    "ESC i",
    "Text",
    "LF",
    "ESC d",
  ]);
});

test("commands: the list ends with a note at its limit", () => {
  const lines = commandsOf(new Uint8Array(MAXIMUM_LISTED_COMMANDS + 5).fill(LF))
    .trimEnd()
    .split("\n");
  expect(lines).toHaveLength(MAXIMUM_LISTED_COMMANDS + 1);
  expect(lines.at(-1)).toBe(`{"note":"commands from byte ${MAXIMUM_LISTED_COMMANDS} on are not listed"}`);
});

test("every format renders an empty print", () => {
  const receipt = decode(bytes(), { columns: 20 });
  for (const format of PREVIEW_FORMATS) {
    const type = format === "png" || format === "pdf" ? "object" : "string";
    expect(typeof render(receipt, format, { title: "t" })).toBe(type);
  }
  expect(render(receipt, "text", { title: "t" })).toBe("");
});
