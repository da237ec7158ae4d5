import type { Ink, TextPiece, TextStyle } from "../escpos/receipt.ts";
import { fill } from "./svg-elements.ts";
import { boxPath, hasBoxDrawing, unseenBoxes } from "./svg-box-drawing.ts";
import { escapeXml } from "./xml.ts";

/** Font size in dots for a cell 12 dots wide: monospaced letters are about 0.6 of their size wide. */
const SIZE_PER_CELL_WIDTH = 20 / 12;

/** Cells of this width use the font size of the document. */
const DOCUMENT_CELL_WIDTH = 12;

/** Hebrew, Arabic and their presentation forms, which a browser would otherwise turn around. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Spaces that XML would drop or join. The attribute acts only on the `<text>` element itself in browsers. */
const SPACES_TO_PRESERVE = /^ |  | $/;

const ONLY_SPACES = /^[ \u00a0]*$/;

/** A run as if it read upright: where it starts, and what turns it into its place on paper. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly height: number;
  readonly baseline: number;
  /** An SVG transform, empty for a run that is upright on paper. */
  readonly transform: string;
}

/** Adds the SVG elements of a run of characters to `out`. */
export function svgText(piece: TextPiece, out: string[]): void {
  const { style, x, y, width, height, text } = piece;
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}"`;
  const frame = frameOf(piece);
  // White on black covers the underline (Epson ESC/POS reference, GS B).
  if (style.reverse) {
    out.push(`${box}${fill(style.color)}/>`);
  } else {
    if (style.background > 0) out.push(`${box}${fill(style.background)}/>`);
    const { underline, overline, color } = style;
    if (underline > 0) out.push(line(frame, frame.y + frame.height - underline, underline, color));
    if (overline > 0) out.push(line(frame, frame.y, overline, color));
  }
  if (ONLY_SPACES.test(text)) return;
  const draw = style.rotated ? rotatedText : runOfText;
  if (style.shadow > 0) out.push(draw(piece, moved(frame), ` aria-hidden="true"${fill(style.shadow)}`));
  out.push(draw(piece, frame, style.reverse ? ' fill="#fff"' : fill(style.color)));
}

function frameOf({ style, x, y, width, height, baseline }: TextPiece): Frame {
  switch (style.turn) {
    case 0:
      return { x, y, length: width, height, baseline, transform: "" };
    case 180: {
      // Drawn upright in the same box, then turned around the middle of the box.
      const transform = `rotate(180 ${number(x + width / 2)} ${number(y + height / 2)})`;
      return { x, y, length: width, height, baseline: 2 * y + height - baseline, transform };
    }
    case 90: {
      const transform = `translate(${x + width} ${y}) rotate(90)`;
      return { x: 0, y: 0, length: height, height: width, baseline: x + width - baseline, transform };
    }
    case 270: {
      const transform = `translate(${x} ${y + height}) rotate(270)`;
      return { x: 0, y: 0, length: height, height: width, baseline: baseline - x, transform };
    }
  }
}

/** A shadow falls one dot to the right and down (GS ( N function 50). */
function moved(frame: Frame): Frame {
  return { ...frame, x: frame.x + 1, baseline: frame.baseline + 1, y: frame.y + 1 };
}

/** A line along a run, from `top` down. */
function line({ x, length, transform }: Frame, top: number, height: number, color: Ink): string {
  return `<rect x="${x}" y="${top}" width="${length}" height="${height}"${fill(color)}${transformed(transform)}/>`;
}

function runOfText(piece: TextPiece, frame: Frame, paint: string): string {
  const { style, text } = piece;
  const { x, y, length, baseline, transform } = frame;
  const { scaleX, scaleY } = style;
  const place = ` x="${number(x / scaleX)}" y="${number(baseline / scaleY)}"`;
  let result = place + transformed(transform + scale(scaleX, scaleY));
  result += ` textLength="${length / scaleX}" lengthAdjust="spacingAndGlyphs"`;
  if (style.spacing > 0) result += ` letter-spacing="${style.spacing}"`;
  const attributes = `${result}${look(style)}${paint}${order(text)}`;
  if (!hasBoxDrawing(text)) return `<text${attributes}>${escapeXml(text)}</text>`;
  const boxes = transformed(`${transform} translate(${x} ${y})${scale(scaleX, scaleY)}`);
  return (
    `<path${boxes}${paint} shape-rendering="crispEdges" d="${boxPath(piece)}"/>` +
    `<text${attributes}>${unseenBoxes(text)}</text>`
  );
}

/** Each character turned by 90 degrees clockwise (ESC V): its own line runs down the paper. */
function rotatedText({ style, text, cells, cellsEach }: TextPiece, frame: Frame, paint: string): string {
  const { scaleX, scaleY, cellHeight } = style;
  const count = Math.max(1, cells / Math.max(1, cellsEach));
  const advance = frame.length / count;
  // The foot of the letters is on the left, a sixth of the cell from its edge, as it is below upright ones.
  const foot = Math.round((cellHeight * scaleY) / 6);
  const places = Array.from(text, (_, index) => number((frame.x + index * advance + foot) / scaleY));
  const place = ` x="${places.join(" ")}" y="${number(frame.y / scaleX)}" rotate="90"`;
  const turn = transformed(frame.transform + scale(scaleY, scaleX));
  return `<text${place}${turn}${look(style)}${paint}${order(text)}>${escapeXml(text)}</text>`;
}

function look(style: TextStyle): string {
  let result = "";
  if (style.cellWidth !== DOCUMENT_CELL_WIDTH) {
    result += ` font-size="${number(style.cellWidth * SIZE_PER_CELL_WIDTH)}"`;
  }
  if (style.bold) result += ' font-weight="bold"';
  if (style.italic) result += ' font-style="italic"';
  return result;
}

function order(text: string): string {
  let result = "";
  if (SPACES_TO_PRESERVE.test(text)) result += ' xml:space="preserve"';
  if (RIGHT_TO_LEFT.test(text)) result += ' direction="ltr" unicode-bidi="bidi-override"';
  return result;
}

function transformed(transform: string): string {
  return transform === "" ? "" : ` transform="${transform.trim()}"`;
}

function scale(x: number, y: number): string {
  return x === 1 && y === 1 ? "" : ` scale(${x} ${y})`;
}

/** At most three decimals, which is far below a dot. */
function number(value: number): number {
  return Math.round(value * 1000) / 1000;
}
