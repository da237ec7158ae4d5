import { SEGMENT_PRINTS } from "../index-sizes.ts";
import { NONE, type PositionSet } from "../sets/position-set.ts";
import { hasPosition } from "../sets/set-algebra.ts";
import type { LineEntry } from "./line-block.ts";
import type { LineIndexReader } from "./line-index-reader.ts";
import { LineIndexWriter } from "./line-index-writer.ts";

/*
 * The line index of a run of prints: which of them have a line that holds a text. Receipts share most of their lines,
 * so each distinct line is kept once, with the set of the prints that it is on. All numbers are little-endian, and
 * arrays begin at a multiple of the size of their numbers, counted from the start of the part.
 *
 *   part 0        u32 prints, u32 F blocks of frequent lines, u32 R blocks of rare lines
 *   signatures    which of the F + R blocks may hold a text (block-signature.ts)
 *   F blocks      lines on many prints: a block of values (value-block.ts), then u32 part and u32 offset of each
 *                 line's set, the part counted from the first part of sets (line-block.ts)
 *   R blocks      lines on few prints, compressed with zstd: a block of values, then their positions (line-block.ts)
 *   sets          of the frequent lines (set-format.ts), at multiples of eight bytes
 *
 * The blocks of a kind have their lines in the order of `<`, block after block, so that indexes are merged in one pass.
 */

/**
 * Makes the line index of a run of prints.
 * @param linesOfPrints the lines of each print, as `receiptLines` gives them, in the order of their positions
 * @returns its parts, for a LineIndexReader
 * @throws RangeError for more than {@link SEGMENT_PRINTS} prints
 */
export function buildLineIndex(linesOfPrints: readonly (readonly string[])[]): Uint8Array[] {
  checkPrints(linesOfPrints.length);
  const writer = new LineIndexWriter(linesOfPrints.length);
  const positionsOfLine = new Map<string, number[]>();
  for (let position = 0; position < linesOfPrints.length; position++) {
    for (const line of linesOfPrints[position] as readonly string[]) {
      const positions = positionsOfLine.get(line);
      if (positions === undefined) positionsOfLine.set(line, [position]);
      else if (positions.at(-1) !== position) positions.push(position);
    }
  }
  for (const line of [...positionsOfLine.keys()].toSorted()) {
    writer.add({ line, positions: Uint16Array.from(positionsOfLine.get(line) as number[]) });
  }
  return writer.finish();
}

/** Lines that are merged in one step. */
const STEP_LINES = 128;

/** A run of lines that is read one at a time. */
interface Cursor {
  readonly entries: Generator<LineEntry>;
  /** What its positions are moved by. */
  readonly offset: number;
  entry: LineEntry | undefined;
}

/**
 * Makes one line index of several, whose prints follow each other, without decoding any print again; in steps. Holds one
 * block of each kind of every index at a time, and what it has written.
 * @param removed positions in what comes out of it whose prints are to be on no line
 * @returns its parts
 * @throws RangeError for more than {@link SEGMENT_PRINTS} prints together
 */
export function* mergeLineIndexes(
  readers: readonly LineIndexReader[],
  removed: PositionSet = NONE,
): Generator<void, Uint8Array[]> {
  let prints = 0;
  const cursors: Cursor[] = [];
  for (const reader of readers) {
    for (const entries of reader.sortedRuns()) {
      cursors.push({ entries, offset: prints, entry: nextOf(entries) });
    }
    prints += reader.prints;
  }
  checkPrints(prints);
  const writer = new LineIndexWriter(prints);
  let lines = 0;
  for (let line = leastLine(cursors); line !== undefined; line = leastLine(cursors)) {
    const all = takePositions(cursors, line);
    const positions = removed.count === 0 ? all : all.filter((position) => !hasPosition(removed, position));
    if (positions.length > 0) writer.add({ line, positions });
    if (++lines % STEP_LINES === 0) yield;
  }
  return writer.finish();
}

function nextOf(entries: Generator<LineEntry>): LineEntry | undefined {
  const { done, value } = entries.next();
  return done === true ? undefined : value;
}

function leastLine(cursors: readonly Cursor[]): string | undefined {
  let least: string | undefined;
  for (const { entry } of cursors) {
    if (entry !== undefined && (least === undefined || entry.line < least)) least = entry.line;
  }
  return least;
}

/** The positions of a line in all runs, ascending since the runs are in the order of their prints; steps over it. */
function takePositions(cursors: readonly Cursor[], line: string): Uint16Array {
  const holders = cursors.filter(({ entry }) => entry?.line === line);
  const total = holders.reduce((sum, { entry }) => sum + (entry?.positions.length ?? 0), 0);
  const all = new Uint16Array(total);
  let length = 0;
  for (const holder of holders) {
    for (const position of holder.entry?.positions ?? []) all[length++] = position + holder.offset;
    holder.entry = nextOf(holder.entries);
  }
  return all;
}

function checkPrints(prints: number): void {
  if (prints > SEGMENT_PRINTS) throw new RangeError(`a line index has at most ${SEGMENT_PRINTS} prints`);
}
