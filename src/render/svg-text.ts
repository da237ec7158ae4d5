import type { Ink, TextPiece } from "../escpos/receipt.ts";
import { advanceOf } from "../escpos/text-style.ts";
import { isCombining } from "../escpos/text/character-width.ts";
import { fill } from "./svg-elements.ts";
import { boxPath, hasBoxDrawing, unseenBoxes } from "./svg-box-drawing.ts";
import { ascentOf, DOCUMENT_FAMILY, familyNameOf } from "./web-font/font-family.ts";
import { escapeXml } from "./xml.ts";

/** Font size in dots for a cell 12 dots wide: monospaced letters are about 0.6 of their size wide. */
const SIZE_PER_CELL_WIDTH = 20 / 12;

/** Cells of this width use the font size of the document. */
const DOCUMENT_CELL_WIDTH = 12;

/** Hebrew, Arabic and their presentation forms, which a browser would otherwise turn around. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Characters that shaping engines hide, but that take a cell on paper. */
const HIDDEN = /[\u00ad\u2028-\u202e\u2060-\u2064\ufeff]/g;

/** Characters of ASCII, which most runs have alone: none of what follows is to be looked for. */
const PLAIN = /^[\x20-\x7e]*$/;

const NO_BREAK_SPACE = "\u00a0";

/** Spaces that XML would drop or join. The attribute acts only on the `<text>` element itself in browsers. */
const SPACES_TO_PRESERVE = /^ |  | $/;

/** The first combining mark of Unicode. */
const FIRST_MARK = 0x300;

const ONLY_SPACES = /^[ \u00a0]*$/;

/** A run as if it read upright: where it starts, and what turns it into its place on paper. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly height: number;
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

function frameOf({ style, x, y, width, height }: TextPiece): Frame {
  switch (style.turn) {
    case 0:
      return { x, y, length: width, height, transform: "" };
    case 180: {
      // Drawn upright in the same box, then turned around the middle of the box.
      const transform = `rotate(180 ${number(x + width / 2)} ${number(y + height / 2)})`;
      return { x, y, length: width, height, transform };
    }
    case 90:
      return {
        x: 0,
        y: 0,
        length: height,
        height: width,
        transform: `translate(${x + width} ${y}) rotate(90)`,
      };
    case 270:
      return {
        x: 0,
        y: 0,
        length: height,
        height: width,
        transform: `translate(${x} ${y + height}) rotate(270)`,
      };
  }
}

/** A shadow falls one dot to the right and down (GS ( N function 50). */
function moved(frame: Frame): Frame {
  return { ...frame, x: frame.x + 1, y: frame.y + 1 };
}

/** A line along a run, from `top` down. */
function line({ x, length, transform }: Frame, top: number, height: number, color: Ink): string {
  return `<rect x="${x}" y="${top}" width="${length}" height="${height}"${fill(color)}${transformed(transform)}/>`;
}

function runOfText(piece: TextPiece, frame: Frame, paint: string): string {
  const { style, cellsEach } = piece;
  const { x, y, length, transform } = frame;
  const { scaleX, scaleY } = style;
  const isPlain = PLAIN.test(piece.text);
  const text = isPlain ? piece.text : piece.text.replace(HIDDEN, NO_BREAK_SPACE);
  // A mark lies over the character before it; one without such a character takes a cell of its own.
  const skipped = !isPlain && startsWithMark(text) ? advanceOf(style, Math.max(1, cellsEach)) : 0;
  const foot = y + ascentOf(style.cellHeight) * scaleY;
  const place = ` x="${number((x + skipped) / scaleX)}" y="${number(foot / scaleY)}"`;
  let result = place + transformed(transform + scale(scaleX, scaleY));
  result += ` textLength="${number((length - skipped) / scaleX)}" lengthAdjust="spacingAndGlyphs"`;
  if (style.spacing > 0) result += ` letter-spacing="${style.spacing}"`;
  const attributes = `${result}${look(piece)}${paint}${order(text)}`;
  if (isPlain || !hasBoxDrawing(text)) return `<text${attributes}>${escapeXml(text)}</text>`;
  const boxes = transformed(`${transform} translate(${x} ${y})${scale(scaleX, scaleY)}`);
  return (
    `<path${boxes}${paint} shape-rendering="crispEdges" d="${boxPath(piece)}"/>` +
    `<text${attributes}>${unseenBoxes(text)}</text>`
  );
}

/** Each character turned by 90 degrees clockwise (ESC V): its own line runs down the paper. */
function rotatedText(piece: TextPiece, frame: Frame, paint: string): string {
  const { style, cellsEach } = piece;
  const { scaleX, scaleY, cellWidth, cellHeight } = style;
  const text = piece.text.replace(HIDDEN, NO_BREAK_SPACE);
  const advance = advanceOf(style, cellsEach);
  // The foot of the letters is on the left; it stands away from the edge as it does from the end of upright cells.
  const foot = (cellHeight - ascentOf(cellHeight)) * scaleY;
  const mark = cellWidth * Math.max(1, cellsEach) * scaleX;
  let at = -advance;
  const lefts: number[] = [];
  const tops: number[] = [];
  for (const character of text) {
    const isMark = isCombining(character.codePointAt(0) ?? 0);
    if (at < 0 || !isMark) at += advance;
    // A place for each unit of UTF-16.
    for (let unit = 0; unit < character.length; unit++) {
      lefts.push(number((frame.x + at + foot) / scaleY));
      tops.push(number((frame.y + (isMark ? mark : 0)) / scaleX));
    }
  }
  const top = tops.every((y) => y === tops[0]) ? tops.slice(0, 1) : tops;
  const place = ` x="${lefts.join(" ")}" y="${top.join(" ")}" rotate="90"`;
  const turn = transformed(frame.transform + scale(scaleY, scaleX));
  return `<text${place}${turn}${look(piece)}${paint}${order(text)}>${escapeXml(text)}</text>`;
}

function startsWithMark(text: string): boolean {
  const first = text.codePointAt(0) ?? 0;
  return first >= FIRST_MARK && isCombining(first);
}

/** Attributes of a style, by its key and the cells of a character: few styles have most of the runs. */
const looks = new Map<number, string>();
const MAXIMUM_LOOKS = 512;

function look({ style, cellsEach }: TextPiece): string {
  const key = style.key * 4 + cellsEach;
  const known = looks.get(key);
  if (known !== undefined) return known;
  const family = familyNameOf(style, cellsEach);
  let result = family === DOCUMENT_FAMILY ? "" : ` font-family="${family},monospace"`;
  if (style.cellWidth !== DOCUMENT_CELL_WIDTH) {
    result += ` font-size="${number(style.cellWidth * SIZE_PER_CELL_WIDTH)}"`;
  }
  if (style.bold) result += ' font-weight="bold"';
  if (style.italic) result += ' font-style="italic"';
  if (looks.size >= MAXIMUM_LOOKS) looks.clear();
  looks.set(key, result);
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
