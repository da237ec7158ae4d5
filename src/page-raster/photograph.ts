import { inflateSync } from "node:zlib";
import { malformed, type PageDocument } from "./page-document.ts";
import { PAGE_LIMITS } from "./page-limits.ts";

/** Formats of pictures that are read. */
export type PictureFormat = keyof typeof PAGE_LIMITS.photographPixels;

/**
 * A photograph or a drawing as one page, a pixel a dot; one that is wider than the paper is made smaller. What is
 * transparent is white.
 * @param expected the format that it must be in
 * @param paperDots across the paper
 * @param anInch the printer's dots an inch
 * @throws TillrollError BAD_REQUEST where it cannot be read
 */
export async function photograph(
  bytes: Uint8Array,
  expected: PictureFormat,
  paperDots: number,
  anInch: number,
): Promise<PageDocument> {
  const limits = { maxPixels: PAGE_LIMITS.photographPixels[expected] };
  const { format } = await reading(() => new Bun.Image(bytes, limits).metadata());
  if (format !== expected) throw malformed(`The document is no ${expected.toUpperCase()}.`);
  // PNG is how pixels are had of Bun.
  const png = await reading(() =>
    new Bun.Image(bytes, limits)
      .resize(paperDots, PAGE_LIMITS.paperDots, { fit: "inside", withoutEnlargement: true })
      .modulate({ saturation: 0 })
      .png({ compressionLevel: 1 })
      .bytes(),
  );
  return pageOfPng(png, anInch);
}

async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw malformed("The document cannot be read as a picture, or has too many pixels.");
  }
}

const SIGNATURE_BYTES = 8;
/** Of a chunk besides its data: length, type, check sum. */
const CHUNK_FRAME = 12;

/** Bytes of a pixel as Bun writes them: red, green, blue and opacity. */
const PIXEL_BYTES = 4;

/** The page of a grey PNG of Bun's own: four channels of 8 bits, not interlaced (ISO/IEC 15948). */
function pageOfPng(png: Uint8Array, anInch: number): PageDocument {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const header = SIGNATURE_BYTES + 8;
  const size = {
    columns: view.getUint32(header),
    rows: view.getUint32(header + 4),
    acrossInch: anInch,
    alongInch: anInch,
  };
  const packed: Uint8Array[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; at += view.getUint32(at) + CHUNK_FRAME) {
    const isData = Buffer.from(png.subarray(at + 4, at + 8)).toString("latin1") === "IDAT";
    if (isData) packed.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const lines = inflateSync(Buffer.concat(packed));
  return (listener) => {
    listener.page(size);
    const lineBytes = size.columns * PIXEL_BYTES;
    const ink = new Uint8Array(size.columns);
    let line = new Uint8Array(lineBytes);
    for (let row = 0, at = 0; row < size.rows; row++, at += 1 + lineBytes) {
      line = unfiltered(lines[at] ?? 0, lines.subarray(at + 1, at + 1 + lineBytes), line);
      for (let x = 0; x < ink.length; x++) {
        const opacity = (line[x * PIXEL_BYTES + 3] ?? 255) / 255;
        ink[x] = Math.round((255 - (line[x * PIXEL_BYTES] ?? 255)) * opacity);
      }
      listener.rows(ink, 1);
    }
  };
}

/** A line without its filter (ISO/IEC 15948, section 9). @param above the line above it, without filter */
function unfiltered(filter: number, line: Uint8Array, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(line);
  for (let at = 0; at < bytes.length; at++) {
    const left = at < PIXEL_BYTES ? 0 : (bytes[at - PIXEL_BYTES] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < PIXEL_BYTES ? 0 : (above[at - PIXEL_BYTES] ?? 0);
    bytes[at] = (bytes[at] ?? 0) + predicted(filter, left, up, corner);
  }
  return bytes;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const ofLeft = Math.abs(up - corner);
      const ofUp = Math.abs(left - corner);
      const ofCorner = Math.abs(left + up - 2 * corner);
      if (ofLeft <= ofUp && ofLeft <= ofCorner) return left;
      return ofUp <= ofCorner ? up : corner;
    }
    default:
      return 0;
  }
}
