import type { Charset } from "../../escpos/text/charset.ts";
import { settleCharset } from "../../escpos/text/charset-detection.ts";
import type { DoubleByteCode } from "../../escpos/text/double-byte.ts";
import type { PrinterProfile } from "../../escpos/text/printer-profile.ts";
import { Attributes } from "./attributes.ts";
import { ByteWriter } from "./byte-writer.ts";
import {
  checkLayout,
  writeCommand,
  writeCut,
  writePulse,
  writeRecovery,
  writeReset,
  writeRotateBegin,
  writeRotateEnd,
  writeSound,
} from "./device-elements.ts";
import {
  writeArea,
  writeDirection,
  writeHorizontalLine,
  writeLineBegin,
  writeLineEnd,
  writePageLine,
  writePagePosition,
  writeRectangle,
} from "./drawing-elements.ts";
import { EposState } from "./epos-state.ts";
import { writeImage, writeLogo } from "./image-elements.ts";
import { writeBarcode, writeSymbol } from "./symbol-elements.ts";
import { writeFeed, writeText } from "./text-elements.ts";
import { charsetOfCode, codeOfCharset, languageOf } from "./text-language.ts";
import { type TextCodingPlan, TextWriter } from "./text-writer.ts";
import { childElements, localName, schemaError, textOf, type XmlElement } from "./xml-element.ts";

const ESC = 0x1b;
const FF = 0x0c;

type ElementWriter = (state: EposState, element: XmlElement, attributes: Attributes) => void;

/** Every element of ePOS-Print XML for receipt printers. */
const WRITERS: ReadonlyMap<string, ElementWriter> = new Map<string, ElementWriter>([
  ["text", writeText],
  ["feed", writeFeed],
  ["image", writeImage],
  ["logo", writeLogo],
  ["barcode", writeBarcode],
  ["symbol", writeSymbol],
  ["hline", writeHorizontalLine],
  ["vline-begin", writeLineBegin],
  ["vline-end", writeLineEnd],
  ["page", writePage],
  ["area", writeArea],
  ["direction", writeDirection],
  ["position", writePagePosition],
  ["line", writePageLine],
  ["rectangle", writeRectangle],
  ["rotate-begin", writeRotateBegin],
  ["rotate-end", writeRotateEnd],
  ["cut", writeCut],
  ["pulse", writePulse],
  ["sound", writeSound],
  ["layout", checkLayout],
  ["recovery", writeRecovery],
  ["reset", writeReset],
  ["command", writeCommand],
]);

/** Elements that leave no mark on the paper. */
const PAPERLESS: ReadonlySet<string> = new Set(["pulse", "sound", "layout", "recovery", "reset"]);

/** Elements that, without text, leave no trace at all. */
const SETTINGS: ReadonlySet<string> = new Set(["text", "layout", "recovery", "reset"]);

/** Whether a document puts nothing on paper: a drawer kick, a beep. */
export function isPaperless(elements: readonly XmlElement[]): boolean {
  return elements.every((element) => PAPERLESS.has(localName(element)));
}

/** Whether a document only sets something, so that there is nothing to print or do. */
export function isSilent(elements: readonly XmlElement[]): boolean {
  return elements.every((element) => SETTINGS.has(localName(element)) && textOf(element) === "");
}

/** What the bytes are for. */
export interface EncodingTarget {
  readonly profile: PrinterProfile;
  /** What bytes from 80h up are read as where they do not say it themselves. */
  readonly charset: Charset;
  /** The most bytes. */
  readonly limit: number;
}

/**
 * Encodes a document as ESC/POS. Text is coded as the language's printers have it; where our own decoder would read that
 * as something else (a few characters can look like another charset), all of it is UTF-8 (FS ( C), which says what it is.
 *
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

function encode(elements: readonly XmlElement[], { limit }: EncodingTarget, plan: TextCodingPlan) {
  const bytes = new ByteWriter(limit);
  const text = new TextWriter(bytes, plan);
  const state = new EposState(bytes, text);
  bytes.write(ESC, 0x40);
  writeElements(state, elements);
  return { bytes: bytes.finish(), text };
}

function writeElements(state: EposState, elements: readonly XmlElement[]): void {
  for (const element of elements) {
    const write = WRITERS.get(localName(element));
    if (write === undefined)
      throw schemaError(localName(element), "is no element of ePOS-Print that is known");
    write(state, element, new Attributes(element));
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
  return [...codes][0] ?? codeOfCharset(charset);
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
  return (
    !text.wrotePairs || code === "shift_jis" || code === undefined || settled.charset === charsetOfCode(code)
  );
}
