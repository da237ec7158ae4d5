import type { DisplayList } from "../display-list.ts";
import { labelBox } from "../label.ts";
import { addPicture, glyphLayer, textPiece } from "../line-item.ts";
import { crop, turned } from "../raster-transform.ts";
import { bytesIn } from "../raster.ts";
import type { ReadingBox, Rectangle, TextStyle, Turn } from "../receipt.ts";
import type { Layer } from "../surface.ts";
import { unstretched } from "../symbol-block.ts";
import { clip, isSideways, onPage, readingBox } from "./page-area.ts";
import type { PageMark } from "./page-buffer.ts";

/** Dots that the feet of marks of one line may differ, as those of columns set by GS $ often do. */
const SAME_LINE = 8;

/** A mark with its place as read. */
interface Placed {
  readonly mark: PageMark;
  readonly box: Rectangle;
  readonly reading: ReadingBox;
  /** Foot of the letters, as read. */
  readonly foot: number;
}

/** Prints the marks of a page line by line as read, and feeds its length: to the lower edge of its areas or marks. */
export function printPage(list: DisplayList, marks: readonly PageMark[], paperWidth: number): void {
  if (marks.length === 0) return;
  const length = pageLength(marks);
  const page = { width: paperWidth, height: length };
  const directions: Turn[] = [];
  const placed = marks.map((mark): Placed => {
    const { turn } = mark.area;
    if (!directions.includes(turn)) directions.push(turn);
    const box = onPage(mark.area, mark);
    const reading = readingBox(turn, box, page);
    return { mark, box, reading, foot: reading.y + mark.foot - mark.y };
  });
  const top = list.y;
  for (const turn of directions) {
    const inDirection = placed.filter(({ mark }) => mark.area.turn === turn);
    for (const line of linesOf(inDirection)) {
      for (const { mark, box, reading } of line) {
        if (list.full) return;
        printMark(list, mark, { ...box, y: box.y + top }, { ...reading });
      }
      list.line++;
    }
  }
  list.feed(length);
}

function pageLength(marks: readonly PageMark[]): number {
  let length = 0;
  for (const { area, ...box } of marks) {
    const bottom = area.chosen ? area.y + area.height : bottomOf(onPage(area, clip(area, box) ?? box));
    length = Math.max(length, bottom);
  }
  return length;
}

function bottomOf({ y, height }: Rectangle): number {
  return y + height;
}

/** Groups marks into lines from top to bottom, each from left to right. */
function linesOf(placed: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = [];
  let foot = -Infinity;
  for (const one of placed.toSorted((a, b) => a.foot - b.foot)) {
    if (one.foot - foot > SAME_LINE) {
      lines.push([]);
      foot = one.foot;
    }
    lines.at(-1)?.push(one);
  }
  for (const line of lines) line.sort((a, b) => a.reading.x - b.reading.x);
  return lines;
}

function printMark(list: DisplayList, mark: PageMark, box: Rectangle, reading: ReadingBox): void {
  const { text, style, layer, glyphs, color, from, to } = mark;
  const { line } = list;
  if (color !== undefined) list.add({ kind: "rule", ...box, line, from, to, color });
  else if (layer !== undefined) printPicture(list, mark, layer, box, reading);
  else if (style === undefined) {
    const { lines, height } = labelBox(text, box.width);
    const shown = height <= box.height ? lines : [text];
    list.add({ kind: "placeholder", label: text, lines: shown, ...box, line, from, to });
  } else if (glyphs !== undefined) printPicture(list, mark, glyphLayer(mark, glyphs, style), box, reading);
  else printText(list, mark, style, box, reading);
}

function printText(
  list: DisplayList,
  mark: PageMark,
  style: TextStyle,
  box: Rectangle,
  reading: ReadingBox,
): void {
  const { turn } = mark.area;
  const ascent = mark.foot - mark.y;
  const baseline = [box.y + ascent, box.x + box.width - ascent, box.y + box.height - ascent, box.x + ascent];
  // A letter may reach over the edge of the page by some dots; pieces lie on the paper.
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const shift = turn === 0 || turn === 180 ? y - box.y : x - box.x;
  const piece = textPiece(list, mark, style, { ...box, x, y }, (baseline[turn / 90] ?? 0) + shift);
  list.add({ ...piece, reading });
}

/** A picture cut at its area, its dots turned as its lines are. */
function printPicture(
  list: DisplayList,
  mark: PageMark,
  layer: Layer,
  box: Rectangle,
  reading: ReadingBox,
): void {
  const { area } = mark;
  if (!list.hasRasterRoom(bytesIn(layer.raster))) return;
  const visible = clip(area, mark);
  if (visible === undefined) return;
  // Bars that reach over the area are cut dot by dot, not row by row.
  const isCut = layer.symbol !== undefined && visible.height < mark.height;
  const { raster, scaleX, scaleY } = isCut ? unstretched(layer) : layer;
  const left = Math.ceil((visible.x - mark.x) / scaleX);
  const top = Math.ceil((visible.y - mark.y) / scaleY);
  const columns = Math.floor((visible.x + visible.width - mark.x) / scaleX) - left;
  const rows = Math.floor((visible.y + visible.height - mark.y) / scaleY) - top;
  const part = crop(raster, left, top, columns, rows);
  if (part === undefined) return;
  const place = onPage(area, {
    x: mark.x + left * scaleX,
    y: mark.y + top * scaleY,
    width: part.columns * scaleX,
    height: part.rows * scaleY,
  });
  // The print head's height is in `box` already.
  const y = place.y + box.y - onPage(area, mark).y;
  const scale = isSideways(area) ? { scaleX: scaleY, scaleY: scaleX } : { scaleX, scaleY };
  addPicture(list, { ...layer, ...scale }, turned(part, area.turn), { ...place, y }, mark, reading);
}
