import CodepageEncoder from "@point-of-sale/codepage-encoder";
import { applyInternationalCharacterSet } from "./international-character-sets.ts";
import { pageName, type PageName, type PageNumbering } from "./printer-profile.ts";

const REPLACEMENT_CHARACTER = 0xfffd;
const SPACE = 0x20;

/** Pages are built once, when first used: a receipt uses one or two of them. */
const tables = new Map<string, Uint16Array>();

/** The pages that are UTF-8: ESC t 8 of Bematech, ESC GS t 128 of Star's mobile printers. */
export const UTF8_PAGES: Partial<Readonly<Record<PageNumbering, number>>> = { bematech: 8, "star-line": 128 };

/** True when ESC t n names a page whose characters are known. */
export function isCodePage(n: number, profile: PageNumbering = "epson"): boolean {
  return pageName(profile, n) !== undefined;
}

/**
 * The 256 UTF-16 code units of code page `page` (ESC t) with international character set
 * `characterSet` (ESC R). Cells a page leaves undefined print as a space; in a page that is not known,
 * the upper half is U+FFFD.
 */
export function codePage(page: number, characterSet: number, profile: PageNumbering = "epson"): Uint16Array {
  return pageTable(pageName(profile, page), characterSet);
}

/** The table of a page by its name, with the characters of ASCII unchanged. */
export function namedCodePage(name: PageName): Uint16Array {
  return pageTable(name, 0);
}

function pageTable(name: PageName | undefined, characterSet: number): Uint16Array {
  return tables.getOrInsertComputed(`${name ?? ""} ${characterSet}`, () => {
    const table = buildCodePage(name);
    applyInternationalCharacterSet(table, characterSet);
    return table;
  });
}

function buildCodePage(name: PageName | undefined): Uint16Array {
  const table = new Uint16Array(256).fill(REPLACEMENT_CHARACTER);
  for (let cell = 0x20; cell < 0x7f; cell++) table[cell] = cell;
  if (name === undefined) return table;
  codePoints(name).forEach((codePoint, cell) => {
    // Page cp1098 lacks % and * in the tables; every other page has ASCII there.
    if (cell < 0x7f && codePoint === REPLACEMENT_CHARACTER) return;
    table[cell] = readable(codePoint);
  });
  // Epson's page 44 has ÷ and ± where the RST 2018-91 page, otherwise the same, has · and √.
  if (name === "cp1125") {
    table[0xfa] = 0x00f7;
    table[0xfb] = 0x00b1;
  }
  return table;
}

function codePoints(name: PageName): readonly number[] {
  if (name === "hiragana") return CodepageEncoder.getCodepoints("epson/katakana", true).map(hiraganaOf);
  if (name === "thai17") {
    // What Thai 17 adds below A1h is not published; from there on all Thai pages are TIS-620.
    return CodepageEncoder.getCodepoints("cp874", true).map((codePoint, cell) =>
      cell < 0x80 || cell > 0xa0 ? codePoint : REPLACEMENT_CHARACTER,
    );
  }
  return CodepageEncoder.getCodepoints(name, true);
}

/** Page 6 has the layout of page 1: NFKC widens its katakana, hiragana are 60h below; voiced marks and ー stay. */
function hiraganaOf(codePoint: number): number {
  if (codePoint < 0xff66 || codePoint > 0xff9d || codePoint === 0xff70) return codePoint;
  return (String.fromCodePoint(codePoint).normalize("NFKC").codePointAt(0) ?? codePoint) - 0x60;
}

/** Letters of a page as text: C1 controls and unknown cells are blank, Arabic shapes their letters. */
function readable(codePoint: number): number {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return SPACE;
  if (codePoint === 0xfffd || codePoint === 0xfffe || codePoint === 0xffff) return SPACE;
  // Star's line-drawing pieces lie outside the first plane; box drawing has their like.
  if (codePoint > 0xffff) return LEGACY_PIECES.get(codePoint) ?? (codePoint < 0x1fb76 ? 0x2502 : 0x2500);
  return codePoint;
}

/** Pieces of Symbols for Legacy Computing and the nearest of box drawing and block elements. */
const LEGACY_PIECES: ReadonlyMap<number, number> = new Map([
  [0x1fb7c, 0x2514],
  [0x1fb7d, 0x250c],
  [0x1fb7e, 0x2510],
  [0x1fb7f, 0x2518],
  [0x1fb83, 0x2580],
  [0x1fb88, 0x2590],
  [0x1fb30, 0x2598],
]);

/** Code units made into a string at once: a call takes them as arguments, and those are limited. */
const DECODED_AT_ONCE = 4096;

/** Shown for a character that the printer may have, but that is not known here. */
const QUESTION_MARK = 0x3f;

/** Decodes `length` bytes from `start` through a table of `codePage`; characters of a page that is not known are "?". */
export function decodeText(bytes: Uint8Array, start: number, length: number, table: Uint16Array): string {
  let text = "";
  for (let from = 0; from < length; from += DECODED_AT_ONCE) {
    const count = Math.min(DECODED_AT_ONCE, length - from);
    const units = new Uint16Array(count);
    for (let index = 0; index < count; index++) {
      const unit = table[bytes[start + from + index] ?? 0] ?? SPACE;
      units[index] = unit === REPLACEMENT_CHARACTER ? QUESTION_MARK : unit;
    }
    text += Reflect.apply(String.fromCharCode, null, units);
  }
  return text;
}
