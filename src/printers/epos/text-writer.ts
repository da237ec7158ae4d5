import { cellsOf } from "../../escpos/text/character-width.ts";
import type { DoubleByteCode } from "../../escpos/text/double-byte.ts";
import type { PrinterProfile } from "../../escpos/text/printer-profile.ts";
import type { ByteWriter } from "../byte-writer.ts";
import { pageOrder, pairCodes, type WritablePage, writablePage } from "./character-tables.ts";
import { EPOS_LIMITS } from "./epos-limits.ts";
import type { TextLanguage } from "./text-language.ts";

const ESC = 0x1b;
const FS = 0x1c;

/** The page of half-width katakana, beside kanji; the same on every printer that has one. */
const KATAKANA_PAGE = 1;

/** The last character of one UTF-16 code unit. */
const LAST_CODE_UNIT = 0xffff;

/** Printable ASCII, from where it is looked for. */
const ASCII = /[\x20-\x7e]+/y;

/** How the text of a document is coded. */
export interface TextCodingPlan {
  readonly profile: PrinterProfile;
  /** The one double-byte code of the document: a printer has one. */
  readonly code: DoubleByteCode | undefined;
  /** Everything that is not ASCII in UTF-8: other codings would be read wrongly. */
  readonly utf8Only: boolean;
}

/** What the printer reads bytes from 80h up as; not known at first, and after bytes that are not ours. */
type Mode = "unknown" | "page" | "kanji" | "utf-8";

/**
 * Writes text as bytes of the printer, changing code page (ESC t), kanji mode (FS &) or to UTF-8 (FS ( C) where a
 * character needs it.
 */
export class TextWriter {
  /** Characters outside ASCII that were written in a page or double-byte code: whether they can be read is to be checked. */
  wroteLegacyCodes = false;
  /** As {@link wroteLegacyCodes}, in page 0, which some charsets replace. */
  wroteInPageZero = false;
  /** Pairs of the document's double-byte code were written. */
  wrotePairs = false;

  private mode: Mode = "unknown";
  /** How often the coding was changed. */
  private changes = 0;
  private usedUtf8 = false;
  private page: WritablePage | undefined;
  private readonly pairs: Uint16Array | undefined;

  constructor(
    private readonly bytes: ByteWriter,
    private readonly plan: TextCodingPlan,
  ) {
    this.pairs = plan.code === undefined ? undefined : pairCodes(plan.code);
    this.reset();
  }

  /** ESC @ was written: page 0, and the region decides on kanji mode. */
  reset(): void {
    this.mode = "unknown";
    this.page = writablePage(this.plan.profile, 0);
    this.usedUtf8 = false;
  }

  /** Bytes were written that may have changed anything. */
  lose(): void {
    this.mode = "unknown";
    this.page = undefined;
    this.usedUtf8 = true;
  }

  /** @throws TillrollError PRINT_DATA_TOO_LARGE */
  write(text: string, language: TextLanguage): void {
    for (let at = 0; at < text.length;) {
      const codePoint = text.codePointAt(at) ?? 0;
      if (codePoint >= 0x20 && codePoint < 0x7f) {
        at = this.ascii(text, at);
        continue;
      }
      if (codePoint < 0x20) this.control(codePoint);
      else if (!isUnprintable(codePoint)) this.character(codePoint, language, text, at);
      at += codePoint > LAST_CODE_UNIT ? 2 : 1;
    }
  }

  /** HT, LF and CR act in a printer as they do in text; XML has no others. */
  private control(code: number): void {
    if (code === 0x09 || code === 0x0a || code === 0x0d) this.bytes.write(code);
  }

  private character(codePoint: number, language: TextLanguage, text: string, at: number): void {
    const { code, utf8Only } = this.plan;
    const isLate = this.changes > EPOS_LIMITS.codingChanges;
    const prefersUtf8 = utf8Only || language.utf8 === true || codePoint > LAST_CODE_UNIT || isLate;
    const prefersPairs = code !== undefined && language.code === code;
    const isWritten =
      !prefersUtf8 &&
      ((prefersPairs && this.asPair(codePoint)) ||
        this.inPage(language, text, at) ||
        (!prefersPairs && this.asPair(codePoint)));
    if (!isWritten) this.asUtf8(codePoint, language);
  }

  /**
   * Writes the ASCII that starts at `from`: it is the same in every mode but for a few pages.
   * @returns where it ends
   */
  private ascii(text: string, from: number): number {
    if (this.mode !== "utf-8" && this.page?.hasAscii === false) this.selectPage(0);
    ASCII.lastIndex = from;
    ASCII.test(text);
    this.bytes.append(Buffer.from(text.slice(from, ASCII.lastIndex), "latin1"));
    return ASCII.lastIndex;
  }

  /** Writes a character as it is in kanji mode; false if the document's double-byte code lacks it. */
  private asPair(codePoint: number): boolean {
    if (this.pairs === undefined || this.plan.code === undefined) return false;
    const { code } = this.plan;
    const isKatakana = code === "shift_jis" && codePoint >= 0xff61 && codePoint <= 0xff9f;
    const pair = this.pairs[codePoint] ?? 0;
    if (isKatakana ? !this.hasKatakanaPage : pair === 0) return false;
    this.enterKanji(code);
    this.wroteLegacyCodes = true;
    this.wrotePairs = true;
    if (isKatakana) this.bytes.write(codePoint - 0xfec0);
    else this.bytes.write(pair >> 8, pair & 0xff);
    return true;
  }

  private get hasKatakanaPage(): boolean {
    return writablePage(this.plan.profile, KATAKANA_PAGE)?.name === "epson/katakana";
  }

  private enterKanji(code: DoubleByteCode): void {
    if (this.mode === "kanji") return;
    this.changes++;
    if (this.usedUtf8) this.leaveUtf8();
    // Single bytes beside kanji are those of the page, so that it must hold katakana; ESC t before FS &, which ends it.
    const page = code === "shift_jis" && this.hasKatakanaPage ? KATAKANA_PAGE : 0;
    this.bytes.write(ESC, 0x74, page, FS, 0x26);
    this.page = writablePage(this.plan.profile, page);
    // FS C 1: Shift JIS.
    if (code === "shift_jis") this.bytes.write(FS, 0x43, 1);
    this.mode = "kanji";
  }

  /** Writes a character in a code page; false if the printer has none with it in its full width. */
  private inPage(language: TextLanguage, text: string, at: number): boolean {
    const unit = text.charCodeAt(at);
    // The page of katakana has some kanji, of half their width.
    if (cellsOf(unit) === 2) return false;
    if (this.mode !== "page" || this.page === undefined || this.page.codes[unit] === 0) {
      const page = this.bestPage(language, text, at);
      if (page === undefined) return false;
      this.selectPage(page.number);
    }
    this.wroteLegacyCodes = true;
    if (this.page?.number === 0) this.wroteInPageZero = true;
    this.bytes.write(this.page?.codes[unit] ?? 0);
    return true;
  }

  /** The page that goes on longest from here; the language's own of those that go on equally long. */
  private bestPage(language: TextLanguage, text: string, at: number): WritablePage | undefined {
    let best: WritablePage | undefined;
    let longest = 0;
    for (const number of pageOrder(this.plan.profile, language.pages)) {
      const page = writablePage(this.plan.profile, number);
      if (page === undefined) continue;
      const length = reach(page, text, at);
      if (length > longest) {
        best = page;
        longest = length;
      }
      if (longest === EPOS_LIMITS.lookAheadCharacters) break;
    }
    return best;
  }

  private selectPage(number: number): void {
    this.changes++;
    if (this.mode !== "page") {
      if (this.usedUtf8) this.leaveUtf8();
      // FS . says that no byte is the first of two, to printers of every region.
      this.bytes.write(FS, 0x2e);
      this.mode = "page";
    }
    if (this.page?.number !== number) this.bytes.write(ESC, 0x74, number);
    this.page = writablePage(this.plan.profile, number);
  }

  /** FS ( C function 48, 1: one-byte and double-byte codes again. */
  private leaveUtf8(): void {
    this.bytes.write(FS, 0x28, 0x43, 2, 0, 0x30, 0x31);
    this.usedUtf8 = false;
  }

  private asUtf8(codePoint: number, language: TextLanguage): void {
    if (this.mode !== "utf-8") {
      this.bytes.write(FS, 0x28, 0x43, 2, 0, 0x30, 0x32);
      this.mode = "utf-8";
      this.usedUtf8 = true;
      // FS ( C function 60: the font that is looked in first.
      if (language.font !== undefined) this.bytes.write(FS, 0x28, 0x43, 3, 0, 0x3c, 0, language.font);
    }
    this.bytes.append(Buffer.from(String.fromCodePoint(codePoint)));
  }
}

/** How many UTF-16 code units from `start` on a page holds, as far as it is looked at. */
function reach(page: WritablePage, text: string, start: number): number {
  const end = Math.min(text.length, start + EPOS_LIMITS.lookAheadCharacters);
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && page.codes[unit] === 0) return at - start;
  }
  // The end of the text is as good as any further character.
  return EPOS_LIMITS.lookAheadCharacters;
}

/** DEL, C1 controls and byte-order marks print nothing; half a surrogate pair is no character. */
function isUnprintable(codePoint: number): boolean {
  return (
    (codePoint >= 0x7f && codePoint < 0xa0) ||
    codePoint === 0xfeff ||
    (codePoint >= 0xd800 && codePoint <= 0xdfff)
  );
}
