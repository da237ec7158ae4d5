import type { Raster } from "../escpos/raster.ts";

/** A symbol ready to be printed. */
export interface DrawnSymbol {
  /** Its name on paper, such as "EAN13". */
  readonly system: string;
  /** What a scanner reads, as text. */
  readonly text: string;
  readonly raster: Raster;
  /** Dots of paper for each dot of the raster. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** Human readable interpretation: the characters that GS H prints above or below; "" if there are none. */
  readonly interpretation: string;
  /** Those characters are spread over the width of the bars; else they stand together in the middle. */
  readonly isSpread?: boolean;
  /** What the paper does not show as it was asked for, in words. */
  readonly note?: string;
}

/** A symbol, or in words why the printer prints none. */
export type Drawing = DrawnSymbol | { readonly problem: string };

/** Bytes as a string of characters U+0000 to U+00FF, which is what the encoder takes. */
export function byteString(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** A symbol of data in bytes, of which nothing is printed in characters. */
export function drawn(
  system: string,
  data: Uint8Array,
  raster: Raster,
  scaleX: number,
  scaleY: number,
): DrawnSymbol {
  return { system, text: dataText(data), raster, scaleX, scaleY, interpretation: "" };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder("windows-1252");

/** Data as a phone would show it: UTF-8 if it is, or else one byte a character. */
function dataText(data: Uint8Array): string {
  return utf8Text(data) ?? windows1252.decode(data);
}

/** The text of UTF-8 data; undefined if the data is none. */
export function utf8Text(data: Uint8Array): string | undefined {
  try {
    return utf8.decode(data);
  } catch {
    return undefined;
  }
}
