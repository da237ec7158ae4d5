import type { Charset } from "../../escpos/text/charset.ts";
import type { DoubleByteCode } from "../../escpos/text/double-byte.ts";
import type { PageName } from "../../escpos/text/printer-profile.ts";

/** What `lang` of `text` says about how characters become bytes. */
export interface TextLanguage {
  /** The double-byte code of printers of that region. */
  readonly code?: DoubleByteCode;
  /** Code pages in the order they are tried; any other page comes after them. */
  readonly pages: readonly PageName[];
  /** UTF-8 before anything else: `mul` is for printers that have it. */
  readonly utf8?: boolean;
  /** FS ( C function 60: the font looked in first for characters that several scripts share. */
  readonly font?: number;
}

const WESTERN: readonly PageName[] = ["windows1252", "cp858", "cp437"];

/** What holds before the first `lang`: the power-on code page of Epson's printers is for English. */
export const DEFAULT_LANGUAGE: TextLanguage = { pages: WESTERN };

const EASTERN: readonly PageName[] = ["cp437", "windows1252"];

/** By the beginnings of tags that mean it. */
const LANGUAGES_OF_TAGS: readonly (readonly [tags: string, language: TextLanguage])[] = [
  ["ja", { code: "shift_jis", pages: EASTERN, font: 11 }],
  ["zh zh-cn zh-sg zh-hans", { code: "gb18030", pages: EASTERN, font: 20 }],
  ["zh-tw zh-hk zh-mo zh-hant", { code: "big5", pages: EASTERN, font: 30 }],
  ["ko", { code: "euc-kr", pages: EASTERN, font: 41 }],
  ["mul", { pages: WESTERN, utf8: true }],
  ["th", { pages: ["thai11", "thai18"] }],
  ["vi", { pages: ["windows1258", "tcvn3", "tcvn3capitals"] }],
  ["ru", { pages: ["cp866", "windows1251", "cp855"] }],
  ["uk", { pages: ["windows1251", "cp1125", "cp866"] }],
  ["bg", { pages: ["windows1251", "cp866"] }],
  ["sr", { pages: ["windows1251", "windows1250", "cp855"] }],
  ["kk", { pages: ["rk1048", "windows1251"] }],
  ["el", { pages: ["windows1253", "cp737", "iso8859-7"] }],
  ["tr", { pages: ["windows1254", "cp857"] }],
  ["he", { pages: ["windows1255", "cp862"] }],
  ["ar", { pages: ["windows1256", "cp720"] }],
  ["fa", { pages: ["windows1256", "cp1098"] }],
  ["pl cs sk hu hr sl ro", { pages: ["windows1250", "cp852"] }],
  ["lt lv et", { pages: ["windows1257", "cp775"] }],
];

const LANGUAGES: ReadonlyMap<string, TextLanguage> = new Map(
  LANGUAGES_OF_TAGS.flatMap(([tags, language]) => tags.split(" ").map((tag) => [tag, language] as const)),
);

/**
 * The language of a tag such as `en`, `ja`, `zh-tw` or `zh-Hant-TW`; what is not known is written in Latin letters.
 * Source: Epson ePOS-Print XML User's Manual, `text` (de, en, es, fr, it, ja, ko, th, vi, zh-cn, zh-tw, mul).
 */
export function languageOf(tag: string): TextLanguage {
  const parts = tag.toLowerCase().replaceAll("_", "-").split("-");
  for (let length = parts.length; length > 0; length--) {
    const language = LANGUAGES.get(parts.slice(0, length).join("-"));
    if (language !== undefined) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** The charset of printers that have a double-byte code. */
export const CHARSET_OF_CODE: Readonly<Record<DoubleByteCode, Charset>> = {
  shift_jis: "japan",
  gb18030: "china",
  big5: "taiwan",
  "euc-kr": "korea",
};
