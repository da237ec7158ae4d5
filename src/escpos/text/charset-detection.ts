import { ESCPOS } from "../commands/escpos-dialect.ts";
import type { Dialect } from "../dialect.ts";
import type { TextCoding } from "./character-coding.ts";
import type { Charset, SettledCharset } from "./charset.ts";
import { namedCodePage } from "./code-pages.ts";
import { DOUBLE_BYTE } from "./double-byte.ts";
import { codePageCost } from "./likelihood.ts";
import type { PageName, PageNumbering } from "./printer-profile.ts";
import { surveyPrint, type Survey } from "./text-survey.ts";

/** Nats by which another reading must beat the code pages: most printers are not sold in East Asia. */
const MARGIN = 5;
/** Raw UTF-8 is a mistake of the sender, but its form is hard to meet by chance. */
const UTF8_MARGIN = 4;
/** A single-byte page is more easily met by chance than a double-byte code. */
const THAI_MARGIN = 12;
/** Nats a page that the print did not choose has to make up for. */
const OTHER_PAGE_MARGIN = 2.5;

/** Nats by which a code page must read better while FS & is on. */
const KANJI_MODE_MARGIN = 10;
/** Nats that ESC R speaks for the region of the set it chooses. */
const REGION = 3;
/** One code page of each kind that text is found in: the layouts of the others are close to one of them. */
const PAGES_IN_USE =
  `cp437 windows1252 cp852 windows1250 epson/iso8859-2 cp775 windows1257 cp866 cp855 windows1251 cp737
cp869 windows1253 iso8859-7 cp862 windows1255 cp720 cp864 windows1256`.split(/\s/) as PageName[];

/** The charset of a print: the one chosen, or for "auto" the one its text reads best in. Linear; never throws. */
export function settleCharset(
  bytes: Uint8Array,
  profile: PageNumbering,
  charset: Charset,
  dialect: Dialect = ESCPOS,
): TextCoding {
  if (charset !== "auto" && charset !== "japan") return { charset, sevenBitKanji: false };
  const survey = surveyPrint(bytes, profile, dialect);
  const isJis = !survey.kanjiMode && survey.jisCharacters > 0 && survey.jisCommon * 2 >= survey.jisCharacters;
  if (charset === "japan") return { charset, sevenBitKanji: isJis };
  if (survey.shiftJis || isJis) {
    return { charset: "japan", sevenBitKanji: isJis };
  }
  return { charset: cheapest(survey, bytes), sevenBitKanji: false };
}

function cheapest(survey: Survey, bytes: Uint8Array): SettledCharset {
  if (survey.highBytes === 0) return "western";
  const readings: [SettledCharset, number][] = [...survey.doubleByte].map(([code, cost]) => [
    DOUBLE_BYTE[code].region,
    cost + (survey.kanjiMode ? 0 : MARGIN) - (DOUBLE_BYTE[code].region === survey.region ? REGION : 0),
  ]);
  readings.push(["utf-8", survey.utf8 + UTF8_MARGIN]);
  if (!survey.kanjiMode) readings.push(["thai", survey.thai + THAI_MARGIN]);
  const [charset, cost] = readings.reduce((best, reading) => (reading[1] < best[1] ? reading : best));
  // FS & means nothing to printers of other regions, and some drivers send it to all.
  if (survey.kanjiMode) return survey.codePages + KANJI_MODE_MARGIN < cost ? "western" : charset;
  if (survey.codePages <= cost || readsAsWellInAnotherPage(survey, bytes, cost)) return "western";
  return charset;
}

/** Text in a page that the print did not choose is printed in the wrong page; no reason to see another charset in it. */
function readsAsWellInAnotherPage(survey: Survey, bytes: Uint8Array, cost: number): boolean {
  const limit = cost - OTHER_PAGE_MARGIN;
  return PAGES_IN_USE.some((name) => {
    const table = namedCodePage(name);
    let sum = 0;
    for (const [start, end] of survey.runs) {
      sum += codePageCost(bytes, start, end, table);
      if (sum > limit) return false;
    }
    return true;
  });
}
