import { malformed, type PageDocument } from "./page-document.ts";
import { type PackedPage, packedPages } from "./packed-lines.ts";
import { type ColorSpace, pixelFormat } from "./pixels.ts";

/** The word that every document begins with; behind it is the number of pages, which may be 0 for unknown. */
const SYNC = Buffer.from("UNIRAST\0", "latin1");
const PAGE_COUNT_BYTES = 4;

/** The bytes of a page's header: bits a pixel, colour space, two sides, quality, four unused, then numbers of 32 bits. */
const HEADER_BYTES = 32;
const WIDTH_AT = 12;
const HEIGHT_AT = 16;
const RESOLUTION_AT = 20;

/** Colour spaces by their numbers, with their channels. */
const COLOR_SPACES: ReadonlyMap<number, readonly [space: ColorSpace, channels: number]> = new Map([
  [0, ["luminance", 1]],
  [1, ["rgb", 3]],
  [3, ["rgb", 3]],
  [4, ["luminance", 1]],
  [5, ["rgb", 3]],
  [6, ["cmyk", 4]],
]);

/** A document in Apple Raster (`image/urf`), which AirPrint sends. @throws TillrollError BAD_REQUEST where it is none */
export function appleRaster(bytes: Uint8Array): PageDocument {
  if (!SYNC.equals(bytes.subarray(0, SYNC.length))) throw malformed("The document is no Apple Raster.");
  return packedPages(bytes, SYNC.length + PAGE_COUNT_BYTES, HEADER_BYTES, readHeader);
}

function readHeader(header: DataView): PackedPage {
  const [bitsPerPixel, colorSpace] = [header.getUint8(0), header.getUint8(1)];
  const anInch = header.getUint32(RESOLUTION_AT);
  const size = {
    columns: header.getUint32(WIDTH_AT),
    rows: header.getUint32(HEIGHT_AT),
    acrossInch: anInch,
    alongInch: anInch,
  };
  const [space, channels] = COLOR_SPACES.get(colorSpace) ?? ["luminance", 0];
  const pixels = pixelFormat(space, bitsPerPixel / channels);
  // AirPrint has no pixels of one bit, and those who write them do not agree on what is black.
  if (pixels === undefined || bitsPerPixel === 1)
    throw malformed("The pixels of a page are of a kind that is not printed here.");
  return { size, pixels };
}
