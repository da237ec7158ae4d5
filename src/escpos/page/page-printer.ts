import type { DisplayList } from "../display-list.ts";
import { glyphRun } from "../glyph.ts";
import { labelBox } from "../label.ts";
import type { LineItem } from "../line-item.ts";
import { crop, turned } from "../raster-transform.ts";
import type { Raster } from "../raster.ts";
import type { RasterPiece, ReadingBox, TextStyle, Turn } from "../receipt.ts";
import type { Layer } from "../surface.ts";
import { unstretched } from "../symbol-block.ts";
import { clip, onPage, readingBox, type PageArea, type Rectangle } from "./page-area.ts";
import type { PageMark } from "./page-mark.ts";

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

/**
 * Prints the marks of a page at the print head, line by line as they are read, and feeds the length of the
 * page: to the lower edge of the areas that ESC W set, or of what was printed without one.
 */
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
  const { area, item, color, from, to } = mark;
  const { line } = list;
  if (item === undefined) {
    list.add({ kind: "rule", ...box, line, from, to, color });
  } else if (item.layer !== undefined) {
    printPicture(list, mark, item.layer, box, reading);
  } else if (item.style === undefined) {
    const { lines, height } = labelBox(item.text, box.width);
    list.add({
      kind: "placeholder",
      label: item.text,
      lines: height <= box.height ? lines : [item.text],
      ...box,
      line,
      from,
      to,
    });
  } else if (item.glyphs !== undefined) {
    const run = glyphRun(item.glyphs, item.style);
    const { scaleX, scaleY } = item.style;
    const layer: Layer = { raster: run, scaleX, scaleY, color: item.style.color };
    printPicture(list, mark, layer, box, reading, item.text);
  } else {
    printText(list, mark, item, item.style, box, area, reading);
  }
}

function printText(
  list: DisplayList,
  mark: PageMark,
  item: LineItem,
  style: TextStyle,
  box: Rectangle,
  { turn }: PageArea,
  reading: ReadingBox,
): void {
  const ascent = mark.foot - mark.y;
  const baseline = [box.y + ascent, box.x + box.width - ascent, box.y + box.height - ascent, box.x + ascent];
  const { text, cellsEach, count } = item;
  // A letter may reach over the edge of the page by some dots; pieces lie on the paper.
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const shift = turn === 0 || turn === 180 ? y - box.y : x - box.x;
  list.add({
    kind: "text",
    text,
    cells: cellsEach * count,
    cellsEach,
    x,
    y,
    width: box.width,
    height: box.height,
    baseline: (baseline[turn / 90] ?? 0) + shift,
    line: list.line,
    from: mark.from,
    to: mark.to,
    style,
    reading,
  });
}

/** A picture cut at its area, its dots turned as its lines are. */
function printPicture(
  list: DisplayList,
  mark: PageMark,
  layer: Layer,
  box: Rectangle,
  reading: ReadingBox,
  text?: string,
): void {
  const { area } = mark;
  const { color, label, symbol } = layer;
  if (!list.hasRasterRoom(layer.raster.bytes.length)) return;
  const visible = clip(area, mark);
  if (visible === undefined) return;
  // Bars that reach over the area are cut dot by dot, not row by row.
  const isCut = symbol !== undefined && visible.height < mark.height;
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
  const paperTop = box.y - onPage(area, mark).y;
  const piece: RasterPiece = {
    kind: "raster",
    ...place,
    y: place.y + paperTop,
    line: list.line,
    from: layer.from ?? mark.from,
    to: mark.to,
    ...turnedRaster(part, scaleX, scaleY, area.turn),
    ...(color === undefined ? {} : { color }),
    ...(label === undefined ? {} : { label }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(text === undefined ? {} : { text }),
    reading,
  };
  list.addRaster(piece);
}

function turnedRaster(
  raster: Raster,
  scaleX: number,
  scaleY: number,
  turn: Turn,
): Raster & { readonly scaleX: number; readonly scaleY: number } {
  const sideways = turn === 90 || turn === 270;
  return {
    ...turned(raster, turn),
    scaleX: sideways ? scaleY : scaleX,
    scaleY: sideways ? scaleX : scaleY,
  };
}
