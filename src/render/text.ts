import type { Receipt, TextPiece } from "../escpos/receipt.ts";

/** Dots: a gap this high between two lines is a blank line (the power-on line spacing). */
const LINE_SPACING = 30;

/** Dots of a column of paper. */
const COLUMN_DOTS = 12;

/**
 * A receipt as plain text, one line for each printed line, columns kept: a character of double width
 * takes two. Images, bar codes and events stand in brackets; a cut is a dashed row.
 */
export function renderText(receipt: Receipt): string {
  const lines: string[] = [];
  const { pieces, events } = receipt;
  let bottom = 0;
  let nextEvent = 0;
  const eventsBefore = (line: number): void => {
    for (; nextEvent < events.length && (events[nextEvent]?.line ?? 0) <= line; nextEvent++) {
      lines.push(`[${events[nextEvent]?.label}]`);
    }
  };
  for (let index = 0; index < pieces.length;) {
    const piece = pieces[index];
    if (piece === undefined) break;
    let end = index + 1;
    while (pieces[end]?.line === piece.line) end++;
    const group = pieces.slice(index, end);
    const top = group.reduce((least, { y }) => Math.min(least, y), piece.y);
    for (let blank = Math.floor((top - bottom) / LINE_SPACING); blank > 0; blank--) lines.push("");
    eventsBefore(piece.line);
    const texts: TextPiece[] = [];
    for (const item of group) {
      if (item.kind === "text") texts.push(item);
      else if (item.kind === "raster") lines.push(`[image ${item.width}×${item.height}]`);
      else if (item.kind === "placeholder") lines.push(`[${item.label}]`);
      else if (item.kind === "rule")
        lines.push("-".repeat(Math.max(1, Math.round(item.width / COLUMN_DOTS))));
      else lines.push(cutLine(receipt.columns, item.cut));
      bottom = Math.max(item.kind === "cut" ? 0 : bottom, item.y + item.height);
    }
    if (texts.length > 0) lines.push(textLine(texts, receipt.widthDots));
    index = end;
  }
  eventsBefore(Infinity);
  for (const note of receipt.notes) lines.push(`[${note}]`);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function cutLine(columns: number, kind: "full" | "partial"): string {
  const label = kind === "full" ? "✂ " : "✂ partial ";
  return (label + "- ".repeat(Math.ceil(columns / 2))).slice(0, Math.max(columns, label.length)).trimEnd();
}

/** Sets the runs of a line at their columns. */
function textLine(printed: readonly TextPiece[], widthDots: number): string {
  const [first] = printed;
  // Upside down (ESC {), the line is read with the paper turned around.
  const pieces =
    first?.style.upsideDown === true ? printed.map((piece) => turned(piece, widthDots)) : printed;
  const [only] = pieces;
  // The usual line: one run of plain characters.
  if (pieces.length === 1 && only !== undefined && isPlain(only)) {
    return (" ".repeat(Math.round(only.x / only.style.cellWidth)) + only.text).trimEnd();
  }
  const unit = pieces.reduce(
    (least, { style }) => Math.min(least, style.cellWidth + style.spacing),
    Infinity,
  );
  const cells: string[] = [];
  for (const piece of pieces) place(piece, unit, cells);
  for (let index = 0; index < cells.length; index++) cells[index] ??= " ";
  return cells.join("").trimEnd();
}

function turned(piece: TextPiece, widthDots: number): TextPiece {
  return { ...piece, x: Math.max(0, widthDots - piece.x - piece.width) };
}

function isPlain({ style, cellsEach }: TextPiece): boolean {
  return style.scaleX === 1 && style.spacing === 0 && cellsEach === 1;
}

/** Puts each character into the cell its dots begin in; a space never hides what is there. */
function place(piece: TextPiece, unit: number, cells: string[]): void {
  const advance = (piece.width * piece.cellsEach) / Math.max(1, piece.cells);
  let at = piece.x;
  for (const character of piece.text) {
    const column = Math.round(at / unit);
    if (character !== " " || cells[column] === undefined) cells[column] = character;
    // The second half of a wide character is part of it on a screen as well.
    if (piece.cellsEach === 2) cells[column + 1] = "";
    at += advance;
  }
}
