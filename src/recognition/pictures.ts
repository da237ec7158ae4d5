import type { Raster } from "../escpos/raster.ts";
import type { Piece, RasterPiece, Receipt, Rectangle } from "../escpos/receipt.ts";
import { type PaperPicture, picturesOn } from "./picture-boxes.ts";

/** Smaller pictures hold no line of letters, dots. */
const LEAST_WIDTH = 32;
const LEAST_HEIGHT = 12;

/** A receipt with so many lines of letters says itself what it is. */
const TEXT_LINES = 3;

/** A picture above the text of such a receipt that is no taller is a logo, dots: three centimetres. */
const LOGO_HEIGHT = 240;

/** What of a picture is read at most, dots from its top: twelve metres. */
export const MOST_ROWS = 100_000;

/** The note of a picture of a print whose other pictures took all its time. */
export const NO_TIME_LEFT = "There was no time left for this picture.";

/** A picture that is to be read. */
export interface ReadablePicture {
  /** On the paper, in dots. */
  readonly box: Rectangle;
  /** Composed of its strips as they are on the paper, a dot each. */
  readonly raster: Raster;
}

/**
 * The pictures of a receipt that are worth reading: all but tiny ones, and a logo on top of a receipt whose text is
 * printed as such. Without pictures it looks no further than that there are none.
 */
export function readablePictures(receipt: Pick<Receipt, "pieces">): PaperPicture[] {
  const large = picturesOn(receipt).filter(
    ({ box }) => box.width >= LEAST_WIDTH && box.height >= LEAST_HEIGHT,
  );
  if (large.length === 0) return [];
  const tops = textTops(receipt.pieces);
  const [firstTop = Infinity] = tops;
  if (tops.length < TEXT_LINES) return large;
  return large.filter(({ box }) => box.height > LOGO_HEIGHT || box.y >= firstTop);
}

/** The same, put together; those without a black dot are left out. */
export function picturesToRead(receipt: Pick<Receipt, "pieces">): ReadablePicture[] {
  return readablePictures(receipt)
    .map(({ box, pieces }) => ({ box, raster: compose(box, pieces) }))
    .filter(({ raster }) => raster.bytes.some((byte) => byte !== 0));
}

/** How a picture is recognised when it comes again: the SHA-256 of its dots, its size, and how it is read. */
export function pictureHash({ columns, rows, bytes }: Raster, readAs: string): Uint8Array {
  const hasher = new Bun.CryptoHasher("sha256").update(`${columns} ${rows} ${readAs} `);
  return hasher.update(bytes).digest();
}

/** Where the lines with letters of a receipt begin, each line once, the first one first. */
function textTops(pieces: readonly Piece[]): number[] {
  const tops = new Map<number, number>();
  for (const piece of pieces) {
    if (piece.kind === "text" && piece.text.trim() !== "" && !tops.has(piece.line))
      tops.set(piece.line, piece.y);
  }
  return [...tops.values()].toSorted((one, other) => one - other);
}

/** Draws strips into one picture, as large as they are on the paper. */
function compose(box: Rectangle, pieces: readonly RasterPiece[]): Raster {
  const rows = Math.min(box.height, MOST_ROWS);
  const rowBytes = (box.width + 7) >> 3;
  const bytes = new Uint8Array(rowBytes * rows);
  const [only] = pieces;
  const isWhole = pieces.length === 1 && only?.scaleX === 1 && only.scaleY === 1;
  if (isWhole && only.columns === box.width && only.rows === box.height)
    return { columns: box.width, rows, bytes: only.bytes.subarray(0, bytes.length) };
  for (const piece of pieces) draw(piece, box, bytes, rows);
  return { columns: box.width, rows, bytes };
}

function draw(piece: RasterPiece, box: Rectangle, target: Uint8Array, targetRows: number): void {
  const { columns, rows, scaleX, scaleY, bytes, color = 1 } = piece;
  if (color === 0) return;
  const targetRowBytes = (box.width + 7) >> 3;
  const rowBytes = (columns + 7) >> 3;
  const left = piece.x - box.x;
  const top = piece.y - box.y;
  const isAligned = scaleX === 1 && (left & 7) === 0;
  const width = Math.min(piece.width, box.width - left);
  const height = Math.min(piece.height, targetRows - top);
  for (let row = 0; row < height; row++) {
    const from = Math.min(rows - 1, Math.floor(row / scaleY)) * rowBytes;
    const to = (top + row) * targetRowBytes;
    if (isAligned) {
      const count = Math.min(rowBytes, targetRowBytes - (left >> 3));
      for (let index = 0; index < count; index++)
        addBits(target, to + (left >> 3) + index, bytes[from + index] ?? 0);
      continue;
    }
    for (let dot = 0; dot < width; dot++) {
      const column = Math.floor(dot / scaleX);
      if (((bytes[from + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0) continue;
      addBits(target, to + ((left + dot) >> 3), 0x80 >> ((left + dot) & 7));
    }
  }
}

function addBits(target: Uint8Array, at: number, bits: number): void {
  target[at] = (target[at] ?? 0) | bits;
}
