import type { RasterPiece, Receipt, Rectangle } from "../escpos/receipt.ts";

/** Strips of one picture that are drawn apart by no more than this, dots: some drivers leave a row out. */
const STRIP_GAP = 2;

/** A picture on the paper: strips that touch are one. */
export interface PaperPicture {
  /** On the paper, in dots. */
  readonly box: Rectangle;
  /** In the order of the print. */
  readonly pieces: readonly RasterPiece[];
}

/**
 * Pictures on the paper, in the order of the print; symbols that were drawn as such, and letters, are none. The paper's cut
 * is a picture's end: a second receipt, such as the shop's own copy, is another one. Linear.
 */
export function picturesOn({ pieces }: Pick<Receipt, "pieces">): PaperPicture[] {
  const pictures: { box: Rectangle; readonly pieces: RasterPiece[] }[] = [];
  let isCut = false;
  for (const piece of pieces) {
    isCut ||= piece.kind === "cut";
    if (piece.kind !== "raster" || piece.symbol !== undefined || piece.text !== undefined) continue;
    const last = pictures.at(-1);
    if (last !== undefined && !isCut && touches(last.box, piece)) {
      last.box = union(last.box, piece);
      last.pieces.push(piece);
    } else {
      const { x, y, width, height } = piece;
      pictures.push({ box: { x, y, width, height }, pieces: [piece] });
      isCut = false;
    }
  }
  return pictures;
}

/** True if boxes overlap, or lie next to each other. */
function touches(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height + STRIP_GAP &&
    other.y <= one.y + one.height + STRIP_GAP
  );
}

function union(one: Rectangle, other: Rectangle): Rectangle {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
