import type { SettledCharset } from "./charset.ts";
import { DOUBLE_BYTE_CODES, type DoubleByteCode } from "./double-byte.ts";

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
}
