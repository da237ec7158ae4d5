import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CHARSETS, decode, type Charset, type DecodeOptions } from "../../../src/escpos/escpos.ts";
import { pairTable } from "../../../src/escpos/text/double-byte.ts";
import type { TextPiece } from "../../../src/escpos/receipt.ts";
import { bytes, ESC, FS, GS, type BytePart } from "../bytes.ts";
import { inDoubleByteCode, inJis } from "./encode.ts";

const texts = (options: Partial<DecodeOptions>, ...parts: BytePart[]): TextPiece[] =>
  decode(bytes(...parts), { columns: 48, ...options }).pieces.filter((piece) => piece.kind === "text");
const shown = (options: Partial<DecodeOptions>, ...parts: BytePart[]): string =>
  texts(options, ...parts)
    .map(({ text }) => text)
    .join("");

const found = (...parts: BytePart[]): string | undefined => decode(bytes(...parts), { columns: 48 }).charset;
const gb = (text: string): Uint8Array => inDoubleByteCode(text, "gb18030");
const shiftJis = (text: string): Uint8Array => inDoubleByteCode(text, "shift_jis");

test.each([
  ["shift_jis", 6_000, 0x88_9f, "亜"],
  ["gb18030", 23_000, 0xb0_a1, "啊"],
  ["big5", 13_000, 0xa4_40, "一"],
  ["euc-kr", 17_000, 0xb0_a1, "가"],
] as const)("the table of %s is whole", (code, least, pair, character) => {
  const table = pairTable(code);
  expect(table.filter((unit) => unit !== 0).length).toBeGreaterThan(least);
  expect(String.fromCharCode(table[pair] ?? 0)).toBe(character);
});

describe("the charset that was chosen", () => {
  test.each([
    ["china", "\xbb\xb6\xd3\xad", "欢迎"],
    ["taiwan", "\xc5\x77\xaa\xef", "歡迎"],
    ["korea", "\xb0\xa8\xbb\xe7", "감사"],
    ["japan", "\x8e\x73\x92\x4a\xb1", "市谷ｱ"],
    ["thai", "\xa1\xd2\xc3", "การ"],
    ["utf-8", "\xe4\xb8\xad\xc3\xa9", "中é"],
    ["western", "\x82\x8a", "éè"],
  ] as const)("%s", (charset, characters, expected) => {
    expect(shown({ charset }, characters, "\n")).toBe(expected);
  });

  test("the receipt says what was found, if anything hung on it", () => {
    expect(found("Total 12.00\n")).toBeUndefined();
    expect(found("Caf\x82 12.00\n")).toBe("western");
    expect(found(gb("欢迎光临"), "\n")).toBe("china");
  });

  test("FS . ends double-byte text, FS & begins it again", () => {
    const print = [FS, 0x2e];
    expect(shown({ charset: "china" }, print, "\x82", [FS, 0x26], gb("茶"), "\n")).toBe("é茶");
  });

  test("GB 18030 has characters of four bytes", () => {
    const [piece] = texts({ charset: "china" }, "\x81\x39\xee\x39\n");
    expect(piece).toMatchObject({ text: "㐀", cells: 2 });
  });

  test("a pair cut by ASCII is blank and loses no ASCII", () => {
    expect(shown({ charset: "china" }, "A\xbb\n")).toBe("A\u3000");
    expect(shown({ charset: "japan" }, "\x81\x20A\n")).toBe("\u3000 A");
  });
});

describe("kanji mode", () => {
  test("JIS: pairs of seven bits between FS & and FS .", () => {
    expect(shown({}, "No. 5 ", [FS, 0x26], inJis("領収書"), [FS, 0x2e], " 12\n")).toBe("No. 5 領収書 12");
  });

  test("FS & leaves ASCII alone where it is not JIS", () => {
    expect(shown({}, [FS, 0x26], "Total 12.00\n")).toBe("Total 12.00");
  });

  test("a code page chosen behind FS C is used where the text is meant so", () => {
    const rule = "\x9c\x95\x95\x95\x91\x95\x9d";
    const print = [[ESC, 0x74, 1, FS, 0x43, 0x31], shiftJis("合計"), [ESC, 0x74, 1], rule, "\n"] as const;
    expect(shown({}, ...print)).toBe("合計╭───┬─╮".replace("┬", "┴").replace("┴", "┬"));
    expect(shown({}, [FS, 0x43, 1, ESC, 0x74, 1], shiftJis("お釣り 合計"), "\n")).toBe("お釣り 合計");
  });

  test("ESC 9 of Chinese printers chooses the code", () => {
    expect(
      shown({}, [ESC, 0x39, 1], Buffer.from("茶é"), [ESC, 0x39, 0], gb("茶"), [ESC, 0x39, 3], "\xaf\xf9\n"),
    ).toBe("茶é茶茶");
  });
});

const style = (...commands: number[]): TextPiece | undefined =>
  texts({ charset: "china" }, commands, gb("茶"), "\n")[0];

describe("the look of double-byte characters", () => {
  test.each([
    ["usual", [], { width: 24, height: 24 }],
    ["FS ! double width", [FS, 0x21, 0x04], { width: 48, height: 24 }],
    ["FS ! double height", [FS, 0x21, 0x08], { width: 24, height: 48 }],
    ["FS W", [FS, 0x57, 1], { width: 48, height: 48 }],
    ["FS W off", [FS, 0x57, 1, FS, 0x57, 0], { width: 24, height: 24 }],
    ["GS !", [GS, 0x21, 0x22], { width: 72, height: 72 }],
    ["FS S", [FS, 0x53, 2, 4], { width: 30 }],
    ["ESC SP is not for them", [ESC, 0x20, 10], { width: 24 }],
    ["FS ( A 20 x 24", [FS, 0x28, 0x41, 2, 0, 0x30, 1], { width: 20, height: 24 }],
    ["FS ( A 16 x 16", [FS, 0x28, 0x41, 2, 0, 0x30, 0x32], { width: 16, height: 16 }],
    ["ESC @", [FS, 0x57, 1, ESC, 0x40], { width: 24, height: 24 }],
  ])("%s", (_title, commands, expected) => {
    expect(style(...commands)).toMatchObject(expected);
  });

  test("FS - underlines them, ESC - the others", () => {
    const [chinese, latin] = texts({ charset: "china" }, [FS, 0x2d, 2, ESC, 0x2d, 0], gb("茶"), "A\n");
    expect([chinese?.style.underline, latin?.style.underline]).toEqual([2, 0]);
    const [unmarked, underlined] = texts({ charset: "china" }, [ESC, 0x2d, 1], gb("茶"), "A\n");
    expect([unmarked?.style.underline, underlined?.style.underline]).toEqual([0, 1]);
  });
});

test("any bytes are printed in any charset", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom<Charset>(...CHARSETS),
      fc.constantFrom(
        [],
        [FS, 0x26],
        [FS, 0x43, 1],
        [FS, 0x43, 0, FS, 0x26],
        [FS, 0x28, 0x43, 2, 0, 0x30, 2],
      ),
      (characters, charset, mode) => {
        const receipt = decode(bytes(mode, characters), { columns: 48, charset });
        expect(receipt.pieces.every((piece) => piece.kind !== "text" || piece.text.isWellFormed())).toBe(
          true,
        );
      },
    ),
    { seed: 20_261_120, numRuns: 500 },
  );
});
