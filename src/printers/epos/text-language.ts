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
const EASTERN: readonly PageName[] = ["cp437", "windows1252"];
const JAPANESE: TextLanguage = { code: "shift_jis", pages: EASTERN, font: 11 };
const SIMPLIFIED: TextLanguage = { code: "gb18030", pages: EASTERN, font: 20 };
const TRADITIONAL: TextLanguage = { code: "big5", pages: EASTERN, font: 30 };
const KOREAN: TextLanguage = { code: "euc-kr", pages: EASTERN, font: 41 };

/** What holds before the first `lang`: the power-on code page of Epson's printers is for English. */
export const DEFAULT_LANGUAGE: TextLanguage = { pages: WESTERN };

const LANGUAGES: ReadonlyMap<string, TextLanguage> = new Map<string, TextLanguage>([
  ["ja", JAPANESE],
  ["ko", KOREAN],
  ["zh", SIMPLIFIED],
  ["zh-cn", SIMPLIFIED],
  ["zh-sg", SIMPLIFIED],
  ["zh-hans", SIMPLIFIED],
  ["zh-tw", TRADITIONAL],
  ["zh-hk", TRADITIONAL],
  ["zh-mo", TRADITIONAL],
  ["zh-hant", TRADITIONAL],
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
  ...["pl", "cs", "sk", "hu", "hr", "sl", "ro"].map((code): [string, TextLanguage] => [
    code,
    { pages: ["windows1250", "cp852"] },
  ]),
  ...["lt", "lv", "et"].map((code): [string, TextLanguage] => [code, { pages: ["windows1257", "cp775"] }]),
]);

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

const CODE_OF_CHARSET: Readonly<Partial<Record<Charset, DoubleByteCode>>> = {
  japan: "shift_jis",
  china: "gb18030",
  taiwan: "big5",
  korea: "euc-kr",
};

/** The double-byte code of a printer whose charset is set. */
export function codeOfCharset(charset: Charset): DoubleByteCode | undefined {
  return CODE_OF_CHARSET[charset];
}

const CHARSET_OF_CODE = { shift_jis: "japan", gb18030: "china", big5: "taiwan", "euc-kr": "korea" } as const;

/** The charset of printers that have a double-byte code. */
export function charsetOfCode(code: DoubleByteCode): Exclude<Charset, "auto"> {
  return CHARSET_OF_CODE[code];
}
