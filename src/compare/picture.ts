import { isBlack } from "../escpos/raster-dots.ts";
import type { Receipt, Rectangle } from "../escpos/receipt.ts";
import { paintReceipt } from "../render/paint/paint-receipt.ts";
import { paperMargin } from "../render/paper-size.ts";
import { encodeColours } from "../render/png.ts";
import type { Both, Comparison, Difference } from "./comparison.ts";
import { COMPARISON_LIMITS } from "./limits.ts";
import { MARK_COLOURS } from "./marks.ts";

/** Dots around and between the two papers. */
const SPACE = 24;

/** Dots of the line around what differs, and how far it is from it. */
const LINE = 2;
const ROOM = 4;

const BLACK = [0, 0, 0] as const;

/** The colours of the picture; dots hold their places in this list. */
const COLOURS = [
  MARK_COLOURS.around,
  [255, 255, 255],
  BLACK,
  MARK_COLOURS.ignored,
  MARK_COLOURS.a.fill,
  MARK_COLOURS.a.line,
  MARK_COLOURS.b.fill,
  MARK_COLOURS.b.line,
] as const;

const [WHITE, INK, IGNORED] = [1, 2, 3];
const MARKS: Both<{ readonly fill: number; readonly line: number }> = {
  a: { fill: 4, line: 5 },
  b: { fill: 6, line: 7 },
};

/**
 * Two papers side by side as a PNG, a pixel a dot, with what differs marked on both, and what does not count shaded. Of
 * papers that are too long for a picture it shows the beginning, and its comment says so.
 */
export function comparisonPicture(receipts: Both<Receipt>, comparison: Comparison): Uint8Array<ArrayBuffer> {
  const sides = (["a", "b"] as const).map((side) => sideOf(side, receipts[side], comparison));
  const columns = sides.reduce((sum, { width }) => sum + width + SPACE, SPACE);
  const wanted = Math.max(...sides.map(({ height }) => height)) + 2 * SPACE;
  const rows = Math.min(wanted, Math.floor(COMPARISON_LIMITS.pictureDots / columns));
  const dots = new Uint8Array(columns * rows);
  const fill = (box: Rectangle, colour: number) => {
    for (let y = Math.max(0, box.y); y < Math.min(rows, box.y + box.height); y++)
      dots.fill(colour, y * columns + Math.max(0, box.x), y * columns + Math.min(columns, box.x + box.width));
  };
  let left = SPACE;
  for (const side of sides) {
    paintSide(side, left, fill, (x, y) => {
      if (y < rows) dots[y * columns + x] = INK;
    });
    left += side.width + SPACE;
  }
  const omissions = [...comparison.notes];
  if (rows < wanted) omissions.push(`this picture ends here: ${wanted - rows} dots of paper are left out`);
  const { dotsPerInch } = receipts.a;
  return encodeColours({ columns, rows, dots, colours: COLOURS, dotsPerInch, comment: omissions.join("\n") });
}

/** One of the papers, with its margin. */
interface Side {
  readonly receipt: Receipt;
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly sides: number; readonly ends: number };
  readonly marks: { readonly fill: number; readonly line: number };
  readonly areas: readonly Rectangle[];
  readonly ignored: readonly Rectangle[];
}

function sideOf(side: "a" | "b", receipt: Receipt, { differences, ignored }: Comparison): Side {
  const margin = paperMargin(receipt);
  return {
    receipt,
    margin,
    width: receipt.widthDots + 2 * margin.sides,
    height: receipt.heightDots + 2 * margin.ends,
    marks: MARKS[side],
    areas: differences.flatMap((difference) => markedAreas(difference, side, receipt)),
    ignored: ignored[side],
  };
}

/** What is marked of a difference: where the paper has nothing, or only white, a line across it. */
export function markedAreas(difference: Difference, side: "a" | "b", { widthDots }: Receipt): Rectangle[] {
  const { y, height, areas } = difference[side];
  if (areas.length > 0) return [...areas];
  return [{ x: 0, y, width: widthDots, height: Math.max(1, height) }];
}

function paintSide(
  { receipt, width, height, margin, marks, areas, ignored }: Side,
  left: number,
  fill: (box: Rectangle, colour: number) => void,
  ink: (x: number, y: number) => void,
): void {
  fill({ x: left, y: SPACE, width, height }, WHITE);
  const onPaper = ({ x, y, ...size }: Rectangle, room: number): Rectangle => ({
    x: left + margin.sides + x - room,
    y: SPACE + margin.ends + y - room,
    width: size.width + 2 * room,
    height: size.height + 2 * room,
  });
  for (const box of ignored) fill(onPaper(box, 0), IGNORED);
  for (const box of areas) fill(onPaper(box, ROOM), marks.line);
  for (const box of areas) fill(onPaper(box, ROOM - LINE), marks.fill);
  const { canvas } = paintReceipt(receipt);
  for (let y = 0; y < canvas.rows; y++)
    for (let x = 0; x < canvas.columns; x++)
      if (isBlack(canvas, x, y)) ink(left + margin.sides + x, SPACE + margin.ends + y);
}
