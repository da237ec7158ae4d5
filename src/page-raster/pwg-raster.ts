import { malformed, type PageDocument, type PageSize } from "./page-document.ts";
import { type PackedPage, packedPages } from "./packed-lines.ts";
import { type ColorSpace, pixelFormat } from "./pixels.ts";

/** The word that every document begins with. */
const SYNC = Buffer.from("RaS2", "latin1");

/** The bytes of a page's header. */
const HEADER_BYTES = 1796;

/** Where in a page's header its numbers are, 32 bits each, the most significant byte first (PWG 5102.4, table 2). */
const FIELD = {
  acrossInch: 276,
  alongInch: 280,
  width: 372,
  height: 376,
  bitsPerColor: 384,
  bitsPerPixel: 388,
  bytesPerLine: 392,
  colorOrder: 396,
  colorSpace: 400,
} as const;

/** Colour spaces by their numbers (PWG 5102.4, section 4.3.1.5): 0 to 6 are those of devices, 18 to 20 standard ones. */
const COLOR_SPACES: ReadonlyMap<number, ColorSpace> = new Map([
  [0, "luminance"],
  [1, "rgb"],
  [3, "black"],
  [6, "cmyk"],
  [18, "luminance"],
  [19, "rgb"],
  [20, "rgb"],
]);

/** A document in PWG Raster (`image/pwg-raster`; PWG 5102.4). @throws TillrollError BAD_REQUEST where it is none */
export function pwgRaster(bytes: Uint8Array): PageDocument {
  if (!SYNC.equals(bytes.subarray(0, SYNC.length))) throw malformed("The document is no PWG Raster.");
  return packedPages(bytes, SYNC.length, HEADER_BYTES, readHeader);
}

function readHeader(header: DataView): PackedPage {
  const number = (field: keyof typeof FIELD) => header.getUint32(FIELD[field]);
  const size: PageSize = {
    columns: number("width"),
    rows: number("height"),
    acrossInch: number("acrossInch"),
    alongInch: number("alongInch"),
  };
  const space = COLOR_SPACES.get(number("colorSpace"));
  const pixels = space && pixelFormat(space, number("bitsPerColor"));
  // 0: the channels of a pixel follow each other.
  if (pixels?.bitsPerPixel !== number("bitsPerPixel") || number("colorOrder") !== 0)
    throw malformed("The pixels of a page are of a kind that is not printed here.");
  if (number("bytesPerLine") !== Math.ceil((size.columns * pixels.bitsPerPixel) / 8))
    throw malformed("The header of a page contradicts itself.");
  return { size, pixels };
}
