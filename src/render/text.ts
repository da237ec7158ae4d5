import type { Piece, ReadingBox, Receipt, RulePiece } from "../escpos/receipt.ts";
import { LEFT_OUT, LimitedText } from "./limited-text.ts";
import { inReadingOrder } from "./reading-order.ts";
import { type Edges, edgesOf } from "./text-edges.ts";
import { textLine } from "./text-line.ts";
import { boxOf, COLUMN_DOTS, runOf, type TextRun } from "./text-run.ts";

/** Dots: a gap this high between two lines is a blank line (the power-on line spacing). */
const LINE_SPACING = 30;

const CUT_DASH = "╌";

/**
 * A receipt as plain text, one line for each printed line, columns kept as far as characters of one width can: letters of
 * double width stand together, a price at the right edge stays at it. Pages of page mode are turned so that they read upright. It has the letters on the paper and no others:
 * pictures, bar codes and symbols are empty frames, and a cut is a dashed row. What the printer did beside the paper is
 * in the other formats. Two things stand in brackets: a graphic that the print does not hold, and that a limit cut it.
 */
export function renderText(receipt: Receipt, limited = new LimitedText()): string {
  const lines = limited.parts;
  let isWhole = true;
  const { pieces } = receipt;
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
      else for (const line of described(one, receipt.columns)) isWhole &&= limited.add(line);
      bottom = Math.max(one.kind === "cut" ? 0 : bottom, one.y + one.height);
      if (read) pageBottom = Math.max(pageBottom, topOf(one) + boxOf(one).height);
    }
    if (runs.length > 0) isWhole &&= limited.add(textLine(runs, edges));
  }
  if (!isWhole) lines.push(`[${LEFT_OUT}]`);
  if (receipt.truncated) for (const note of receipt.notes) lines.push(`[${note}]`);
  return lines.length === 0 ? "" : `${inReadingOrder(lines).join("\n")}\n`;
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

/** Where a picture or a symbol stands, and how wide it is, in columns. */
function frame({ x, width }: Pick<ReadingBox, "x" | "width">): string[] {
  const indent = " ".repeat(Math.max(0, Math.round(x / COLUMN_DOTS)));
  const inside = "─".repeat(Math.max(0, Math.round(width / COLUMN_DOTS) - 2));
  return [`${indent}┌${inside}┐`, `${indent}└${inside}┘`];
}

/** A rule that lies is a row of dashes; one that stands, or is short, has no place in a line of text. */
function ruleLine({ x, width, height }: RulePiece): string[] {
  if (width < height || width < COLUMN_DOTS) return [];
  const dashes = "-".repeat(Math.max(1, Math.round(width / COLUMN_DOTS)));
  return [" ".repeat(Math.round(x / COLUMN_DOTS)) + dashes];
}
