import { MAXIMUM_SURVEYED_BYTES } from "../limits.ts";
import { Scanner } from "../scanner.ts";
import { cellClasses, CELL, hasLetters, isScriptPage } from "./cell-class.ts";
import { CharacterCoding, type TextCoding } from "./character-coding.ts";
import type { Charset, SettledCharset } from "./charset.ts";
import { isCodePage, namedCodePage } from "./code-pages.ts";
import { decodeJis, DOUBLE_BYTE_CODES, type DoubleByteCode } from "./double-byte.ts";
import { codePageCost, doubleByteCost } from "./likelihood.ts";
import { commonCharacters } from "./common-characters.ts";
import type { PageName, PrinterProfile } from "./printer-profile.ts";
import { thaiCost } from "./thai-likelihood.ts";
import { utf8Cost } from "./utf8-likelihood.ts";

const CHARSET_OF: Readonly<Record<DoubleByteCode, SettledCharset>> = {
  shift_jis: "japan",
  gb18030: "china",
  big5: "taiwan",
  "euc-kr": "korea",
};

/** Nats by which another reading must beat the code pages: most printers are not sold in East Asia. */
const MARGIN = 5;
/** Raw UTF-8 is a mistake of the sender, but its form is hard to meet by chance. */
const UTF8_MARGIN = 4;
/** A single-byte page is more easily met by chance than a double-byte code. */
const THAI_MARGIN = 12;
/** Nats more for each run in a page of Cyrillic, Greek, Thai... that ESC t chose: it was chosen for a reason. */
const SCRIPT_PAGE_MARGIN = 12;

/** Nats a page that the print did not choose has to make up for. */
const OTHER_PAGE_MARGIN = 4;

/** Nats by which a code page must read better while FS & is on. */
const KANJI_MODE_MARGIN = 10;
/** Nats that ESC R speaks for the region of the set it chooses. */
const REGION = 3;
const REGION_OF_SET: ReadonlyMap<number, SettledCharset> = new Map([
  [8, "japan"],
  [13, "korea"],
  [15, "china"],
]);

/** Nats for reading a run in its code page in a print that is otherwise double-byte. */
const CHOICE = 3;

/** One code page of each kind that text is found in: the layouts of the others are close to one of them. */
const PAGES_IN_USE: readonly PageName[] = [
  "cp437",
  "windows1252",
  "cp852",
  "windows1250",
  "cp775",
  "windows1257",
  "cp866",
  "cp855",
  "windows1251",
  "cp737",
  "cp869",
  "windows1253",
  "iso8859-7",
  "cp862",
  "windows1255",
  "cp720",
  "cp864",
  "windows1256",
];

/** What the text of a print costs in each reading, in nats. */
class Survey {
  codePages = 0;
  utf8 = 0;
  thai = 0;
  readonly doubleByte = new Map<DoubleByteCode, number>(DOUBLE_BYTE_CODES.map((code) => [code, 0]));
  /** FS & was on for bytes from 80h up: they are double-byte, only the code is open. */
  kanjiMode = false;
  /** The region whose international character set was chosen last. */
  region: SettledCharset | undefined;
  /** FS C chose Shift JIS, which only Japanese models have. */
  shiftJis = false;
  /** Text of seven bits in kanji mode, as JIS: its characters, and the common ones of them. */
  jisCharacters = 0;
  jisCommon = 0;
  /** Bytes from 80h up. */
  highBytes = 0;
  /** The runs of text with such bytes, first and behind the last byte. */
  readonly runs: (readonly [number, number])[] = [];
}

/** The charset of a print: the one chosen, or for "auto" the one its text reads best in. Linear; never throws. */
export function settleCharset(bytes: Uint8Array, profile: PrinterProfile, charset: Charset): TextCoding {
  if (charset !== "auto" && charset !== "japan") return { charset, sevenBitKanji: false };
  const survey = surveyPrint(bytes, profile);
  const isJis = !survey.kanjiMode && survey.jisCharacters > 0 && survey.jisCommon * 2 >= survey.jisCharacters;
  if (charset === "japan") return { charset, sevenBitKanji: isJis };
  if (survey.shiftJis || (isJis && survey.highBytes === 0)) {
    return { charset: "japan", sevenBitKanji: isJis };
  }
  return { charset: cheapest(survey, bytes), sevenBitKanji: false };
}

function cheapest(survey: Survey, bytes: Uint8Array): SettledCharset {
  if (survey.highBytes === 0) return "western";
  const readings: [SettledCharset, number][] = [...survey.doubleByte].map(([code, cost]) => [
    CHARSET_OF[code],
    cost + (survey.kanjiMode ? 0 : MARGIN) - (CHARSET_OF[code] === survey.region ? REGION : 0),
  ]);
  readings.push(["utf-8", survey.utf8 + UTF8_MARGIN]);
  if (!survey.kanjiMode) readings.push(["thai", survey.thai + THAI_MARGIN]);
  const [charset, cost] = readings.reduce((best, reading) => (reading[1] < best[1] ? reading : best));
  // FS & means nothing to printers of other regions, and some drivers send it to all.
  if (survey.kanjiMode) return survey.codePages + KANJI_MODE_MARGIN < cost ? "western" : charset;
  if (survey.codePages <= cost || readsAsWellInAnotherPage(survey, bytes, cost)) return "western";
  return charset;
}

/**
 * Text in a code page that the print did not choose, or that this profile numbers differently, is printed
 * in the wrong page; it is no reason to see another charset in it.
 */
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

/** Looks at the text of a print, images and other data left out, as ESC t and the FS commands set it. */
function surveyPrint(bytes: Uint8Array, profile: PrinterProfile): Survey {
  const survey = new Survey();
  const coding = new CharacterCoding(profile, () => ({ charset: "western", sevenBitKanji: false }));
  const scanner = new Scanner(bytes, 0, bytes.length);
  let left = MAXIMUM_SURVEYED_BYTES;
  for (let command = scanner.next(true); command !== undefined && left > 0; command = scanner.next(true)) {
    switch (command.name) {
      case "Text": {
        const end = command.start + Math.min(command.length, left);
        surveyText(survey, coding, bytes, command.start, end);
        left -= command.length;
        break;
      }
      case "ESC @":
        coding.reset();
        break;
      case "ESC t":
        coding.choosePage(command.byte(2));
        break;
      case "ESC R":
        survey.region = REGION_OF_SET.get(command.byte(2));
        break;
      case "FS &":
        coding.setKanjiMode(true);
        break;
      case "FS .":
        coding.setKanjiMode(false);
        break;
      case "FS C":
        coding.chooseCodeSystem(command.byte(2) & 0x0f);
        // FS C 0 is sent by drivers for printers of any region.
        if (coding.codeSystem === 1 || coding.codeSystem === 2) survey.shiftJis = true;
        break;
      case "FS ( C":
        if (command.byte(5) === 0x30) coding.utf8 = (command.byte(6) & 0x0f) === 2;
        break;
    }
  }
  return survey;
}

/** ASCII bytes so many that what stands before them has nothing to do with what follows. */
const GAP = 5;

/** Looks at a run of text: only bytes from 80h up, and what is beside them, can tell anything. */
function surveyText(
  survey: Survey,
  coding: CharacterCoding,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  // FS ( C and FS C 1 have said what the text is.
  if (coding.utf8 || (coding.codeSystem ?? 0) > 0) return;
  let from = -1;
  let last = -1;
  for (let at = start; at < end; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    survey.highBytes++;
    if (from < 0) from = Math.max(start, at - 1);
    else if (at - last > GAP) {
      surveyRun(survey, coding, bytes, from, last + 3);
      from = at - 1;
    }
    last = at;
  }
  if (from >= 0) surveyRun(survey, coding, bytes, from, Math.min(end, last + 3));
  else if (coding.kanjiMode === true) surveyJis(survey, bytes, start, end);
}

function surveyRun(
  survey: Survey,
  coding: CharacterCoding,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  const kanji = coding.kanjiMode === true && !coding.pageChosen;
  if (kanji) survey.kanjiMode = true;
  const { table } = coding;
  const asPage = codePageCost(bytes, start, end, table);
  survey.codePages += asPage;
  survey.utf8 += utf8Cost(bytes, start, end);
  const chosen = coding.page !== 0 && isCodePage(coding.page, coding.profile);
  const scriptMargin = chosen && coding.pageChosen && isScriptPage(table) ? SCRIPT_PAGE_MARGIN : 0;
  survey.thai += chosen ? asPage : thaiCost(bytes, start, end);
  survey.runs.push([start, end]);
  const choice = hasLetters(bytes, start, end, table) ? CHOICE : 0;
  for (const [code, cost] of survey.doubleByte) {
    const closed = coding.kanjiMode === false;
    // A Japanese print in the katakana page is at home with Shift JIS.
    const margin = code === "shift_jis" && isKatakanaPage(table) ? 0 : scriptMargin;
    const ownCost = closed ? asPage : doubleByteCost(bytes, start, end, code) + margin;
    // Where ESC t came last, each run is read the way it reads better; that choice has its price for words.
    survey.doubleByte.set(code, cost + (coding.pageChosen ? Math.min(asPage + choice, ownCost) : ownCost));
  }
}

function isKatakanaPage(table: Uint16Array): boolean {
  return table[0xb1] === 0xff71 && cellClasses(table)[0xb1] === CELL.scriptLower;
}

function surveyJis(survey: Survey, bytes: Uint8Array, start: number, end: number): void {
  const common = commonCharacters("shift_jis");
  const text = decodeJis(bytes, start, end);
  for (let index = 0; index < text.length; index++) {
    if (common.has(text.charCodeAt(index))) survey.jisCommon++;
  }
  survey.jisCharacters += text.length;
}
