import type { Receipt } from "../escpos/receipt.ts";
import type { PlacedPicture } from "../recognition/placed.ts";
import { recognisedMark } from "../recognition/words.ts";
import { originGroup } from "./svg-elements.ts";
import { escapeXml } from "./xml.ts";

/** Dots to the right of the paper for the marks of cuts, drawer kicks and beeps; more for long labels. */
const MINIMUM_WIDTH = 200;

/** Dots of a letter of a label, and of what is left and right of it. */
const LETTER_WIDTH = 10;
const PADDING = 24;

/** Letters of a label; the rest of a longer one is in the other formats. */
const MAXIMUM_LABEL = 60;

/** Dots between labels, so that a cut and the kick that follows it can both be read. */
const LABEL_HEIGHT = 18;

/** Something beside the paper; equal ones at one place are counted, not repeated. */
interface Mark {
  readonly y: number;
  readonly line: number;
  readonly label: string;
  readonly shape: string;
  count: number;
  readonly from: number;
  to: number;
}

/** The SVG elements beside the paper, and how far they reach in dots. */
export interface Margin {
  readonly elements: readonly string[];
  /** To the right of the paper; 0 without elements. */
  readonly width: number;
  readonly bottom: number;
}

/**
 * Draws cuts across the paper, drawer kicks and beeps as marks beside it, and a line along each picture that was read.
 *
 * @param origins each mark is a group with the bytes of the print that made it
 * @param edge dots of paper left and right of what can be printed on
 * @param pictures in which something was recognised
 */
export function svgMargin(
  receipt: Receipt,
  origins: boolean,
  edge: number,
  pictures: readonly PlacedPicture[],
): Margin {
  const elements: string[] = [];
  let free = 0;
  let width = 0;
  // A cut and a kick may be at one place: then what happened first is named first.
  const marks = [...recognisedMarks(receipt, edge, pictures), ...marksOf(receipt, edge)];
  for (const mark of marks.toSorted((a, b) => a.y - b.y || a.line - b.line || a.from - b.from)) {
    const { y, label, shape, count } = mark;
    const baseline = Math.max(y + 5, free + LABEL_HEIGHT - 4);
    free = baseline + 4;
    const text = shortened(count > 1 ? `${label} ×${count}` : label);
    width = Math.max(width, MINIMUM_WIDTH, PADDING + text.length * LETTER_WIDTH);
    const words = `<text x="${receipt.widthDots + edge + 16}" y="${baseline}">${escapeXml(text)}</text>`;
    elements.push(origins ? `${originGroup(mark)}${shape}${words}</g>` : shape + words);
  }
  return { elements, width, bottom: elements.length > 0 ? free + 4 : 0 };
}

function recognisedMarks({ widthDots }: Receipt, edge: number, pictures: readonly PlacedPicture[]): Mark[] {
  return pictures.flatMap((picture) => {
    const { box, pieces } = picture;
    const { line = 0, from = 0 } = pieces[0] ?? {};
    const place = { y: box.y, line, count: 1, from, to: pieces.at(-1)?.to ?? from };
    const shape = `<path d="M${widthDots + edge + 5} ${box.y}v${box.height}" stroke="#777" stroke-width="2"/>`;
    // There is little room beside the paper: each part has a row.
    const [word = "", ...sureness] = recognisedMark(picture).split(", ");
    return [{ ...place, label: word, shape }, ...sureness.map((label) => ({ ...place, label, shape: "" }))];
  });
}

function shortened(text: string): string {
  return text.length <= MAXIMUM_LABEL ? text : `${text.slice(0, MAXIMUM_LABEL - 1).toWellFormed()}…`;
}

function marksOf({ pieces, events, widthDots }: Receipt, edge: number): Mark[] {
  const marks: Mark[] = [];
  for (const piece of pieces) {
    if (piece.kind !== "cut") continue;
    const { y, line, cut, from, to } = piece;
    const dashes = cut === "full" ? "12 6" : "4 8";
    const shape = `<path d="M${-edge} ${y}H${widthDots + edge}" stroke="#777" stroke-width="2" stroke-dasharray="${dashes}"/>`;
    const label = cut === "full" ? "✂ cut" : "✂ partial cut";
    marks.push({ y, line, label, shape, count: 1, from, to });
  }
  let last: Mark | undefined;
  for (const { y, line, label, from, to } of events) {
    if (last !== undefined && last.y === y && last.label === label) {
      last.count++;
      last.to = to;
      continue;
    }
    last = { y, line, label, shape: `<path d="M${widthDots + edge} ${y}l12 -7v14z"/>`, count: 1, from, to };
    marks.push(last);
  }
  return marks;
}
