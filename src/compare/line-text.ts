import type { Piece, RasterPiece, Receipt, Rectangle, TextPiece } from "../escpos/receipt.ts";
import { isCombining } from "../escpos/text/character-width.ts";
import { runOf } from "../render/text-run.ts";

/** The text of a printed line, and where on the paper each of its characters is. */
export interface LineText {
  readonly text: string;
  /** The box of each UTF-16 unit, in dots; `null` for blanks between runs of characters. */
  readonly boxes: readonly (Rectangle | null)[];
}

/** A run of characters as it is read. */
interface PlacedRun extends LineText {
  /** Dots from the start of the line as it is read. */
  readonly from: number;
  readonly to: number;
  /** Dots of a column. */
  readonly unit: number;
}

/** Part of a column from which on a gap between two runs is a blank. */
const BLANK = 0.5;

/** The text of pieces of one printed line, in the order in which it is read. */
export function lineTextOf(pieces: readonly Piece[], { widthDots }: Receipt): LineText {
  const runs = pieces.flatMap((piece) => placedRun(piece, widthDots) ?? []);
  let text = "";
  const boxes: (Rectangle | null)[] = [];
  let end: number | null = null;
  for (const run of runs.toSorted((one, other) => one.from - other.from)) {
    const gap = end === null ? run.from : run.from - end;
    const blanks = gap >= BLANK * run.unit ? Math.max(1, Math.round(gap / run.unit)) : 0;
    text += " ".repeat(blanks) + run.text;
    boxes.push(...Array.from({ length: blanks }, () => null), ...run.boxes);
    end = Math.max(end ?? 0, run.to);
  }
  return { text, boxes };
}

/** What a scanner reads from a bar code or symbol, all of it in the symbol's box; `undefined` for other pieces. */
export function symbolTextOf(piece: Piece): LineText | undefined {
  if (piece.kind !== "raster" || piece.symbol === undefined) return undefined;
  const { text } = piece.symbol;
  return { text, boxes: Array.from({ length: text.length }, () => piece) };
}

function placedRun(piece: Piece, widthDots: number): PlacedRun | undefined {
  const run = runOf(piece, widthDots);
  if (run === undefined || (piece.kind !== "text" && piece.kind !== "raster")) return undefined;
  const boxes: Rectangle[] = [];
  let at = 0;
  for (const character of run.text) {
    // A mark stands over the character before it and takes no cell.
    const isMark = isCombining(character.codePointAt(0) ?? 0) && at > 0;
    if (!isMark) at++;
    const box = characterBox(piece, at - 1, run.advance);
    for (let unit = 0; unit < character.length; unit++) boxes.push(box);
  }
  return { text: run.text, boxes, from: run.x, to: run.x + at * run.advance, unit: run.unit };
}

/** The box on paper of a character of a run that may be turned. @param advance dots of a character */
function characterBox(piece: TextPiece | RasterPiece, index: number, advance: number): Rectangle {
  const { x, y, width, height } = piece;
  const start = Math.floor(index * advance);
  const size = Math.ceil((index + 1) * advance) - start;
  switch (piece.kind === "text" ? piece.style.turn : 0) {
    case 0:
      return { x: x + start, y, width: size, height };
    case 90:
      return { x, y: y + start, width, height: size };
    case 180:
      return { x: x + width - start - size, y, width: size, height };
    case 270:
      return { x, y: y + height - start - size, width, height: size };
  }
}
