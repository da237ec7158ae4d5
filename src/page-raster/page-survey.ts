import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { PageDocument, PageSize } from "./page-document.ts";
import { CutShort, malformed } from "./page-document.ts";
import { PAGE_LIMITS } from "./page-limits.ts";
import type { Placement } from "./resampling.ts";

/** Ink up to which a pixel is taken for white where paper is to be saved, of 255: photographs are never quite white. */
const TRACE = 16;

/** What there is on the pages of a document, distances across in the printer's dots. */
export interface PageSurvey {
  /** The width of the widest page. */
  readonly width: number;
  /** Where the ink begins and ends, on whatever page; both 0 where there is none. */
  readonly left: number;
  readonly right: number;
  /** Of each page, the first row with ink, and the one after the last; both 0 where there is none. */
  readonly inked: readonly InkedRows[];
}

interface InkedRows {
  top: number;
  bottom: number;
}

type Dots = Pick<PrinterModel, "dotsPerInch" | "dotsPerInchAlong">;

/**
 * Looks at all pages, so that those that are too wide get the same place and scale, and no paper is fed for what is white.
 * @param isIncomplete whether the document may end anywhere, because its connection broke
 * @throws TillrollError BAD_REQUEST
 */
export function surveyPages(read: PageDocument, { dotsPerInch }: Dots, isIncomplete: boolean): PageSurvey {
  let [width, left, right] = [0, Infinity, 0];
  let across = 1;
  let row = 0;
  const inked: InkedRows[] = [];
  const listener = {
    page({ columns, acrossInch }: PageSize) {
      across = dotsPerInch / acrossInch;
      width = Math.max(width, columns * across);
      row = 0;
      inked.push({ top: 0, bottom: 0 });
    },
    rows(ink: Uint8Array, count: number) {
      row += count;
      let first = 0;
      while (first < ink.length && (ink[first] ?? 0) <= TRACE) first++;
      const page = inked.at(-1);
      if (first === ink.length || page === undefined) return;
      let last = ink.length - 1;
      while ((ink[last] ?? 0) <= TRACE) last--;
      left = Math.min(left, first * across);
      right = Math.max(right, (last + 1) * across);
      if (page.bottom === 0) page.top = row - count;
      page.bottom = row;
    },
  };
  readAll(read, listener, isIncomplete);
  if (inked.length === 0) throw malformed("The document has no pages.");
  return { width, left: Math.min(left, right), right, inked };
}

/** Reads a document. One whose connection broke may end anywhere; any other may not. */
export function readAll(
  read: PageDocument,
  listener: Parameters<PageDocument>[0],
  isIncomplete: boolean,
): void {
  try {
    read(listener);
  } catch (error) {
    if (!(error instanceof CutShort)) throw error;
    if (!isIncomplete) throw malformed("The document ends in the middle of a page.");
  }
}

/**
 * Where a page goes on paper of so many dots: at its true size if its ink fits, with margins of the page left out that the
 * head does not reach; else made smaller, until the ink fits. Nothing is cut off.
 * @returns the placement of a page of the size given
 */
export function placementOn(
  paperDots: number,
  { width, left, right }: PageSurvey,
  { dotsPerInch, dotsPerInchAlong }: Dots,
  { acrossInch, alongInch }: PageSize,
): Placement {
  const scale = Math.min(1, paperDots / Math.max(1, right - left));
  // The head is over the middle of the paper.
  const middle = Math.floor((width - paperDots) / 2);
  const first =
    width <= paperDots
      ? 0
      : scale < 1
        ? left
        : Math.max(Math.ceil(right) - paperDots, Math.min(Math.floor(left), middle));
  return {
    across: (dotsPerInch / acrossInch) * scale,
    along: (dotsPerInchAlong / alongInch) * scale,
    firstPixel: (first * acrossInch) / dotsPerInch,
  };
}

/**
 * The rows of a page that are printed: without the white below its ink, and with no more than a margin above it. Hosts put
 * what is short into the middle of a page as long as the roll may be.
 * @param number of the page, from 0
 * @param along dots for each row
 */
export function rowsToPrint({ inked }: PageSurvey, number: number, along: number) {
  const { top, bottom } = inked[number] ?? { top: 0, bottom: 0 };
  return { first: Math.max(0, top - Math.floor(PAGE_LIMITS.marginDots / along)), end: bottom };
}

/** The dots along the paper that all pages together take. @throws TillrollError BAD_REQUEST where it is too long */
export function checkLength(dots: number): void {
  if (dots > PAGE_LIMITS.paperDots)
    throw malformed(`The pages are longer than ${PAGE_LIMITS.paperDots} dots of the printer.`);
}
