import { crc32, deflateSync } from "node:zlib";
import type { Raster } from "../escpos/raster.ts";
import type { Receipt } from "../escpos/receipt.ts";
import { Canvas } from "./paint/canvas.ts";
import { paintReceipt } from "./paint/paint-receipt.ts";
import { type PaperMargin, paperMargin } from "./paper-size.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Bytes of a chunk besides its data: length, type, check sum. */
const CHUNK_FRAME = 12;

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + CHUNK_FRAME);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(Buffer.from(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

const COLOR_TYPE = { grayscale: 0, indexed: 3 } as const;

/** Dots a metre, for viewers and printers that keep the true size. */
function perMetre(dotsPerInch: number): number {
  return Math.round(dotsPerInch / 0.0254);
}

/**
 * A picture with white dots transparent. Source: PNG specification (ISO/IEC 15948).
 * @param ink what is printed instead of black: red, green and blue, 0 to 255
 */
export function encodePng(
  picture: Raster,
  ink: readonly [number, number, number] = [0, 0, 0],
): Uint8Array<ArrayBuffer> {
  // Colour 0 of the palette is paper: transparent, so that what lies below shows.
  const palette = [chunk("PLTE", Uint8Array.of(255, 255, 255, ...ink)), chunk("tRNS", Uint8Array.of(0))];
  return assemble(picture, COLOR_TYPE.indexed, palette);
}

/**
 * A receipt as a black and white PNG, one pixel a dot of the printer, the paper's margin included: what a scanner sees.
 * Of paper with more than `MAXIMUM_PICTURE_DOTS` it shows the beginning, and its comment says so. Never throws.
 */
export function renderPng(receipt: Receipt): Uint8Array<ArrayBuffer> {
  const { canvas, omissions } = paintReceipt(receipt);
  const chunks = [
    resolutionChunk(receipt.dotsPerInch, receipt.dotsPerInchAlong),
    ...commentChunks(omissions.join("\n")),
  ];
  return assemble(onPaper(canvas, paperMargin(receipt)), COLOR_TYPE.grayscale, chunks);
}

/** A picture in black and white, nothing around it and nothing transparent: for printers. */
export function encodeDots(picture: Raster): Uint8Array<ArrayBuffer> {
  return assemble(picture, COLOR_TYPE.grayscale, []);
}

/** A picture of up to 16 colours. */
export interface ColouredPicture {
  readonly columns: number;
  readonly rows: number;
  /** A byte a dot: which colour it has. */
  readonly dots: Uint8Array;
  /** Red, green and blue of each colour, 0 to 255. */
  readonly colours: readonly (readonly [number, number, number])[];
  readonly dotsPerInch: number;
  /** Words about the picture. */
  readonly comment: string;
}

/** Bits of a dot with one of 16 colours. */
const COLOUR_BITS = 4;

/** A picture of up to 16 colours as a PNG. */
export function encodeColours(picture: ColouredPicture): Uint8Array<ArrayBuffer> {
  const { columns, rows, dots, colours, dotsPerInch, comment } = picture;
  const chunks = [resolutionChunk(dotsPerInch, dotsPerInch), ...commentChunks(comment)];
  const rowBytes = Math.ceil(columns / 2);
  const scanlines = new Uint8Array(rows * (rowBytes + 1));
  for (let row = 0; row < rows; row++) {
    const to = row * (rowBytes + 1) + 1;
    for (let column = 0; column < columns; column++) {
      const shift = column % 2 === 0 ? COLOUR_BITS : 0;
      const at = to + (column >> 1);
      scanlines[at] = (scanlines[at] ?? 0) | ((dots[row * columns + column] ?? 0) << shift);
    }
  }
  const header = { columns, rows, bits: COLOUR_BITS, colorType: COLOR_TYPE.indexed };
  return fileOf(header, [...chunks, chunk("PLTE", Uint8Array.from(colours.flat()))], scanlines);
}

/** Dots an inch, across and along. */
function resolutionChunk(across: number, along: number): Uint8Array {
  const resolution = new DataView(new ArrayBuffer(9));
  resolution.setUint32(0, perMetre(across));
  resolution.setUint32(4, perMetre(along));
  resolution.setUint8(8, 1);
  return chunk("pHYs", new Uint8Array(resolution.buffer));
}

/** Words about the picture, not compressed, in no particular language. */
function commentChunks(comment: string): Uint8Array[] {
  return comment === "" ? [] : [chunk("iTXt", Buffer.from(`Comment\0\0\0\0\0${comment}`))];
}

/** A picture with the white paper around it. */
function onPaper(picture: Raster, { sides, ends }: PaperMargin): Raster {
  const paper = new Canvas(picture.columns + 2 * sides, picture.rows + 2 * ends);
  if (sides % 8 !== 0) {
    paper.blit(picture, sides, ends);
    return paper;
  }
  // The margins of heads of 203 dots an inch are whole bytes: rows are copied.
  const rowBytes = Math.ceil(picture.columns / 8);
  for (let row = 0; row < picture.rows; row++) {
    const dots = picture.bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    paper.bytes.set(dots, (row + ends) * paper.rowBytes + sides / 8);
  }
  return paper;
}

/** The file of a picture, one bit a dot; `chunks` come before its dots. */
function assemble(
  picture: Raster,
  colorType: number,
  chunks: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  // In grayscale 0 is black.
  const flip = colorType === COLOR_TYPE.grayscale ? 0xff : 0;
  const { columns, rows } = picture;
  return fileOf({ columns, rows, bits: 1, colorType }, chunks, scanlinesOf(picture, flip));
}

interface Header {
  readonly columns: number;
  readonly rows: number;
  /** Bits of a dot. */
  readonly bits: number;
  readonly colorType: number;
}

/** A file, not interlaced. @param scanlines rows of dots, each after a byte for the filter */
function fileOf(
  { columns, rows, bits, colorType }: Header,
  chunks: readonly Uint8Array[],
  scanlines: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, columns);
  header.setUint32(4, rows);
  header.setUint8(8, bits);
  header.setUint8(9, colorType);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", new Uint8Array(header.buffer)),
    ...chunks,
    chunk("IDAT", deflateSync(scanlines)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/** Rows of dots, each after a byte for the filter: type None, 0, suits pictures of one bit. */
function scanlinesOf({ columns, rows, bytes }: Raster, flip: 0 | 0xff): Uint8Array {
  const rowBytes = Math.ceil(columns / 8);
  const scanlines = new Uint8Array(rows * (rowBytes + 1));
  for (let row = 0; row < rows; row++) {
    const to = row * (rowBytes + 1) + 1;
    scanlines.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), to);
    if (flip !== 0) {
      for (let at = to; at < to + rowBytes; at++) scanlines[at] = (scanlines[at] ?? 0) ^ flip;
    }
  }
  return scanlines;
}
