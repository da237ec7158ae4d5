import { MAXIMUM_SURVEYED_BYTES } from "../limits.ts";
import type { Dialect } from "../dialect.ts";
import { Scanner } from "../scanner.ts";
import { cellClasses, CELL, hasLetters, isScriptPage } from "./cell-class.ts";
import { CharacterCoding, type TextCoding } from "./character-coding.ts";
import type { SettledCharset } from "./charset.ts";
import { isCodePage } from "./code-pages.ts";
import { commonCharacters } from "./common-characters.ts";
import { decodeJis, DOUBLE_BYTE_CODES, type DoubleByteCode } from "./double-byte.ts";
import { codePageCost, doubleByteCost } from "./likelihood.ts";
import type { PageNumbering } from "./printer-profile.ts";
import { thaiCost } from "./thai-likelihood.ts";
import { utf8Cost } from "./utf8-likelihood.ts";

/** Nats more for each run in a page of Cyrillic, Greek, Thai... that ESC t chose: it was chosen for a reason. */
const SCRIPT_PAGE_MARGIN = 12;

/** Nats for reading a run in its code page in a print that is otherwise double-byte. */
const CHOICE = 3;

/** A survey is made to find the charset out; until then text is in the code pages. */
const UNSETTLED: TextCoding = {
  charset: "western",
  evidence: { from: "text", certainty: "doubtful" },
  sevenBitKanji: false,
};

/** ASCII bytes so many that what stands before them has nothing to do with what follows. */
const GAP = 5;

/** What the text of a print costs in each reading, in nats. */
export class Survey {
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

  /** Bytes that may still be looked at closely. */
  private left = MAXIMUM_SURVEYED_BYTES;

  constructor(private readonly bytes: Uint8Array) {}

  /** Whether more text would be left out. */
  get isFull(): boolean {
    return this.left <= 0;
  }

  /** Looks at text from `start` to before `end`: only bytes from 80h up, and what is beside them, can tell anything. */
  take(coding: CharacterCoding, start: number, end: number): void {
    // FS ( C and FS C 1 have said what the text is.
    if (coding.utf8 || coding.allPairs || (coding.codeSystem ?? 0) > 0) return;
    let from = -1;
    let last = -1;
    for (let at = start; at < end; at++) {
      if ((this.bytes[at] ?? 0) < 0x80) continue;
      // Text beyond the limit is left out.
      if (from >= 0 && at - from >= this.left) break;
      this.highBytes++;
      if (from < 0) from = Math.max(start, at - 1);
      else if (at - last > GAP) {
        this.takeRun(coding, from, last + 3);
        from = at - 1;
      }
      last = at;
    }
    if (from >= 0) this.takeRun(coding, from, Math.min(end, last + 3));
    else if (coding.kanjiMode === true) this.takeJis(start, end);
  }

  private takeRun(coding: CharacterCoding, start: number, end: number): void {
    if (this.isFull) return;
    this.left -= end - start;
    const { bytes } = this;
    const { table, page, pageChosen, kanjiMode } = coding;
    if (kanjiMode === true && !pageChosen) this.kanjiMode = true;
    const asPage = codePageCost(bytes, start, end, table);
    this.codePages += asPage;
    this.utf8 += utf8Cost(bytes, start, end);
    const chosen = page !== 0 && isCodePage(page, coding.profile);
    const scriptMargin = chosen && pageChosen && isScriptPage(table) ? SCRIPT_PAGE_MARGIN : 0;
    this.thai += chosen ? asPage : thaiCost(bytes, start, end);
    this.runs.push([start, end]);
    const choice = hasLetters(bytes, start, end, table) ? CHOICE : 0;
    for (const [code, cost] of this.doubleByte) {
      // A Japanese print in the katakana page is at home with Shift JIS.
      const margin = code === "shift_jis" && isKatakanaPage(table) ? 0 : scriptMargin;
      const ownCost = kanjiMode === false ? asPage : doubleByteCost(bytes, start, end, code) + margin;
      // Where ESC t came last, each run is read the way it reads better; that choice has its price for words.
      this.doubleByte.set(code, cost + (pageChosen ? Math.min(asPage + choice, ownCost) : ownCost));
    }
  }

  private takeJis(start: number, stop: number): void {
    const end = Math.min(stop, start + this.left);
    this.left -= end - start;
    const common = commonCharacters("shift_jis");
    const text = decodeJis(this.bytes, start, end);
    for (const character of text) if (common.has(character.charCodeAt(0))) this.jisCommon++;
    this.jisCharacters += text.length;
  }
}

/** Looks at the text of a print, images and other data left out, as its commands set it. Linear. */
export function surveyPrint(bytes: Uint8Array, profile: PageNumbering, dialect: Dialect): Survey {
  const survey = new Survey(bytes);
  const coding = new CharacterCoding(profile, () => UNSETTLED);
  const scanner = new Scanner(dialect, bytes, 0, bytes.length);
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    if (command.kind === "text") survey.take(coding, command.start, command.start + command.length);
    else command.form.record.survey?.(survey, coding, command);
    if (survey.isFull) break;
  }
  return survey;
}

function isKatakanaPage(table: Uint16Array): boolean {
  return table[0xb1] === 0xff71 && cellClasses(table)[0xb1] === CELL.scriptLower;
}
