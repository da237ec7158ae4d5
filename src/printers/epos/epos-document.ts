import type { Charset } from "../../escpos/text/charset.ts";
import { settleCharset } from "../../escpos/text/charset-detection.ts";
import { DOUBLE_BYTE_CODES, type DoubleByteCode } from "../../escpos/text/double-byte.ts";
import type { PrinterProfile } from "../../escpos/text/printer-profile.ts";
import { Attributes } from "./attributes.ts";
import { ByteWriter } from "../byte-writer.ts";
import { DEVICE_ELEMENTS } from "./device-elements.ts";
import { DRAWING_ELEMENTS } from "./drawing-elements.ts";
import { type EposElement, EposState } from "./epos-element.ts";
import { IMAGE_ELEMENTS } from "./image-elements.ts";
import { SYMBOL_ELEMENTS } from "./symbol-elements.ts";
import { TEXT_ELEMENTS } from "./text-elements.ts";
import { CHARSET_OF_CODE, languageOf } from "./text-language.ts";
import { type TextCodingPlan, TextWriter } from "./text-writer.ts";
import { childElements, localName, schemaError, textOf, type XmlElement } from "./xml-element.ts";

const ESC = 0x1b;
const GS = 0x1d;
const FF = 0x0c;

/** Every element of ePOS-Print XML for receipt printers. */
const ELEMENTS: ReadonlyMap<string, EposElement> = new Map(
  Object.entries({
    ...TEXT_ELEMENTS,
    ...IMAGE_ELEMENTS,
    ...SYMBOL_ELEMENTS,
    ...DRAWING_ELEMENTS,
    ...DEVICE_ELEMENTS,
    page: { write: (state, _attributes, element) => writePage(state, element) } satisfies EposElement,
  }),
);

/** Whether a document puts nothing on paper: a drawer kick, a beep. */
export function isPaperless(elements: readonly XmlElement[]): boolean {
  return elements.every((element) => ELEMENTS.get(localName(element))?.isPaperless);
}

/** Whether a document only sets something, so that there is nothing to print or do. */
export function isSilent(elements: readonly XmlElement[]): boolean {
  return elements.every((element) => ELEMENTS.get(localName(element))?.isSetting && textOf(element) === "");
}

/** What the bytes are for. */
export interface EncodingTarget {
  readonly profile: PrinterProfile;
  /** What bytes from 80h up are read as where they do not say it themselves. */
  readonly charset: Charset;
  /** Motion units along the paper for each dot of the printer. */
  readonly unitsPerDot: number;
  /** The most bytes. */
  readonly limit: number;
}

/**
 * Encodes a document as ESC/POS. Text is coded as the language's printers have it; where our own decoder would read that
 * as something else (a few characters can look like another charset), all of it is UTF-8 (FS ( C), which says what it is.
 * @returns bytes that start with ESC @, because settings hold for one document
 * @throws TillrollError BAD_REQUEST for what breaks the schema, PRINT_DATA_TOO_LARGE
 */
export function encodeDocument(
  elements: readonly XmlElement[],
  target: EncodingTarget,
): Uint8Array<ArrayBuffer> {
  const { profile, charset } = target;
  const code = codeOf(elements, charset);
  const { bytes, text } = encode(elements, target, { profile, code, utf8Only: false });
  if (!text.wroteLegacyCodes || readsAsWritten(bytes, text, code, target)) return bytes;
  return encode(elements, target, { profile, code: undefined, utf8Only: true }).bytes;
}

function encode(
  elements: readonly XmlElement[],
  { limit, unitsPerDot }: EncodingTarget,
  plan: TextCodingPlan,
) {
  const bytes = new ByteWriter(limit);
  const text = new TextWriter(bytes, plan);
  const state = new EposState(bytes, text, unitsPerDot);
  bytes.write(ESC, 0x40);
  // Star's printers mean other things by many of these commands: one that only ESC/POS has (GS B) says what it is.
  if (plan.profile === "star") bytes.write(GS, 0x42, 0);
  writeElements(state, elements);
  return { bytes: bytes.take(), text };
}

function writeElements(state: EposState, elements: readonly XmlElement[]): void {
  for (const element of elements) {
    const known = ELEMENTS.get(localName(element));
    if (known === undefined)
      throw schemaError(localName(element), "is no element of ePOS-Print that is known");
    known.write(state, new Attributes(element), element);
    // Whatever else puts something on the paper, or feeds it, ends the line.
    if (known.isSetting !== true && known.isPaperless !== true) state.isLineOpen = false;
  }
}

/** `page`: from ESC L to FF, which prints it. */
function writePage(state: EposState, element: XmlElement): void {
  if (state.inPage) throw schemaError("page", "must not be inside another page");
  state.bytes.write(ESC, 0x4c);
  state.inPage = true;
  writeElements(state, childElements(element));
  state.inPage = false;
  state.bytes.write(FF);
}

/** The double-byte code of a document: that of its first text that has one. Japanese counts first: FS C names it. */
function codeOf(elements: readonly XmlElement[], charset: Charset): DoubleByteCode | undefined {
  const codes = new Set<DoubleByteCode>();
  let language = languageOf("");
  const visit = (element: XmlElement): void => {
    if (localName(element) === "page") childElements(element).forEach(visit);
    if (localName(element) !== "text") return;
    const tag = new Attributes(element).text("lang");
    if (tag !== undefined) language = languageOf(tag);
    if (language.code !== undefined && /[^\0-\x7f]/.test(textOf(element))) codes.add(language.code);
  };
  elements.forEach(visit);
  if (codes.has("shift_jis")) return "shift_jis";
  return [...codes][0] ?? DOUBLE_BYTE_CODES.find((code) => CHARSET_OF_CODE[code] === charset);
}

/** Whether our decoder, which may have to find out the charset, finds the one that was written. */
function readsAsWritten(
  bytes: Uint8Array,
  text: TextWriter,
  code: DoubleByteCode | undefined,
  { profile, charset }: EncodingTarget,
): boolean {
  const settled = settleCharset(bytes, profile, charset);
  if (settled.sevenBitKanji || settled.charset === "utf-8") return false;
  if (text.wroteInPageZero && settled.charset === "thai") return false;
  // FS C 1 has said that pairs are Shift JIS.
  if (!text.wrotePairs || code === "shift_jis" || code === undefined) return true;
  return settled.charset === CHARSET_OF_CODE[code];
}
