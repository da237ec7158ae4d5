import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ESCPOS } from "../../../src/escpos/commands/escpos-dialect.ts";
import { CHARSETS, type SettledCharset } from "../../../src/escpos/text/charset.ts";
import { settleCharset } from "../../../src/escpos/text/charset-detection.ts";
import { bytes, ESC, FS, GS, type BytePart } from "../bytes.ts";
import { inCodePage, inDoubleByteCode, inJis } from "./encode.ts";
import { DOUBLE_BYTE, SINGLE_BYTE, THAI } from "./receipts.ts";
import { processorMilliseconds } from "../../processor-time.ts";

const detect = (...parts: BytePart[]): string => settleCharset(bytes(...parts), "epson", "auto").charset;

/** A receipt of some of the lines, each with a quantity or a price or alone; the seed is fixed, to be repeated. */
const receipts = (lines: readonly string[], least = 2) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...lines),
        fc.constantFrom("", "  12.50", "       3", " x 2"),
        fc.constantFrom("", "2 x ", "  "),
      ),
      { minLength: least, maxLength: 25 },
    )
    .map((rows) => rows.map(([line, after, before]) => `${before}${line}${after}\n`).join(""));

const RUNS = { seed: 20_261_120, numRuns: 60 };

/** What senders choose, or do not choose, before text; the charset must not hang on it. */
const PREAMBLES: readonly (readonly number[])[] = [
  [ESC, 0x40],
  [ESC, 0x74, 0],
  [ESC, 0x74, 16],
  [ESC, 0x74, 200],
];

describe("text in a code page stays in it, even in the wrong one", () => {
  const cases = SINGLE_BYTE.flatMap(([language, pages, lines]) =>
    pages.map((page) => [language, page, lines] as const),
  );
  test.each([...cases])("%s in %s", (_language, page, lines) => {
    fc.assert(
      fc.property(receipts(lines, 1), fc.constantFrom(...PREAMBLES), (text, preamble) => {
        expect(detect(preamble, inCodePage(text, page))).toBe("western");
      }),
      RUNS,
    );
  });
});

describe("double-byte text is found without FS &", () => {
  test.each([...DOUBLE_BYTE])("%s", (charset, code, lines) => {
    fc.assert(
      fc.property(receipts(lines), fc.constantFrom(...PREAMBLES), (text, preamble) => {
        const encoded = inDoubleByteCode(text, code);
        fc.pre(encoded.some((byte) => byte >= 0x80));
        expect(detect(preamble, encoded)).toBe(charset);
      }),
      RUNS,
    );
  });

  test.each([...DOUBLE_BYTE])("%s after FS &, a single line", (charset, code, lines) => {
    const found = lines.map((line) => detect([FS, 0x26], inDoubleByteCode(line, code)));
    expect(found).toEqual(lines.map(() => charset));
  });
});

test("Thai is found where no page was chosen", () => {
  fc.assert(
    fc.property(receipts(THAI), (text) => {
      expect(detect(inCodePage(text, "thai11"))).toBe("thai");
    }),
    RUNS,
  );
});

test("UTF-8 is found in every language", () => {
  const languages = [
    THAI,
    ...SINGLE_BYTE.map(([, , lines]) => lines),
    ...DOUBLE_BYTE.map(([, , lines]) => lines),
  ];
  for (const lines of languages) {
    for (const preamble of PREAMBLES) {
      const text = lines.filter((line) => /[^\0-\x7f]/.test(line)).join("\n");
      expect(detect(preamble, Buffer.from(text, "utf8"))).toBe("utf-8");
    }
  }
});

describe("what decides", () => {
  test("JIS of seven bits after FS &", () => {
    const settled = settleCharset(
      bytes([FS, 0x26], inJis("領収書ありがとう"), [FS, 0x2e], "\n"),
      "epson",
      "auto",
    );
    const evidence = { from: "commands", certainty: "certain" } as const;
    expect(settled).toEqual({ charset: "japan", evidence, sevenBitKanji: true });
    expect(settleCharset(bytes([FS, 0x26], "Total 12.00\nCash 20.00"), "epson", "auto").sevenBitKanji).toBe(
      false,
    );
  });

  test("FS C 1 is Japanese, FS C 0 says nothing", () => {
    expect(detect([FS, 0x43, 1], "abc\xe9\n")).toBe("japan");
    expect(detect([FS, 0x43, 0x30], "abc\x82\n")).toBe("western");
  });

  test("FS & of a driver that sends it to all printers does not make Latin text Chinese", () => {
    const text = SINGLE_BYTE.flatMap(([, pages, lines]) => (pages[0] === "cp850" ? lines : [])).join("\n");
    expect(detect([FS, 0x26, ESC, 0x74, 2], inCodePage(text, "cp850"))).toBe("western");
    expect(detect([ESC, 0x74, 2, FS, 0x26], inCodePage(text, "cp850"))).toBe("western");
  });

  test("FS . keeps text out of it", () => {
    expect(detect([FS, 0x2e], inDoubleByteCode("欢迎光临", "gb18030"))).not.toBe("china");
  });

  test("bytes of images and of other data are not looked at", () => {
    const chinese = inDoubleByteCode("欢迎光临谢谢惠顾", "gb18030");
    expect(detect([GS, 0x76, 0x30, 0, chinese.length, 0, 1, 0], chinese, "Caf\x82\n")).toBe("western");
  });

  test("boxes and charts of a code page are single bytes", () => {
    expect(detect("\xc9\xcd\xcd\xcd\xbb\n\xba Total \xba\n\xc8\xcd\xcd\xcd\xbc\n")).toBe("western");
    expect(detect(Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index))).toBe("western");
  });

  test("a charset that was chosen is not looked for", () => {
    const settled = settleCharset(inDoubleByteCode("감사합니다", "euc-kr"), "epson", "western");
    expect(settled.charset).toBe("western");
  });
});

describe("what the earlier prints of a device were read as", () => {
  const settled = (text: Uint8Array, earlier?: SettledCharset) =>
    settleCharset(text, "epson", "auto", ESCPOS, earlier);

  // Alone, a word or two are characters of a code page as well.
  test.each([
    ["china", "gb18030", ["茶", "你好", "合计 12.00", "茶 2", "凉拌豆腐"]],
    ["taiwan", "big5", ["茶", "合計 12.00", "外帶", "牛肉麵 1"]],
    ["korea", "euc-kr", ["물", "커피 2", "합계 9,000"]],
    ["japan", "shift_jis", ["茶", "お茶 2", "合計"]],
  ] as const)("decides for a word or two: %s", (charset, code, words) => {
    const alone = words.map((word) => settled(inDoubleByteCode(word, code)).charset);
    expect(alone).toContain("western");
    for (const [index, word] of words.entries()) {
      const { charset: found, evidence } = settled(inDoubleByteCode(word, code), charset);
      expect({ word, found }).toEqual({ word, found: charset });
      expect(evidence.from).toBe(alone[index] === charset ? "text" : "earlier prints");
    }
  });

  test("does not decide against a text that tells by itself", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DOUBLE_BYTE),
        fc.constantFrom(...CHARSETS),
        ([charset, code, lines], other) => {
          if (other === "auto") return;
          const { charset: found } = settled(inDoubleByteCode(lines.join("\n"), code), other);
          expect(found).toBe(charset);
        },
      ),
      RUNS,
    );
    for (const [, [page = "cp850"], lines] of SINGLE_BYTE) {
      const print = inCodePage(lines.join("\n"), page);
      expect(settled(print, "western")).toMatchObject({ charset: "western", evidence: { from: "text" } });
    }
  });

  test("makes nothing of a print that has none of such bytes, or that says what it is", () => {
    expect(settled(bytes("Total 12.00"), "china").charset).toBe("western");
    expect(settled(bytes([FS, 0x43, 1], "abc\xe9"), "china").charset).toBe("japan");
    expect(settleCharset(bytes("\xc4\xe3"), "epson", "western", ESCPOS, "china").charset).toBe("western");
  });

  test("how sure it is", () => {
    const chinese = (text: string) => settled(inDoubleByteCode(text, "gb18030")).evidence.certainty;
    expect(chinese("欢迎光临\n谢谢惠顾\n合计")).toBe("certain");
    expect(settled(bytes("Caf\x82")).evidence).toEqual({ from: "text", certainty: "certain" });
    expect(settled(inDoubleByteCode("你好", "gb18030")).evidence.certainty).not.toBe("certain");
    expect(settled(inDoubleByteCode("茶", "gb18030"), "china").evidence).toEqual({
      from: "earlier prints",
      certainty: "likely",
    });
  });
});

test("text before it does not hide what tells the charset, and what is not looked at tells nothing", () => {
  const chinese = inDoubleByteCode("欢迎光临\n谢谢惠顾\n合计\n", "gb18030");
  const plain = "Total 12.00, thank you\n".repeat(5000);
  expect(detect(plain, chinese)).toBe("china");
  const passedOver = bytes([FS, 0x26], "Total\n");
  const { evidence } = settleCharset(passedOver, "epson", "auto");
  expect(evidence).toEqual({ from: "text", certainty: "doubtful" });
});

test("any bytes have a charset, in linear time", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (print) => {
      expect(detect(print)).toBeString();
    }),
    RUNS,
  );
  const long = new Uint8Array(4_000_000).fill(0xb0);
  const start = processorMilliseconds();
  detect(long);
  expect(processorMilliseconds() - start).toBeLessThan(1_000);
});
