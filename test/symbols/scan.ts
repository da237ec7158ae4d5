import { prepareZXingModule, readBarcodes, type ReadResult } from "zxing-wasm/reader";
import wasmPath from "zxing-wasm/reader/zxing_reader.wasm" with { type: "file" };
import type { Piece } from "../../src/escpos/escpos.ts";
import type { DrawnSymbol } from "../../src/symbols/symbol.ts";

/** From the package itself: nothing is fetched. */
prepareZXingModule({ overrides: { wasmBinary: await Bun.file(wasmPath).arrayBuffer() } });

/** Dots of white around what is scanned, as around a receipt on a table. */
const MARGIN = 40;

/** Something of 1-bit dots at a place of the paper. */
interface Picture {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly bytes: Uint8Array;
}

/** What a scanner reads: the format by its zxing name, and the data. */
export interface Scan {
  readonly format: string;
  readonly text: string;
}

/** Scans paper of `width` by `height` dots with pictures on it, at one pixel a dot. */
export async function scanPaper(
  pictures: readonly Picture[],
  width: number,
  height: number,
): Promise<Scan[]> {
  const results = await readPictures(pictures, width, height);
  return results.map(({ format, text }) => ({ format, text }));
}

/** Scans one symbol. */
export function scanSymbol({ raster, scaleX, scaleY }: DrawnSymbol): Promise<Scan[]> {
  const picture = { ...raster, x: 0, y: 0, scaleX, scaleY };
  return scanPaper([picture], raster.columns * scaleX, raster.rows * scaleY);
}

/** Scans one symbol for the bytes that it holds. */
export async function scanBytes({ raster, scaleX, scaleY }: DrawnSymbol): Promise<Uint8Array[]> {
  const picture = { ...raster, x: 0, y: 0, scaleX, scaleY };
  const results = await readPictures([picture], raster.columns * scaleX, raster.rows * scaleY);
  return results.map(({ bytes }) => Uint8Array.from(bytes));
}

function readPictures(pictures: readonly Picture[], width: number, height: number): Promise<ReadResult[]> {
  const pixels = paint(pictures, width + 2 * MARGIN, height + 2 * MARGIN);
  return readBarcodes(pixels, { tryHarder: true, textMode: "Plain" });
}

/** Scans a picture file: formats by their zxing names with the data, sorted. */
export async function scanFile(file: Blob): Promise<string[]> {
  const results = await readBarcodes(file, { tryHarder: true, textMode: "Plain" });
  return results.map(({ format, text }) => `${format} ${text}`).toSorted();
}

/** The pictures of a receipt. */
export function picturesOf(pieces: readonly Piece[]): Extract<Piece, { kind: "raster" }>[] {
  return pieces.flatMap((piece) => (piece.kind === "raster" ? [piece] : []));
}

function paint(pictures: readonly Picture[], width: number, height: number): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const { x, y, columns, rows, scaleX, scaleY, bytes } of pictures) {
    const rowBytes = Math.ceil(columns / 8);
    for (let row = 0; row < rows * scaleY; row++) {
      const start = Math.floor(row / scaleY) * rowBytes;
      for (let dot = 0; dot < columns * scaleX; dot++) {
        const column = Math.floor(dot / scaleX);
        if (((bytes[start + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0) continue;
        data.fill(
          0,
          ((y + row + MARGIN) * width + x + dot + MARGIN) * 4,
          ((y + row + MARGIN) * width + x + dot + MARGIN) * 4 + 3,
        );
      }
    }
  }
  return { data, width, height, colorSpace: "srgb" } as ImageData;
}
