import { readFileSync } from "node:fs";
import {
  prepareZXingModule,
  type ReadInputBarcodeFormat,
  type ReadOutputBarcodeFormat,
  type ReadResult,
  readBarcodes,
} from "zxing-wasm/reader";
import zxingFile from "zxing-wasm/reader/zxing_reader.wasm" with { type: "file" };
import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedCode } from "../recognised.ts";
import type { Dots } from "./dots.ts";

/** What codes are called that printers draw themselves, where zxing calls them otherwise. */
const SYSTEM_NAMES: Partial<Record<ReadOutputBarcodeFormat, string>> = {
  Aztec: "Aztec code",
  AztecCode: "Aztec code",
  Codabar: "CODABAR",
  Code39: "CODE39",
  Code39Std: "CODE39",
  Code39Ext: "CODE39",
  Code93: "CODE93",
  Code128: "CODE128",
  CompactPDF417: "Truncated PDF417",
  MicroQRCode: "Micro QR code",
  QRCode: "QR code",
  QRCodeModel1: "QR code",
  QRCodeModel2: "QR code",
  UPCA: "UPC-A",
  UPCE: "UPC-E",
};

/** What is looked for: not the systems so short or so weak that words and tables are taken for them. */
const SYSTEMS: ReadInputBarcodeFormat[] = [
  "Aztec",
  "Codabar",
  "Code128",
  "Code39",
  "Code93",
  "DataBar",
  "DataBarExp",
  "DataMatrix",
  "EAN13",
  "EAN8",
  "ITF",
  "PDF417",
  "QRCode",
  "UPCA",
  "UPCE",
];

/** White dots around the picture: codes need a quiet zone, and prints are cut close. */
const MARGIN = 16;

let isPrepared = false;

/** The codes in a picture, in dots of it. */
export async function readCodes(dots: Dots): Promise<RecognisedCode[]> {
  if (!isPrepared) {
    // Its own binary: nothing is fetched.
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(zxingFile).buffer } });
    isPrepared = true;
  }
  const results = await readBarcodes(imageOf(dots), {
    formats: SYSTEMS,
    tryHarder: true,
    tryInvert: false,
    tryDownscale: false,
    textMode: "Plain",
    minLineCount: 3,
  });
  return results.filter(({ isValid }) => isValid).map((result) => codeOf(result, dots));
}

function codeOf(result: ReadResult, dots: Dots): RecognisedCode {
  const system = SYSTEM_NAMES[result.format] ?? result.format;
  return { system, text: result.text, box: boxOf(result, dots) };
}

function boxOf({ position }: ReadResult, { columns, rows }: Dots): Rectangle {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
  const xs = corners.map(({ x }) => Math.min(columns, Math.max(0, x - MARGIN)));
  const ys = corners.map(({ y }) => Math.min(rows, Math.max(0, y - MARGIN)));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function imageOf({ columns, rows, ink }: Dots): ImageData {
  const width = columns + 2 * MARGIN;
  const height = rows + 2 * MARGIN;
  const pixels = new Uint32Array(width * height).fill(0xffffffff);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // Opaque black; the bytes are red, green, blue, alpha on every machine that is there.
      if (ink[row * columns + column] === 1) pixels[(row + MARGIN) * width + column + MARGIN] = 0xff000000;
    }
  }
  const data = new Uint8ClampedArray(pixels.buffer);
  return { data, width, height, colorSpace: "srgb" } as ImageData;
}
