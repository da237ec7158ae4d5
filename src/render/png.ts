import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Palette: 0 is paper (transparent, so that what lies below shows), 1 is black. */
const PALETTE = Uint8Array.of(255, 255, 255, 0, 0, 0);
const TRANSPARENCY = Uint8Array.of(0);

/** Bytes of a chunk besides its data: length, type, check sum. */
const CHUNK_FRAME = 12;

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + CHUNK_FRAME);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) bytes[4 + index] = type.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/**
 * A PNG of one bit a dot. Source: PNG specification (ISO/IEC 15948), colour type 3, bit depth 1.
 *
 * @param columns dots a row
 * @param rows rows of dots
 * @param bytes rows of `ceil(columns / 8)` bytes, most significant bit left, 1 is black
 */
export function encodePng(columns: number, rows: number, bytes: Uint8Array): Uint8Array {
  const rowBytes = Math.ceil(columns / 8);
  const scanlines = new Uint8Array(rows * (rowBytes + 1));
  for (let row = 0; row < rows; row++) {
    // The byte before each row stays 0: filter type None suits pictures of one bit.
    scanlines.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, columns);
  view.setUint32(4, rows);
  header[8] = 1;
  header[9] = 3;
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("PLTE", PALETTE),
    chunk("tRNS", TRANSPARENCY),
    chunk("IDAT", deflateSync(scanlines)),
    chunk("IEND", new Uint8Array(0)),
  ];
  return Buffer.concat(parts);
}
