import { describe, expect, test } from "bun:test";
import { decode } from "../../../src/escpos/escpos.ts";
import { codePage, decodeText, isCodePage } from "../../../src/escpos/text/code-pages.ts";
import { PRINTER_PROFILES, type PrinterProfile } from "../../../src/escpos/text/printer-profile.ts";
import { bytes, ESC } from "../bytes.ts";

const ALL = Array.from({ length: 256 }, (_, n) => n);
const pagesOf = (profile: PrinterProfile): number[] => ALL.filter((n) => isCodePage(n, profile));

test("every cell of every page of every printer can be printed", () => {
  for (const profile of PRINTER_PROFILES) {
    for (const page of ALL) {
      for (const characterSet of [0, 1, 7, 17, 68]) {
        const table = codePage(page, characterSet, profile);
        const unprintable = table
          .subarray(0x20)
          .filter(
            (unit) => unit < 0x20 || (unit >= 0x7f && unit < 0xa0) || (unit >= 0xd800 && unit < 0xe000),
          );
        expect([...unprintable]).toEqual([]);
      }
    }
  }
});

test("the pages of Epson's table are known, but for those without a source", () => {
  const through26 = ALL.slice(0, 7).concat(ALL.slice(11, 27));
  expect(pagesOf("epson")).toEqual(through26.concat(ALL.slice(30, 54)));
});

test("ASCII is ASCII in every page that is known", () => {
  const ascii = bytes(Uint8Array.from({ length: 94 }, (_, index) => 0x21 + index));
  for (const page of pagesOf("epson")) {
    expect(decodeText(ascii, 0, ascii.length, codePage(page, 0))).toBe(String.fromCharCode(...ascii));
  }
});

test("a long run is decoded whole", () => {
  const long = bytes("\x80".repeat(10_000));
  expect(decodeText(long, 1, 9_998, codePage(0, 0))).toBe("Ç".repeat(9_998));
});

const shown = (profile: PrinterProfile, page: number, characters: string): string => {
  const { pieces } = decode(bytes([ESC, 0x74, page], characters, "\n"), { columns: 48, profile });
  return pieces.map((piece) => (piece.kind === "text" ? piece.text : piece.kind)).join("");
};

const notes = (page: number): readonly string[] =>
  decode(bytes([ESC, 0x74, page], "\x90\n"), { columns: 48 }).notes;

describe("pages by printer", () => {
  test.each([
    ["epson", 6, "\xb1\xb2\xdd\xa6", "あいんを"],
    ["epson", 22, "\xa1\xd2\xc3", "การ"],
    ["epson", 25, "\xa1\xd2\xc3", "การ"],
    ["epson", 41, "%*", "%*"],
    ["bixolon", 28, "\xcf", "П"],
    ["citizen", 6, "\xa5", "ą"],
    ["citizen", 7, "\x8f", "П"],
    ["hp", 1, "\xb5", "Á"],
    ["hp", 13, "\xcf", "П"],
    ["mpt", 6, "\xcf", "П"],
    ["pos-5890", 23, "\xcf", "П"],
    ["zijang", 95, "\xb5", "Ą"],
    ["pos-8360", 32, "\xf9\xec", "של"],
    ["star", 21, "\xa1", "ก"],
    ["xprinter", 24, "\x8f", "Π"],
    ["youku", 7, "\x8f", "П"],
    ["bematech", 3, "\x9d", "¥"],
    ["bematech", 4, "\x84", "ã"],
    ["bematech", 8, "\xc3\xa7\xe4\xb8\xad", "ç中"],
  ] as const)("%s ESC t %d", (profile, page, characters, expected) => {
    expect(shown(profile, page, characters)).toBe(expected);
  });

  test("GS F9 of Bematech switches to its own pages, and back", () => {
    const print = bytes(
      [0x1d, 0xf9, 0x35, 0x30, ESC, 0x74, 8],
      "\xc3\xa7",
      [0x1d, 0xf9, 0x35, 0x31, ESC, 0x74, 2],
      "\x87\n",
    );
    expect(decode(print, { columns: 48 }).pieces[0]).toMatchObject({ text: "çç" });
  });

  test("a user-defined page is named, and a page nobody knows", () => {
    expect(notes(255)).toEqual([
      "code page 255 (ESC t) is user-defined: its characters are in the printer only",
    ]);
    expect(notes(200)).toEqual(["code page 200 (ESC t) is not known"]);
  });
});

describe("marks share the cell of their letter", () => {
  test.each([
    ["Thai", 21, "\xb7\xd5\xe8\xa1\xd4\xb9", "ที่กิน", 3],
    ["Vietnamese (windows-1258)", 52, "a\xecb", "a\u0301b", 2],
    ["Hebrew points", 49, "\xf9\xc8\xec", "שָל", 2],
  ])("%s", (_title, page, characters, text, cells) => {
    const [piece] = decode(bytes([ESC, 0x74, page], characters, "\n"), { columns: 48 }).pieces;
    expect(piece).toMatchObject({ kind: "text", text, cells, width: cells * 12 });
  });
});
