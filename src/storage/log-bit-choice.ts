import { readSync } from "node:fs";
import { areSame, type WordBit } from "./log-checksum.ts";
import { COVERED_WORDS, type LogFrame, LogFrames, type LogHeader } from "./log-frames.ts";

/** By how many pages a database grows with a commit, at most, for a size after a commit to be believed. */
const MOST_GROWTH_PAGES = 65_536;

/** How many words on both sides of a wrong bit are to be the same: what was changed on purpose is seldom a bit alone. */
const SAME_BESIDE_WORDS = 4;

/** Of the words of a page that was changed, so many are as before. */
const LIKE_SHARE = 0.25;

/** What is beside a frame: earlier and later versions of its page. */
export interface LogSurroundings {
  readonly header: LogHeader;
  /** The database, open. */
  readonly database: number;
  /** The log, open: another reader than that of the frame. */
  readonly frames: LogFrames;
  /** The frame that has the newest version of a page so far. */
  readonly newest: ReadonlyMap<number, number>;
  /** How many pages the database had after the last commit. */
  readonly pagesBefore: number;
  /** And has after the commit that the frame belongs to. */
  readonly pagesAfter: number;
}

/**
 * Which of some bits of a frame is the wrong one: the one that makes a word what it is in the version of the page before or after,
 * or a number of its header one that can be.
 * @param words of the frame's page
 * @returns `null` where that cannot be told
 */
export function chooseBit(
  candidates: readonly WordBit[],
  number: number,
  frame: LogFrame,
  words: Uint32Array,
  around: LogSurroundings,
): WordBit | null {
  const [only] = candidates;
  if (candidates.length <= 1) return only ?? null;
  const inHeader = candidates.find((candidate) => isOfHeader(candidate, frame, words, around));
  if (inHeader !== undefined) return inHeader;
  for (const version of [versionBefore(frame.page, around), versionAfter(frame, number, around)]) {
    if (version === null) continue;
    const fitting = candidates.filter((candidate) => isOnlyDifference(candidate, words, version));
    const [fits] = fitting;
    if (fits !== undefined && fitting.length === 1) return fits;
  }
  return null;
}

/** Whether the bit is what makes a word another than in a version of the page, in the midst of words that are the same. */
function isOnlyDifference({ word, bit }: WordBit, words: Uint32Array, version: Uint32Array): boolean {
  const at = word - COVERED_WORDS;
  if (at < 0 || version[at] !== ((words[at] ?? 0) ^ (1 << bit)) >>> 0) return false;
  for (let beside = at - SAME_BESIDE_WORDS; beside <= at + SAME_BESIDE_WORDS; beside++)
    if (beside !== at && words[beside] !== version[beside]) return false;
  return true;
}

function isOfHeader(
  { word, bit }: WordBit,
  { page, commitPages }: LogFrame,
  words: Uint32Array,
  around: LogSurroundings,
): boolean {
  if (word >= COVERED_WORDS) return false;
  const turned = around.frames.numberOf((1 << bit) >>> 0);
  if (word === 1) {
    const isBelievable = (pages: number) =>
      pages === 0 ||
      Math.abs(pages - around.pagesBefore) <= Math.min(MOST_GROWTH_PAGES, around.pagesBefore / 4);
    return !isBelievable(commitPages) && isBelievable((commitPages ^ turned) >>> 0);
  }
  const other = (page ^ turned) >>> 0;
  if (isLikeBefore(words, page, around)) return false;
  // A page that is new is behind the end, and within what the transaction grows to.
  return isLikeBefore(words, other, around) || (other > around.pagesBefore && other <= around.pagesAfter);
}

/** Whether a page has enough words of the version before, of those that are not 0. */
function isLikeBefore(words: Uint32Array, page: number, around: LogSurroundings): boolean {
  const version = versionBefore(page, around);
  if (version === null) return false;
  const filled = words.filter((word) => word !== 0).length;
  const same = words.reduce((count, word, at) => count + (word !== 0 && word === version[at] ? 1 : 0), 0);
  return same > filled * LIKE_SHARE;
}

/** A page as it was before: in an earlier frame, or in the database. */
function versionBefore(
  page: number,
  { newest, frames, database, header }: LogSurroundings,
): Uint32Array | null {
  const frame = newest.get(page);
  if (frame !== undefined) return frames.read(frame, header.sums) === null ? null : frames.pageOfLast.slice();
  const bytes = new Uint8Array(header.pageBytes);
  const length = page < 1 ? 0 : readSync(database, bytes, 0, bytes.length, (page - 1) * header.pageBytes);
  if (length < bytes.length) return null;
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, header.isLittle));
}

/** A page as it was after: in the next frame of it that is whole. */
function versionAfter(frame: LogFrame, number: number, { frames }: LogSurroundings): Uint32Array | null {
  let before = frame.stored;
  for (let at = number + 1; ; at++) {
    const next = frames.read(at, before);
    if (next === null || !next.isOfTurn) return null;
    if (next.page === frame.page && areSame(next.stored, next.computed)) return frames.pageOfLast.slice();
    before = next.stored;
  }
}
