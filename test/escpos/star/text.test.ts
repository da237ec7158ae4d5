import { describe, expect, test } from "bun:test";
import { decode, type Charset, type ModelId, type Receipt } from "../../../src/escpos/escpos.ts";
import { isCodePage } from "../../../src/escpos/text/code-pages.ts";
import { bytes, ESC, GS, type BytePart } from "../bytes.ts";
import { dots, isRaster } from "../dots.ts";

interface Options {
  readonly charset?: Charset;
  readonly model?: ModelId;
}

/** A print for a Star printer. */
const paper = (parts: readonly BytePart[], options: Options = {}): Receipt =>
  decode(bytes(...parts), { model: "star-tsp650ii", ...options });

const textOf = (parts: readonly BytePart[], options?: Options): string =>
  paper(parts, options)
    .pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : []))
    .join("");

const page = (n: number | string): BytePart => bytes([ESC, GS, 0x74], n);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("code pages have Star's numbers, whatever the profile", () => {
  test.each([
    [0, "\xa0\xa1\xa3\xae\xcd", "ÄÖßĀä"],
    [1, "\x84\xe1\xc4", "äß─"],
    ["2", "\xb1\xde", "ｱﾞ"],
    [3, "\x81", "ü"],
    [4, "\xd5", "€"],
    [5, "\xa5\x86", "ąć"],
    [10, "\x8f\xe0\xa8", "При"],
    [12, "\x9f\xa7", "şğ"],
    [15, "\x80\x98", "Αα"],
    [18, "\xc1\xe1", "Αα"],
    [21, "\xa1\xd2", "กา"],
    [32, "\x80\xe4", "€ä"],
    [33, "\xb9", "ą"],
    [34, "\xcf", "П"],
    [64, "\xa9", "й"],
    [66, "\x86", "ą"],
    [70, "\xe3", "ã"],
    [76, "\xb5", "Ā"],
    [79, "[]", "ġħ"],
    [97, "\xa1\xd2", "กา"],
  ])("page %p", (n, codes, text) => {
    const print = [page(n), `${codes}\n`];
    expect(textOf(print)).toBe(text);
    expect(decode(bytes(...print), { columns: 48, profile: "bixolon" }).pieces).toMatchObject([{ text }]);
  });

  test("all of them are known but the user's own and UTF-8", () => {
    const numbers = Array.from({ length: 256 }, (_, n) => n).filter((n) => isCodePage(n, "star-line"));
    expect(numbers).toHaveLength(48);
    const { notes } = paper([page(255), page(200), "A\n"]);
    expect(notes).toEqual([
      "code page 255 is user-defined: its characters are in the printer only",
      "code page 200 of Star printers is not known",
    ]);
  });
});

test.each([
  [2, "[", "Ä"],
  ["2", "[", "Ä"],
  ["D", "\\", "₩"],
  [8, "\\", "¥"],
  [14, "[", "["],
])("ESC R %p", (set, code, text) => {
  expect(textOf([[ESC, 0x52], set, `${code}\n`])).toBe(text);
});

describe("Japanese", () => {
  test.each([
    ["Shift JIS", [[ESC, 0x24, 1], "\x93\xfa\x96\x7b \xb6\n"], "日本 ｶ"],
    ["Shift JIS by a digit", [[ESC, 0x24], "1", "\x93\xfa\n"], "日"],
    ["block graphics in place of Shift JIS", [[ESC, 0x24, 0], "\x9c\x95\x9d\x96\xb6\n"], "╭─╮│ｶ"],
    [
      "on and off",
      [[ESC, 0x24, 1], "\x93\xfa", [ESC, 0x24, 0], "\x95", [ESC, 0x24, 1], "\x96\x7b\n"],
      "日─本",
    ],
    ["boxes of a page that is chosen later", [[ESC, 0x24, 1], page(1), "\xda\xc4\xbf\n"], "┌─┐"],
    ["katakana, whatever page was chosen before", [page(1), [ESC, 0x24, 1], "\xcb\xde\n"], "ﾋﾞ"],
    ["a code page for a while", [[ESC, 0x24, 0], page(1), "\xc4\n"], "─"],
    ["pairs of JIS", [[ESC, 0x70], "\x46\x7c\x4b\x5c", [ESC, 0x71], "A\n"], "日本A"],
    ["ESC @ ends pairs", [[ESC, 0x70, ESC, 0x40], "F|\n"], "F|"],
  ] as [string, BytePart[], string][])("%s", (_, print, text) => {
    expect(textOf(print)).toBe(text);
  });

  test("full-width and half-width characters have spaces of their own", () => {
    const { pieces } = paper([[ESC, 0x24, 1, ESC, 0x73, 2, 4, ESC, 0x74, 0, 3], "\x93\xfaA\n"]);
    expect(pieces).toMatchObject([
      { text: "日", width: 30 },
      { text: "A", width: 15, x: 30 },
    ]);
  });
});

describe("UTF-8", () => {
  const mode = (on: number): BytePart => [ESC, GS, 0x29, 0x55, 2, 0, 0x30, on];
  const text = "Café €5 越好吃 Того";

  test.each([
    ["ESC GS ) U", [mode(1), utf8(`${text}\n`)], text],
    ["page 128", [page(128), utf8(`${text}\n`)], text],
    ["off", [mode(1), mode(0), page(32), "\x80\n"], "€"],
    ["ESC @ ends it", [page(128), [ESC, 0x40], page(32), "\x80\n"], "€"],
    ["without being told", [utf8("Café 越好吃飯\nCafé 越好吃飯\n")], "Café 越好吃飯Café 越好吃飯"],
  ] as [string, BytePart[], string][])("%s", (_, print, expected) => {
    expect(textOf(print)).toBe(expected);
  });
});

test.each([
  ["china", "\xc4\xe3\xba\xc3", "你好"],
  ["taiwan", "\xa7\x41\xa6\x6e", "你好"],
  ["korea", "\xbe\xc8\xb3\xe7", "안녕"],
  ["thai", "\xa1\xd2\xb9", "กาน"],
] as const)("%s is what the charset of the printer says", (charset, codes, text) => {
  expect(textOf([`${codes}\n`], { charset })).toBe(text);
});

test("the text of a Chinese receipt tells its charset", () => {
  const { charset, pieces } = paper([
    "\xba\xcf\xbc\xc6 12.50\n\xbb\xb6\xd3\xad\xb9\xe2\xc1\xd9\n\xd0\xbb\xd0\xbb\n",
  ]);
  expect(charset).toBe("china");
  expect(pieces[0]).toMatchObject({ text: "合计" });
});

describe("characters that a print defines", () => {
  /** A character of 12 x 24 dots: its first row is full. */
  const character = bytes([0xff, 0xf0], new Uint8Array(46));
  const kanji = bytes([0xff, 0xff, 0xff], new Uint8Array(69));

  test.each([
    ["ESC &", [[ESC, 0x26], "11A", character, [ESC, 0x25, 1], "A\n"], 12],
    ["ESC GS =, in page 255", [[ESC, GS, 0x3d, 0x41, 0x41], character, page(255), "A\n"], 12],
    [
      "ESC r, as a pair of JIS",
      [[ESC, 0x72, 0x77, 0x21], kanji, [ESC, 0x70, 0x77, 0x21, ESC, 0x71], "\n"],
      24,
    ],
    ["ESC r, in Shift JIS", [[ESC, 0x72, 0x77, 0x21], kanji, [ESC, 0x24, 1], "\xec\x40\n"], 24],
  ] as [string, BytePart[], number][])("%s", (_, print, columns) => {
    const { pieces } = paper(print);
    expect(pieces).toMatchObject([{ kind: "raster", columns, rows: 24 }]);
    const [first, second] = dots(pieces.find(isRaster));
    expect([first, second]).toEqual(["#".repeat(columns), ".".repeat(columns)]);
  });

  test("are deleted, and turned off", () => {
    const define = bytes([ESC, 0x26], "11A", character, [ESC, 0x25, 1]);
    expect(textOf([define, [ESC, 0x25, 0], "A\n"])).toBe("A");
    expect(textOf([define, [ESC, 0x26], "10A", "A\n"])).toBe("A");
  });
});
