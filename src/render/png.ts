import { crc32, deflateSync } from "node:zlib";
import { DOTS_PER_INCH } from "../escpos/printer-state.ts";
import type { Receipt } from "../escpos/receipt.ts";
import { paintReceipt } from "./paint/paint-receipt.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Colour 0 of the palette is paper: transparent, so that what lies below shows. */
const TRANSPARENCY = Uint8Array.of(0);

/** Bytes of a chunk besides its data: length, type, check sum. */
const CHUNK_FRAME = 12;

/** Rows of `ceil(columns / 8)` bytes, most significant bit left, 1 is black. */
interface Picture {
  readonly columns: number;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + CHUNK_FRAME);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) bytes[4 + index] = type.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** Dots a metre, for viewers and printers that keep the true size. */
const DOTS_PER_METRE = Math.round(DOTS_PER_INCH / 0.0254);

const GRAYSCALE = 0;
const INDEXED = 3;

/**
 * A picture with white dots transparent, one bit a dot. Source: PNG specification (ISO/IEC 15948).
 *
 * @param columns dots a row
 * @param rows rows of dots
 * @param bytes rows of `ceil(columns / 8)` bytes, most significant bit left, 1 is black
 * @param ink what is printed instead of black: red, green and blue, 0 to 255
 */
export function encodePng(
  columns: number,
  rows: number,
  bytes: Uint8Array,
  ink: readonly [number, number, number] = [0, 0, 0],
): Uint8Array {
  return Buffer.concat([
    Uint8Array.from(SIGNATURE),
    header(columns, rows, INDEXED),
    chunk("PLTE", Uint8Array.of(255, 255, 255, ...ink)),
    chunk("tRNS", TRANSPARENCY),
    chunk("IDAT", deflateSync(scanlinesOf(columns, rows, bytes, 0))),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/**
 * White paper around what can be printed on, dots: 4 mm, as on a roll of 80 mm with a head of 72. Without it a bar
 * code at the edge has no quiet zone, and does not scan.
 */
export const PAPER_MARGIN_DOTS = 32;

/**
 * A receipt as a black and white PNG, one pixel a dot at 203 dpi, the paper's margin included: what a scanner sees.
 * Of paper with more than `MAXIMUM_PICTURE_DOTS` it shows the beginning, and its comment says so. Never throws.
 */
export function renderPng(receipt: Receipt): Uint8Array<ArrayBuffer> {
  const { canvas, omissions } = paintReceipt(receipt);
  const { columns, rows, bytes } = onPaper(canvas);
  const resolution = new Uint8Array(9);
  const view = new DataView(resolution.buffer);
  view.setUint32(0, DOTS_PER_METRE);
  view.setUint32(4, DOTS_PER_METRE);
  resolution[8] = 1;
  return Buffer.concat([
    Uint8Array.from(SIGNATURE),
    header(columns, rows, GRAYSCALE),
    chunk("pHYs", resolution),
    ...(omissions.length > 0 ? [comment(omissions.join("\n"))] : []),
    // In grayscale 0 is black.
    chunk("IDAT", deflateSync(scanlinesOf(columns, rows, bytes, 0xff))),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/** Words about the picture, not compressed, in no particular language (chunk iTXt). */
function comment(text: string): Uint8Array {
  return chunk("iTXt", Buffer.from(`Comment\0\0\0\0\0${text}`));
}

/** A picture in the middle of white paper. */
function onPaper({ columns, rows, bytes }: Picture): Picture {
  const marginBytes = PAPER_MARGIN_DOTS / 8;
  const paperColumns = columns + 2 * PAPER_MARGIN_DOTS;
  const paperRows = rows + 2 * PAPER_MARGIN_DOTS;
  const rowBytes = Math.ceil(columns / 8);
  const paperRowBytes = Math.ceil(paperColumns / 8);
  const paper = new Uint8Array(paperRows * paperRowBytes);
  for (let row = 0; row < rows; row++) {
    const to = (row + PAPER_MARGIN_DOTS) * paperRowBytes + marginBytes;
    paper.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), to);
  }
  return { columns: paperColumns, rows: paperRows, bytes: paper };
}

/** One bit a dot, not interlaced. */
function header(columns: number, rows: number, colorType: number): Uint8Array {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, columns);
  view.setUint32(4, rows);
  data[8] = 1;
  data[9] = colorType;
  return chunk("IHDR", data);
}

/** Rows of dots, each after a byte for the filter: type None, 0, suits pictures of one bit. */
function scanlinesOf(columns: number, rows: number, bytes: Uint8Array, flip: 0 | 0xff): Uint8Array {
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
