import { codePage, isCodePage, namedCodePage, UTF8_PAGES } from "./code-pages.ts";
import type { CharsetEvidence, SettledCharset } from "./charset.ts";
import { DOUBLE_BYTE, DOUBLE_BYTE_CODES, type DoubleByteCode } from "./double-byte.ts";
import type { PageNumbering } from "./printer-profile.ts";

/** What detection found out, or what was chosen, about the text of one print. */
export interface TextCoding {
  readonly charset: SettledCharset;
  readonly evidence: CharsetEvidence;
  /** Text in kanji mode (FS &) is JIS X 0208 of seven bits. */
  readonly sevenBitKanji: boolean;
}

/** Epson's page of half-width katakana. */
const KATAKANA_PAGE = 1;

/** FS C 0 chooses JIS, 1 Shift JIS, 2 Shift JIS 2004. */
const JIS = 0;
const SHIFT_JIS = 1;

const CODE_OF: ReadonlyMap<SettledCharset, DoubleByteCode> = new Map(
  DOUBLE_BYTE_CODES.map((code) => [DOUBLE_BYTE[code].region, code]),
);

/** What character a byte is: everything ESC t, ESC R and the FS commands say about it. */
export class CharacterCoding {
  /** The page of ESC t. */
  page = 0;
  /** True when ESC t came after the last command that speaks of double-byte text. */
  pageChosen = false;
  /** The international character set of ESC R. */
  characterSet = 0;
  /** Kanji mode as FS & and FS . set it; undefined when the print says nothing, and the region decides. */
  kanjiMode: boolean | undefined;
  /** The code system of FS C, until FS . ends it. */
  codeSystem: number | undefined;
  /** FS ( C function 48 chose UTF-8. */
  utf8 = false;
  /** Every two bytes are a character of JIS X 0208 (ESC p of Star). */
  allPairs = false;

  /** A command that only Japanese models of Star know has come: page 0 has their block graphics. */
  private japaneseModel = false;
  private chosenCode: DoubleByteCode | undefined;
  private coding: TextCoding | undefined;
  private chosenTable: Uint16Array | undefined;

  /** @param settle tells the charset; called when the first byte from 80h up is printed */
  constructor(
    public profile: PageNumbering,
    private readonly settle: () => TextCoding,
  ) {}

  /** ESC @. */
  reset(): void {
    this.page = 0;
    this.pageChosen = false;
    this.characterSet = 0;
    this.kanjiMode = undefined;
    this.codeSystem = undefined;
    this.utf8 = false;
    this.allPairs = false;
    this.chosenCode = undefined;
    this.chosenTable = undefined;
  }

  /** ESC t; false if the page is not known. */
  choosePage(n: number): boolean {
    this.page = n;
    this.pageChosen = true;
    this.utf8 = n === UTF8_PAGES[this.profile];
    this.chosenTable = undefined;
    return this.utf8 || isCodePage(n, this.profile);
  }

  /** Takes the code pages of another maker from now on (GS F9 of Bematech), also after ESC @. */
  useProfile(profile: PageNumbering): void {
    this.profile = profile;
    this.utf8 = false;
    this.chosenTable = undefined;
  }

  /** ESC 9 of printers for China: text is double-byte in this code. */
  chooseDoubleByteCode(code: DoubleByteCode): void {
    this.chosenCode = code;
    this.pageChosen = false;
  }

  /** ESC R. */
  chooseCharacterSet(n: number): void {
    this.characterSet = n;
    this.chosenTable = undefined;
  }

  /** FS C: on Japanese models text with lead bytes is double-byte from here on. */
  chooseCodeSystem(n: number): void {
    this.codeSystem = n;
    this.pageChosen = false;
  }

  /** ESC $ of Star: Shift JIS, or block graphics and katakana of one byte. */
  setShiftJis(on: boolean): void {
    this.kanjiMode = on ? undefined : false;
    this.codeSystem = on ? SHIFT_JIS : undefined;
    this.pageChosen = false;
    this.isJapaneseModel = true;
  }

  get isJapaneseModel(): boolean {
    return this.japaneseModel;
  }

  set isJapaneseModel(is: boolean) {
    this.japaneseModel = is;
    this.chosenTable = undefined;
  }

  /** FS & and FS . */
  setKanjiMode(on: boolean): void {
    this.kanjiMode = on;
    this.pageChosen = false;
    if (!on) this.codeSystem = undefined;
  }

  /** The charset and how it was found, if any byte has asked for it. */
  get settled(): Pick<TextCoding, "charset" | "evidence"> | undefined {
    return this.coding;
  }

  /** The charset; found out now if it is not yet. */
  get charset(): SettledCharset {
    return this.settledCoding.charset;
  }

  /** The UTF-16 code units of the 256 character codes. */
  get table(): Uint16Array {
    return (this.chosenTable ??=
      this.japaneseModel && this.page === 0
        ? codePage(KATAKANA_PAGE, this.characterSet, "epson")
        : codePage(this.page, this.characterSet, this.profile));
  }

  /** As `table`, but TIS-620 where a Thai print chose no page that is known. */
  get highTable(): Uint16Array {
    const own = this.page !== 0 && isCodePage(this.page, this.profile);
    return own || this.charset !== "thai" ? this.table : namedCodePage("thai11");
  }

  /**
   * As `table` for the single bytes of double-byte text: katakana in Shift JIS, unless a page was chosen; on Star printers
   * unless it was chosen after ESC $.
   */
  tableBeside(code: DoubleByteCode): Uint16Array {
    const isChosen = this.page !== 0 && (this.pageChosen || !this.japaneseModel);
    if (code !== "shift_jis" || isChosen) return this.table;
    return codePage(KATAKANA_PAGE, this.characterSet, "epson");
  }

  /** True if text of seven bits is pairs as well. */
  get sevenBitKanji(): boolean {
    if (this.kanjiMode !== true) return false;
    if (this.codeSystem !== undefined) return this.codeSystem === JIS && this.charset === "japan";
    return this.settledCoding.sevenBitKanji;
  }

  /** The double-byte code of text now; undefined if every byte is a character. */
  get doubleByteCode(): DoubleByteCode | undefined {
    // FS C 1 says Shift JIS whatever else is known; it acts without FS &, until FS .
    if (this.codeSystem !== undefined && this.codeSystem !== JIS) return "shift_jis";
    if (this.kanjiMode === false) return undefined;
    // FS C 0 on a Japanese printer: text is kanji after FS & only.
    if (this.codeSystem === JIS && this.kanjiMode !== true && this.charset === "japan") return undefined;
    return this.chosenCode ?? CODE_OF.get(this.charset);
  }

  private get settledCoding(): TextCoding {
    return (this.coding ??= this.settle());
  }
}
