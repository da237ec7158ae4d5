import type { Rectangle } from "../../escpos/receipt.ts";
import { type Dots, erase, invert } from "./dots.ts";
import { READING_LIMITS } from "./limits.ts";
import { findMarks, type Mark } from "./marks.ts";

/** Rows of dots from `top` up to but not with `bottom`. */
interface Band {
  top: number;
  bottom: number;
}

/**
 * Finds the lines of text of a picture: what receipts have are lines from edge to edge, one below another. White text
 * on black is made black on white; rules, frames and pictures are erased.
 *
 * @returns boxes of the lines in dots, from the top; null if this is noise
 */
export function findLines(dots: Dots): Rectangle[] | null {
  const first = findMarks(dots, READING_LIMITS.sectionMarks);
  if (first === null) return null;
  const inverse = first.filter(isInverse);
  for (const mark of inverse) invert(dots, mark);
  const marks = inverse.length === 0 ? first : findMarks(dots, READING_LIMITS.sectionMarks);
  if (marks === null) return null;
  const text: Mark[] = [];
  for (const mark of marks) {
    if (isRule(mark) || isPicture(mark)) erase(dots, mark);
    else text.push(mark);
  }
  return linesOf(dots, text);
}

/** A black area with text left white in it. */
function isInverse({ width, height, ink }: Mark): boolean {
  return width >= 48 && height >= 14 && height <= READING_LIMITS.lineHeight && ink > 0.55 * width * height;
}

/** A straight line, across or down. */
function isRule({ width, height }: Mark): boolean {
  return (height <= 7 && width >= 40) || (width <= 7 && height >= 64);
}

function isPicture({ width, height }: Mark): boolean {
  return height > READING_LIMITS.lineHeight || (height > 56 && width > 4 * height);
}

function linesOf(dots: Dots, marks: readonly Mark[]): Rectangle[] {
  const letters = marks.filter(({ height }) => height >= 6);
  const usual = median(letters.map(({ height }) => height));
  const profile = new Uint32Array(dots.rows);
  for (const { y, height, width } of letters) {
    for (let row = y; row < y + height; row++) profile[row] = (profile[row] ?? 0) + width;
  }
  const bands = joinAccents(
    bandsOf(profile).flatMap((band) => splitBand(profile, band, usual)),
    usual,
  );
  return bands.flatMap((band) => {
    const own = letters.filter(({ y, height }) => isWithin(y + height / 2, band));
    if (isLogo(own, band, usual)) return [];
    const box = boxOf(marks, band);
    return box === null || box.height < 6 ? [] : [box];
  });
}

/** A few marks that are much taller than letters are: a line of a headline has more of them. */
function isLogo(marks: readonly Mark[], { top, bottom }: Band, usual: number): boolean {
  return marks.length <= 3 && bottom - top > 2.2 * usual;
}

function isWithin(row: number, { top, bottom }: Band): boolean {
  return row >= top - 2 && row < bottom + 2;
}

function bandsOf(profile: Uint32Array): Band[] {
  const bands: Band[] = [];
  let top = -1;
  for (let row = 0; row <= profile.length; row++) {
    const isBlank = row === profile.length || profile[row] === 0;
    if (!isBlank && top < 0) top = row;
    if (isBlank && top >= 0) {
      bands.push({ top, bottom: row });
      top = -1;
    }
  }
  return bands;
}

/** Lines that touch, as below a p there is an h, are parted where there is least of them. */
function splitBand(profile: Uint32Array, band: Band, usual: number): Band[] {
  const height = band.bottom - band.top;
  if (height < 2.2 * usual) return [band];
  let best = -1;
  for (let row = band.top + Math.round(usual); row < band.bottom - usual; row++) {
    if (best < 0 || (profile[row] ?? 0) < (profile[best] ?? 0)) best = row;
  }
  if (best < 0) return [band];
  const most = Math.max(...profile.subarray(band.top, band.bottom));
  if ((profile[best] ?? 0) > 0.35 * most) return [band];
  return [
    ...splitBand(profile, { top: band.top, bottom: best }, usual),
    ...splitBand(profile, { top: best, bottom: band.bottom }, usual),
  ];
}

/** Accents above capitals and hooks below are of the line that they are nearest to. */
function joinAccents(bands: readonly Band[], usual: number): Band[] {
  const joined: Band[] = [];
  for (const band of bands) {
    const before = joined.at(-1);
    const isSmall = (each: Band) => each.bottom - each.top < 0.55 * usual;
    if (before && band.top - before.bottom <= 0.25 * usual && (isSmall(before) || isSmall(band))) {
      before.bottom = band.bottom;
    } else joined.push({ ...band });
  }
  return joined;
}

/** The box around the marks whose middle is in the band, or null if there is none. */
function boxOf(marks: readonly Mark[], { top, bottom }: Band): Rectangle | null {
  let [left, right, first, last] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y, width, height, ink } of marks) {
    if (ink < 3 || !isWithin(y + height / 2, { top, bottom })) continue;
    left = Math.min(left, x);
    right = Math.max(right, x + width);
    first = Math.min(first, Math.max(y, top - 4));
    last = Math.max(last, Math.min(y + height, bottom + 4));
  }
  if (left === Infinity) return null;
  return { x: left, y: first, width: right - left, height: last - first };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
