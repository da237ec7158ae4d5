import type { Piece, Receipt, RulePiece } from "../escpos/receipt.ts";
import { placedOn } from "../recognition/placed.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { LEFT_OUT, LimitedText } from "./limited-text.ts";
import { inReadingOrder } from "./reading-order.ts";
import { type Edges, edgesOf } from "./text-edges.ts";
import { textLine } from "./text-line.ts";
import { frame, LINE_SPACING, recognisedText } from "./text-picture.ts";
import { boxOf, COLUMN_DOTS, runOf, type TextRun } from "./text-run.ts";

const CUT_DASH = "╌";

/**
 * A receipt as plain text, one line for each printed line, columns kept as far as characters of one width can: letters of
 * double width stand together, a price at the right edge stays at it. Pages of page mode are turned so that they read upright. It has the letters on the paper and no others:
 * pictures, bar codes and symbols are empty frames, and a cut is a dashed row. What the printer did beside the paper is
 * in the other formats. Two things stand in brackets: a graphic that the print does not hold, and that a limit cut it.
 *
 * @param options.recognition what was recognised in its pictures: it stands in their frames, which say so
 */
export function renderText(
  receipt: Receipt,
  { recognition }: { recognition?: Recognition | undefined } = {},
  limited = new LimitedText(),
): string {
  const lines = limited.parts;
  let isWhole = true;
  const { pieces } = receipt;
  const pictures = new PictureTexts(receipt, recognition);
  let known: Edges | undefined;
  const edges = (): Edges => (known ??= edgesOf(receipt));
  let bottom = 0;
  let pageBottom = 0;
  let inPage = false;
  for (let index = 0; index < pieces.length && isWhole;) {
    const piece = pieces[index];
    if (piece === undefined) break;
    let end = index + 1;
    while (pieces[end]?.line === piece.line) end++;
    const group = pieces.slice(index, end);
    index = end;
    const read = group.some(isRead);
    const top = group.reduce((least, one) => Math.min(least, topOf(one)), Infinity);
    // Heights in a page count from its own top, and start again where another direction begins.
    if (read && (!inPage || top < pageBottom - LINE_SPACING)) pageBottom = 0;
    const above = read ? pageBottom : bottom;
    for (let blank = Math.floor((top - above) / LINE_SPACING); blank > 0; blank--)
      isWhole &&= limited.add("");
    inPage = read;
    const runs: TextRun[] = [];
    for (const one of group) {
      const run = runOf(one, receipt.widthDots);
      if (run !== undefined) runs.push(run);
      else
        for (const line of pictures.linesOf(one, lines.length) ?? described(one, receipt.columns))
          isWhole &&= limited.add(line);
      bottom = Math.max(one.kind === "cut" ? 0 : bottom, one.y + one.height);
      if (read) pageBottom = Math.max(pageBottom, topOf(one) + boxOf(one).height);
    }
    if (runs.length > 0) isWhole &&= limited.add(textLine(runs, edges));
  }
  if (!isWhole) lines.push(`[${LEFT_OUT}]`);
  if (receipt.truncated) for (const note of receipt.notes) lines.push(`[${note}]`);
  return lines.length === 0 ? "" : `${pictures.ordered(lines).join("\n")}\n`;
}

/** The pictures of a receipt of which something was recognised. */
class PictureTexts {
  /** The lines of each by the first of its pieces; the others have none. */
  private readonly byPiece = new Map<Piece, readonly string[]>();
  /** The numbers of such lines. */
  private readonly numbers = new Set<number>();

  constructor(receipt: Receipt, recognition: Recognition | undefined) {
    for (const picture of placedOn(receipt, recognition))
      for (const [index, piece] of picture.pieces.entries())
        this.byPiece.set(piece, index === 0 ? recognisedText(picture) : []);
  }

  /** The lines in place of a piece; `undefined` where nothing was recognised. @param at the number of the first one */
  linesOf(piece: Piece, at: number): readonly string[] | undefined {
    const lines = this.byPiece.get(piece);
    for (const index of lines?.keys() ?? []) this.numbers.add(at + index);
    return lines;
  }

  /** All lines in the order in which they are read: what was recognised is in that order already. */
  ordered(lines: readonly string[]): string[] {
    if (this.numbers.size === 0) return inReadingOrder(lines);
    const ordered = inReadingOrder(lines.map((line, index) => (this.numbers.has(index) ? "" : line)));
    return ordered.map((line, index) => (this.numbers.has(index) ? (lines[index] ?? "") : line));
  }
}

function isRead(piece: Piece): boolean {
  return "reading" in piece && piece.reading !== undefined;
}

/** Dots from the top of the paper, or of the page as it is read. */
function topOf(piece: Piece): number {
  return boxOf(piece).y;
}

/** A piece that is not made of characters, in words. */
function described(piece: Piece, columns: number): string[] {
  switch (piece.kind) {
    case "raster":
      return piece.label === undefined ? frame(boxOf(piece)) : [`[${piece.label}]`];
    case "placeholder":
      return [`[${piece.label}]`];
    case "rule":
      return ruleLine(piece);
    case "cut":
      return [CUT_DASH.repeat(columns)];
    case "text":
      return [];
  }
}

/** A rule that lies is a row of dashes; one that stands, or is short, has no place in a line of text. */
function ruleLine({ x, width, height }: RulePiece): string[] {
  if (width < height || width < COLUMN_DOTS) return [];
  const dashes = "-".repeat(Math.max(1, Math.round(width / COLUMN_DOTS)));
  return [" ".repeat(Math.round(x / COLUMN_DOTS)) + dashes];
}
