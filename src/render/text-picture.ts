import type { Rectangle } from "../escpos/receipt.ts";
import { onOneLine } from "../escpos/label.ts";
import { cellsOf, isCombining } from "../escpos/text/character-width.ts";
import type { RecognisedLine, RecognisedPicture } from "../recognition/recognised.ts";
import { COLUMN_GAP } from "../recognition/recognised-text.ts";
import { codeText, recognisedMark } from "../recognition/words.ts";
import { CENTRED } from "./text-edges.ts";
import { COLUMN_DOTS } from "./text-run.ts";
import type { Segment } from "./text-segments.ts";

/** Dots: a gap this high between two lines is a blank line (the power-on line spacing). */
export const LINE_SPACING = 30;

/** The narrowest column that a picture's small letters get, dots. */
const LEAST_COLUMN_DOTS = 4;

/** The most blank lines in a row inside a picture: it may be empty for a metre. */
const MOST_BLANK_LINES = 3;

/** Where a picture or a symbol stands, and how wide it is, in columns. @param mark said on its upper edge */
export function frame({ x, width }: Pick<Rectangle, "x" | "width">, mark = ""): [top: string, foot: string] {
  const indent = " ".repeat(Math.max(0, Math.round(x / COLUMN_DOTS)));
  const inside = Math.max(0, Math.round(width / COLUMN_DOTS) - 2);
  const said = mark === "" ? "" : `─ ${mark} `;
  const top = said + "─".repeat(Math.max(0, inside - said.length));
  return [`${indent}┌${top}┐`, `${indent}└${"─".repeat(Math.max(inside, said.length))}┘`];
}

/** A line, or a code, with its place on the paper. */
interface Row {
  readonly top: number;
  readonly foot: number;
  readonly text: string;
}

/** What was recognised in a picture, in its frame: lines with their columns, and codes in brackets where they stand. */
export function recognisedText(picture: RecognisedPicture): string[] {
  const [top, foot] = frame(picture.box, recognisedMark(picture));
  const rows = rowsOf(picture);
  const lines = [top];
  let bottom = rows[0]?.top ?? 0;
  for (const row of rows) {
    const blank = Math.min(MOST_BLANK_LINES, Math.floor((row.top - bottom) / LINE_SPACING));
    for (let count = blank; count > 0; count--) lines.push("");
    lines.push(row.text);
    bottom = row.foot;
  }
  if (picture.note !== undefined) lines.push(`[${picture.note}]`);
  lines.push(foot);
  return lines;
}

function rowsOf({ lines, codes, box }: RecognisedPicture): Row[] {
  const segments = lines.map(segmentsIn);
  const unit = segments.reduce((least, line) => Math.min(least, unitOf(line, box)), COLUMN_DOTS);
  const column = Math.max(LEAST_COLUMN_DOTS, unit);
  const rows = lines.map((line, index) => rowOf(line.box, lineOf(segments[index] ?? [], column, box)));
  const indent = (x: number): string => " ".repeat(Math.max(0, Math.round(x / column)));
  for (const code of codes) {
    rows.push(rowOf(code.box, `${indent(code.box.x)}[${onOneLine(codeText(code))}]`));
  }
  return rows.toSorted((one, other) => one.top - other.top);
}

function rowOf({ y, height }: Rectangle, text: string): Row {
  return { top: y, foot: y + height, text };
}

/** The words of a line from left to right, those with no more than a blank between them together. */
function segmentsIn({ words }: RecognisedLine): Segment[] {
  const letters = words.reduce((sum, { text }) => sum + columnsOf(text), 0);
  const letterWidth = words.reduce((sum, { box }) => sum + box.width, 0) / Math.max(1, letters);
  const segments: Segment[] = [];
  for (const { text, box } of words) {
    const shown = onOneLine(text);
    const columns = columnsOf(shown);
    const end = box.x + box.width;
    const last = segments.at(-1);
    if (last === undefined || box.x - last.to >= COLUMN_GAP * letterWidth) {
      segments.push({ text: shown, columns, from: box.x, to: end });
    } else {
      last.text += ` ${shown}`;
      last.columns += 1 + columns;
      last.to = Math.max(last.to, end);
    }
  }
  return segments;
}

/** Columns of text: two of the characters of East Asia, none of a mark. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (!isCombining(codePoint)) columns += cellsOf(codePoint);
  }
  return columns;
}

/** Dots of a column with which a line, a blank between its segments, is no wider than its picture. */
function unitOf(segments: readonly Segment[], { x, width }: Rectangle): number {
  const columns = segments.reduce((sum, segment) => sum + segment.columns + 1, -1);
  return columns <= 0 ? COLUMN_DOTS : (x + width) / columns;
}

/** Segments in columns. What is right of something ends where it ended: prices do. */
function lineOf(segments: readonly Segment[], unit: number, box: Rectangle): string {
  let line = "";
  let columns = 0;
  for (const [index, { text, columns: own, from, to }] of segments.entries()) {
    const isCentred = segments.length === 1 && Math.abs(from + to - 2 * box.x - box.width) <= CENTRED;
    const start = isCentred ? (from + to) / 2 / unit - own / 2 : index === 0 ? from / unit : to / unit - own;
    const blanks = Math.max(index === 0 ? 0 : 1, Math.round(start) - columns);
    line += " ".repeat(blanks) + text;
    columns += blanks + own;
  }
  return line;
}
