import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decode, type ModelId } from "../../src/escpos/escpos.ts";
import type { PrinterLanguage } from "../../src/escpos/language.ts";
import { languageOf } from "../../src/escpos/language-detection.ts";
import { bytes, ESC, FS, GS, sampleReceipt, type BytePart } from "./bytes.ts";

/** A Star receipt as its drivers begin one. */
const STAR_RECEIPT = bytes([ESC, 0x40, ESC, GS, 0x61, 1], "Corner Shop\n", [ESC, 0x64, 3]);

describe("what tells Star from ESC/POS", () => {
  test.each([
    ["ESC GS", [ESC, GS, 0x61, 1]],
    ["ESC RS", [ESC, 0x1e, 0x46, 0]],
    ["ESC FS", [ESC, FS, 0x70, 1, 0]],
    ["ESC ACK", [ESC, 0x06, 0x01]],
    ["ESC BEL", [ESC, 0x07, 20, 20]],
    ["ESC * r", "\x1b*rA\x1b*rP0\x00b\x02\x00\xff\xff"],
    ["ESC FF", [ESC, 0x0c, 0]],
    ["ESC 4 and ESC 5", "\x1b4NO ONIONS\x1b5\n"],
    ["ESC i with two sizes", [ESC, 0x69, 1, 1]],
    ["ESC E before text", "\x1bETOTAL\x1bF\n"],
    ["ESC b", "\x1bb621P12345\x1e"],
  ] as [string, BytePart][])("Star: %s", (_, print) => {
    expect(languageOf(bytes("Shop\n", print))).toBe("star-line");
  });

  test.each([
    ["a receipt", sampleReceipt()],
    ["GS", [GS, 0x21, 0]],
    ["DLE EOT", [0x10, 4, 1]],
    ["FS &", [FS, 0x26]],
    ["ESC !", [ESC, 0x21, 0]],
    ["ESC t", [ESC, 0x74, 16]],
    ["ESC p", [ESC, 0x70, 0, 50, 50]],
    ["ESC a with a justification", [ESC, 0x61, 1]],
    ["ESC * with a mode", [ESC, 0x2a, 33, 1, 0, 1, 2, 3]],
    ["ESC E with a switch", [ESC, 0x45, 1]],
    ["ESC i before text", "\x1biNext"],
  ] as [string, BytePart][])("ESC/POS: %s, whatever follows", (_, print) => {
    expect(languageOf(bytes(print, STAR_RECEIPT), { language: "star-line", isCertain: false })).toBe(
      "escpos",
    );
  });

  test.each([
    ["text", "Plain text\r\n"],
    ["nothing", ""],
    ["commands of both", [ESC, 0x40, ESC, 0x2d, 1, ESC, 0x64, 2, ESC, 0x61, 5]],
    ["receiptio's probe for a printer of either kind", [0x10, 4, 2, ESC, 6, 1, ESC, 0x40]],
    ["the end of a stream inside a command", [ESC]],
  ] as [string, BytePart][])("%s tell nothing, so that the printer's language holds", (_, print) => {
    expect(languageOf(bytes(print))).toBe("escpos");
    expect(languageOf(bytes(print), { language: "star-prnt", isCertain: false })).toBe("star-prnt");
  });

  test("a print is Star's only if all its commands are", () => {
    const unknown = [ESC, 0x99];
    expect(languageOf(bytes("\x1b4Italic\x1b5", unknown))).toBe("escpos");
    expect(languageOf(bytes("\x1b4Red\x1b5", unknown), { language: "star-impact", isCertain: false })).toBe(
      "star-impact",
    );
  });

  test("the printer tells which of Star's languages it is", () => {
    expect(languageOf(STAR_RECEIPT)).toBe("star-line");
    expect(languageOf(STAR_RECEIPT, { language: "star-impact", isCertain: true })).toBe("star-impact");
  });
});

describe("a model that somebody chose", () => {
  test.each([
    ["ESC p is kanji on a Star printer", "star-tsp650ii", [ESC, 0x70], "star-line"],
    ["ESC a 1 feeds on a Star printer", "star-mc-print3", [ESC, 0x61, 1], "star-prnt"],
    ["GS is ESC/POS, to which a Star printer was switched", "star-tsp650ii", [GS, 0x56, 0], "escpos"],
    ["ESC 4 is italic on a clone", "bematech-mp-4200", "\x1b4A\x1b5", "escpos"],
    ["ESC GS is Star's, whatever was chosen", "bematech-mp-4200", [ESC, GS, 0x61, 1], "star-line"],
    ["the default model is no choice", "epson-80mm", "\x1b4A\x1b5", "star-line"],
  ] as [string, ModelId, BytePart, PrinterLanguage][])("%s", (_, model, print, language) => {
    expect(decode(bytes(print, "A\n"), { model }).language).toBe(language);
  });
});

test("a receipt says in which language it was read", () => {
  expect(decode(STAR_RECEIPT, { columns: 48 })).toMatchObject({
    language: "star-line",
    pieces: [
      { text: "Corner Shop", x: 222 },
      { kind: "cut", cut: "partial" },
    ],
  });
});

test("any bytes have a language", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (print) => {
      expect(languageOf(print)).toMatch(/^(?:escpos|star-line)$/);
    }),
    { seed: 20_261_122, numRuns: 500 },
  );
});
