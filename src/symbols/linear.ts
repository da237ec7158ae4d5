import { barsRaster, elementWidths } from "./bars.ts";
import { printable, readCode128 } from "./code128.ts";
import { encode, type EncoderOptions, LIBRARY_WORK } from "./encoder.ts";
import { bracketed, readGs1 } from "./gs1.ts";
import { checkDigit, upcE, withCheckDigit, type RetailCode } from "./retail.ts";
import {
  type Bars,
  codabarBars,
  code128Bars,
  code39Bars,
  code93Bars,
  ean13Bars,
  ean8Bars,
  itfBars,
  upcABars,
  upcEBars,
} from "./linear-bars.ts";
import { FNC1, shortestCode128 } from "./shortest-code128.ts";
import { byteString, type Drawing } from "./symbol.ts";

/** How a bar code is to be drawn (GS w, GS h). */
export interface LinearSettings {
  /** Dots of a module or of a narrow element; half dots are possible. */
  readonly moduleWidth: number;
  /** Dots of a wide element, if not those that go with a narrow one (Star's ESC b). */
  readonly wideWidth?: number;
  /** Dots of the bars. */
  readonly height: number;
}

/** The bar code of the data of a command. */
interface Content {
  readonly bars: Bars;
  readonly text: string;
  readonly interpretation: string;
  readonly note?: string | undefined;
}

type Reader = (data: string, bytes: Uint8Array) => Content | { readonly problem: string };

interface System {
  readonly name: string;
  readonly read: Reader;
  /** Elements have two widths, wide and narrow. */
  readonly twoWidths?: true;
  /** Its characters are spread under the bars, as in the pictures of Epson's sample programs. */
  readonly isSpread?: true;
  /** The library encodes it. */
  readonly isOfLibrary?: true;
}

/** The systems of GS k in form A by its parameter; clones have the last two. */
const FORM_A: readonly System[] = [
  { name: "UPC-A", read: retail(upcABars, (data) => withCheckDigit(data, 12)) },
  { name: "UPC-E", read: retail(upcEBars, upcE) },
  { name: "EAN13", read: retail(ean13Bars, (data) => withCheckDigit(data, 13)) },
  { name: "EAN8", read: retail(ean8Bars, (data) => withCheckDigit(data, 8)) },
  { name: "CODE39", read: readCode39, twoWidths: true, isSpread: true },
  { name: "ITF", read: readItf, twoWidths: true },
  { name: "CODABAR", read: readCodabar, twoWidths: true },
  { name: "CODE93", read: readCode93 },
  { name: "CODE128", read: readCode128Clone },
];

/** The systems of GS k in form B, whose parameter begins at 65. */
const FORM_B: readonly System[] = [
  ...FORM_A.slice(0, 8),
  { name: "CODE128", read: readCode128Data },
  { name: "GS1-128", read: readGs1128 },
  { name: "GS1 DataBar Omnidirectional", read: dataBar("databaromni"), isOfLibrary: true },
  { name: "GS1 DataBar Truncated", read: dataBar("databartruncated"), isOfLibrary: true },
  { name: "GS1 DataBar Limited", read: dataBar("databarlimited"), isOfLibrary: true },
  { name: "GS1 DataBar Expanded", read: readDataBarExpanded, isOfLibrary: true },
  { name: "CODE128", read: readCode128Auto },
];

function systemOf(parameter: number): System | undefined {
  return FORM_A[parameter] ?? FORM_B[parameter - 65];
}

/** The name of a bar code system of GS k, "system 99" for one that is not known. */
export function systemName(system: number): string {
  return systemOf(system)?.name ?? `system ${system}`;
}

/** How many times as long as for others it takes to encode a bar code of a system. */
export function linearWork(system: number): number {
  return systemOf(system)?.isOfLibrary === true ? LIBRARY_WORK : 1;
}

/** Draws the bar code of GS k in dots. Never throws. */
export function drawLinear(system: number, bytes: Uint8Array, settings: LinearSettings): Drawing {
  const known = systemOf(system);
  if (known === undefined) return { problem: "this bar code system is not known" };
  const content = known.read(byteString(bytes), bytes);
  if ("problem" in content) return content;
  if ("problem" in content.bars) return content.bars;
  const { widths } = content.bars;
  const { moduleWidth, wideWidth, height } = settings;
  const elements =
    wideWidth === undefined ? elementWidths(moduleWidth) : { module: moduleWidth, wide: wideWidth };
  const raster = barsRaster(widths, elements, known.twoWidths === true);
  const { text, interpretation, note } = content;
  const { name, isSpread = false } = known;
  const drawn = {
    system: name,
    text,
    interpretation,
    isSpread,
    raster,
    scaleX: 1,
    scaleY: height,
  };
  return note === undefined ? drawn : { ...drawn, note };
}

function retail(barsOf: (digits: string) => Bars, complete: (data: string) => RetailCode): Reader {
  return (data) => {
    const code = complete(data);
    if ("problem" in code) return code;
    const { digits, note } = code;
    return { bars: barsOf(digits), text: digits, interpretation: digits, note };
  };
}

/** Start and stop characters are added where they are missing, and printed with the data. */
function readCode39(source: string): ReturnType<Reader> {
  const data = source.replace(/^\*/, "").replace(/\*$/, "");
  return { bars: code39Bars(data), text: data, interpretation: `*${data}*` };
}

/** Digits come in pairs; the last of an odd number is ignored. */
function readItf(source: string): ReturnType<Reader> {
  const data = source.slice(0, source.length - (source.length % 2));
  return { bars: itfBars(data), text: data, interpretation: data };
}

function readCodabar(source: string): ReturnType<Reader> {
  const data = source.toUpperCase();
  return { bars: codabarBars(data), text: data, interpretation: source };
}

/** Start and stop are printed as a square, a control character as a square and its letter. */
function readCode93(data: string): ReturnType<Reader> {
  const shown = data.replace(
    /\p{Cc}/gu,
    (control) => `■${String.fromCharCode(control.charCodeAt(0) ^ 0x40)}`,
  );
  return { bars: code93Bars(data), text: data, interpretation: `□${shown}□` };
}

function readCode128Data(_data: string, bytes: Uint8Array): ReturnType<Reader> {
  const code = readCode128(bytes);
  if ("problem" in code) return code;
  const { characters, text, interpretation } = code;
  return { bars: code128Bars(characters), text, interpretation };
}

/** Form A of clones takes data with and without a code set. */
function readCode128Clone(data: string, bytes: Uint8Array): ReturnType<Reader> {
  return /^\{[ABC]/.test(data) ? readCode128Data(data, bytes) : readCode128Auto(data);
}

function readCode128Auto(data: string): ReturnType<Reader> {
  if (data === "") return { problem: "there is no data" };
  const bytes = Array.from(data, (character) => character.charCodeAt(0));
  return { bars: code128Bars(shortestCode128(bytes)), text: data, interpretation: printable(data) };
}

/** FNC1 after the start is added by the printer; code sets are chosen by it as well. */
function readGs1128(source: string): ReturnType<Reader> {
  const { data, interpretation } = readGs1(source, true);
  if (data === "") return { problem: "there is no data" };
  const bytes = Array.from(data, (character) => (character === "\x1d" ? FNC1 : character.charCodeAt(0)));
  const bars = code128Bars(shortestCode128([FNC1, ...bytes]));
  return { bars, text: data, interpretation: printable(interpretation) };
}

/** 13 digits: the printer adds the check digit and, to what it prints, the application identifier. */
function dataBar(symbology: string): Reader {
  return (source) => {
    const digits = source.replace(/^\(?01\)?(?=\d{13,14}$)/, "");
    if (!/^\d{13,14}$/.test(digits)) return { problem: "13 digits are needed" };
    const item = digits.slice(0, 13);
    const data = `(01)${item}${checkDigit(item)}`;
    return { bars: libraryBars(symbology, data), text: data.replace("(01)", "01"), interpretation: data };
  };
}

function readDataBarExpanded(source: string): ReturnType<Reader> {
  const { data, interpretation } = readGs1(source, false);
  // A printer does not know the application identifiers; it checks none of them.
  const bars = libraryBars("databarexpanded", bracketed(data), { dontlint: true });
  return { bars, text: data, interpretation: printable(interpretation) };
}

/** The bars of the symbologies that the library encodes. */
function libraryBars(symbology: string, data: string, options?: EncoderOptions): Bars {
  const encoded = encode(symbology, data, options);
  return "problem" in encoded ? encoded : { widths: encoded.encoding.widths };
}
