import type { Piece, Receipt } from "../../escpos/escpos.ts";
import { inReadingOrder } from "../../render/reading-order.ts";
import { textLine } from "../../render/text-line.ts";
import { runOf, type TextRun } from "../../render/text-run.ts";

/**
 * The lines of a receipt as the text preview reads them, without the blanks before them. Frames, rules, cuts and notes
 * are not among them; the words that stand for a graphic or symbol that is not drawn are.
 */
export function writtenLines({ pieces, widthDots }: Receipt): string[] {
  const lines: string[] = [];
  for (let index = 0; index < pieces.length;) {
    const number = pieces[index]?.line;
    const runs: TextRun[] = [];
    for (; pieces[index]?.line === number && index < pieces.length; index++) {
      const piece = pieces[index] as Piece;
      const run = runOf(piece, widthDots);
      if (run !== undefined) runs.push(run);
      else if (piece.kind === "placeholder") lines.push(piece.label);
    }
    const line = runs.length === 0 ? "" : textLine(runs).trim();
    if (line !== "") lines.push(line);
  }
  return inReadingOrder(lines);
}
