import type { Raster } from "../../src/escpos/raster.ts";
import { isBlack } from "../../src/escpos/raster-dots.ts";

/** A page to be encoded: how light each pixel is, 0 black to 255 white. */
export interface Page {
  readonly columns: number;
  readonly rows: number;
  readonly anInch?: number;
  readonly light: (x: number, y: number) => number;
}

/** How a pixel of PWG Raster is written. */
interface PwgPixel {
  readonly colorSpace: number;
  readonly bits: 1 | 8 | 16;
  /** The channels of a pixel, 0 to 255 each. */
  readonly channels: (light: number) => readonly number[];
}

/** The pixels that PWG Raster has, by the names that IPP gives them (PWG 5102.4, `pwg-raster-document-type-supported`). */
export const PWG_PIXELS = {
  black_1: { colorSpace: 3, bits: 1, channels: (light) => [255 - light] },
  black_8: { colorSpace: 3, bits: 8, channels: (light) => [255 - light] },
  sgray_1: { colorSpace: 18, bits: 1, channels: (light) => [light] },
  sgray_8: { colorSpace: 18, bits: 8, channels: (light) => [light] },
  sgray_16: { colorSpace: 18, bits: 16, channels: (light) => [light] },
  srgb_8: { colorSpace: 19, bits: 8, channels: (light) => [light, light, light] },
  "adobe-rgb_16": { colorSpace: 20, bits: 16, channels: (light) => [light, light, light] },
  cmyk_8: { colorSpace: 6, bits: 8, channels: (light) => [0, 0, 0, 255 - light] },
} as const satisfies Readonly<Record<string, PwgPixel>>;

export type PwgPixelName = keyof typeof PWG_PIXELS;

/** A page that shows a picture of dots. */
export function pageOf(picture: Raster, anInch = 203): Page {
  const { columns, rows } = picture;
  return { columns, rows, anInch, light: (x, y) => (isBlack(picture, x, y) ? 0 : 255) };
}

/** Writes a document in PWG Raster (PWG 5102.4). */
export function pwgDocument(pages: readonly Page[], name: PwgPixelName = "sgray_8"): Uint8Array {
  const pixel: PwgPixel = PWG_PIXELS[name];
  const parts = pages.flatMap((page) => {
    const { columns, rows, anInch = 203 } = page;
    const header = new Uint8Array(1796);
    const view = new DataView(header.buffer);
    header.set(Buffer.from("PwgRaster"));
    const bitsPerPixel = pixel.bits * pixel.channels(0).length;
    const numbers = {
      276: anInch,
      280: anInch,
      340: 1,
      372: columns,
      376: rows,
      384: pixel.bits,
      388: bitsPerPixel,
      392: Math.ceil((columns * bitsPerPixel) / 8),
      400: pixel.colorSpace,
    };
    for (const [at, value] of Object.entries(numbers)) view.setUint32(Number(at), value);
    return [header, ...packedLines(page, (light) => channelBytes(pixel, light), pixel.bits)];
  });
  return Buffer.concat([Buffer.from("RaS2"), ...parts]);
}

/** Writes a document in Apple Raster, of grey or colour. */
export function urfDocument(pages: readonly Page[], isColor = false): Uint8Array {
  const head = Buffer.alloc(12);
  head.write("UNIRAST\0", "latin1");
  head.writeUint32BE(pages.length, 8);
  const parts = pages.flatMap((page) => {
    const header = new Uint8Array(32);
    const view = new DataView(header.buffer);
    header.set([isColor ? 24 : 8, isColor ? 1 : 0, 1, 4]);
    view.setUint32(12, page.columns);
    view.setUint32(16, page.rows);
    view.setUint32(20, page.anInch ?? 203);
    return [header, ...packedLines(page, (light) => Array<number>(isColor ? 3 : 1).fill(light), 8)];
  });
  return Buffer.concat([head, ...parts]);
}

function channelBytes({ bits, channels }: PwgPixel, light: number): number[] {
  return channels(light).flatMap((value) => (bits === 16 ? [value, value] : [value]));
}

/** Packs the lines of a page: equal ones once, runs of equal pixels, and what is different as it is. */
function packedLines(page: Page, pixelBytes: (light: number) => number[], bits: number): Uint8Array[] {
  const lines = Array.from({ length: page.rows }, (_, y) => unitsOf(page, y, pixelBytes, bits));
  const packed: Uint8Array[] = [];
  for (let y = 0; y < lines.length;) {
    const line = lines[y] ?? [];
    let count = 1;
    while (count < 256 && y + count < lines.length && Bun.deepEquals(lines[y + count], line)) count++;
    packed.push(Uint8Array.of(count - 1, ...packUnits(line)));
    y += count;
  }
  return packed;
}

/** The pixels of a line, or bytes of eight where they are bits. */
function unitsOf(page: Page, y: number, pixelBytes: (light: number) => number[], bits: number): number[][] {
  const { columns, light } = page;
  if (bits > 1) return Array.from({ length: columns }, (_, x) => pixelBytes(light(x, y)));
  return Array.from({ length: Math.ceil(columns / 8) }, (_, unit) => {
    let byte = 0;
    for (let bit = 0; bit < 8 && unit * 8 + bit < columns; bit++)
      if ((pixelBytes(light(unit * 8 + bit, y))[0] ?? 0) > 127) byte |= 0x80 >> bit;
    return [byte];
  });
}

function packUnits(units: readonly number[][]): number[] {
  const isRun = (at: number) => at + 1 < units.length && Bun.deepEquals(units[at], units[at + 1]);
  const packed: number[] = [];
  for (let at = 0; at < units.length;) {
    let end = at + 1;
    if (isRun(at)) {
      while (end - at < 128 && isRun(end - 1)) end++;
      packed.push(end - at - 1, ...(units[at] ?? []));
    } else {
      while (end - at < 128 && end < units.length && !isRun(end)) end++;
      // One alone is a run of one: 256 would not be a byte.
      packed.push(end - at === 1 ? 0 : 257 - (end - at), ...units.slice(at, end).flat());
    }
    at = end;
  }
  return packed;
}
