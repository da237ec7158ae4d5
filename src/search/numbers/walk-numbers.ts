import type { GapsQuery } from "../../domain/gaps-query.ts";
import { DayClock } from "../../gaps/day-clock.ts";
import { GAP_LIMITS } from "../../gaps/gap-limits.ts";
import type { NumberCollector, NumberedPrint } from "../../gaps/number-collector.ts";
import { numberReader } from "../../gaps/read-number.ts";
import type { Matches } from "../evaluation/matches.ts";
import type { ColumnName } from "../format/column.ts";
import { SEGMENT_PRINTS } from "../index-sizes.ts";
import type { Segment } from "../segment/segment.ts";
import { NONE, type PositionSet, rangeSet } from "../sets/position-set.ts";
import { intersect, positionsOf, subtract, union } from "../sets/set-algebra.ts";
import type { Run } from "../view/view.ts";

/** Prints that are gone over in one step. */
const STEP_PRINTS = 4096;

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const MOST_DIGITS = String(GAP_LIMITS.largestNumber).length;

/** What the value of a position is. */
const [NUMBER, OTHER] = [1, 2];

/** The column that has the numbers. */
export function numberColumn({ of }: Pick<GapsQuery, "of">): ColumnName {
  return "tag" in of ? `tag:${of.tag}` : of.field;
}

/** Gives the numbers of the matches to a collector, in the order of time, and in steps. Each may throw DamagedSegment. */
export function* walkNumbers(
  matches: Matches,
  query: GapsQuery,
  collector: NumberCollector,
): Generator<void, void> {
  const values = new RunValues(query, collector);
  const days = query.by.includes("day") ? new DayClock(query.timeZone, query.dayBegins) : null;
  const print: NumberedPrint = {
    number: 0,
    width: 0,
    series: 0,
    device: 0,
    day: collector.day(null),
    printId: 0,
    removedBefore: 0,
    isDeleted: false,
  };
  let removedBefore = 0;
  for (const [index, set] of matches.sets.entries()) {
    const run = matches.view.runs[index] as Run;
    const removed = positionsOf(removedOf(run));
    if (set.count > 0) {
      yield* values.read(run, set);
      const positions = positionsOf(set);
      const deleted = new Set(positionsOf(intersect(set, deletedOf(run))));
      let gone = 0;
      for (let from = 0; from < positions.length; from += STEP_PRINTS) {
        // What the ids are read from is not to be kept over a step.
        const idAt = run.segment.ids();
        for (const position of positions.subarray(from, from + STEP_PRINTS)) {
          const kind = values.kinds[position];
          if (kind === OTHER) collector.noteOther(idAt(position));
          if (kind !== NUMBER) continue;
          while (gone < removed.length && (removed[gone] as number) < position) gone++;
          values.fill(position, print);
          print.printId = idAt(position);
          print.removedBefore = removedBefore + gone;
          print.isDeleted = deleted.has(position);
          if (days !== null) print.day = collector.day(days.dayOf(run.segment.createdAt(position)));
          collector.add(print);
        }
        yield;
      }
    }
    removedBefore += removed.length;
  }
  collector.removed = removedBefore;
}

/** What the prints of a run have: numbers by position, read column by column. */
class RunValues {
  readonly kinds = new Uint8Array(SEGMENT_PRINTS);
  private readonly numbers = new Float64Array(SEGMENT_PRINTS);
  private readonly widths = new Uint16Array(SEGMENT_PRINTS);
  private readonly series = new Uint32Array(SEGMENT_PRINTS);
  private readonly devices = new Uint32Array(SEGMENT_PRINTS);
  private readonly readNumber;
  private readonly seriesOf;

  constructor(
    private readonly query: GapsQuery,
    private readonly collector: NumberCollector,
  ) {
    this.readNumber = numberReader(query.pattern);
    this.seriesOf = remembering((prefix) => collector.series(prefix, ""));
  }

  *read(run: Run, set: PositionSet): Generator<void, void> {
    this.kinds.fill(0);
    this.devices.fill(this.collector.device(null));
    for (const [segment, within] of partsOf(run, set)) {
      const column = segment.column(numberColumn(this.query));
      if (column === null) continue;
      yield* column.each(within, (position, bytes, from, to) => this.note(position, bytes, from, to));
      if (this.query.by.includes("deviceId")) yield* this.readDevices(segment, within);
    }
  }

  /** Puts the number of a position into a print. */
  fill(position: number, print: NumberedPrint): void {
    print.number = this.numbers[position] as number;
    print.width = this.widths[position] as number;
    print.series = this.series[position] as number;
    print.device = this.devices[position] as number;
  }

  private *readDevices(segment: Segment, within: PositionSet): Generator<void, void> {
    const column = segment.column("deviceId");
    if (column === null) return;
    const deviceOf = remembering((text) => this.collector.device(text));
    yield* column.each(within, (position, bytes, from, to) => {
      if (this.kinds[position] === NUMBER) this.devices[position] = deviceOf(bytes, from, to);
    });
  }

  private note(position: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.query.pattern === null && this.noteUsual(position, bytes, from, to)) return;
    const found = this.readNumber(textOf(bytes, from, to));
    this.kinds[position] = found === null ? OTHER : NUMBER;
    if (found === null) return;
    this.numbers[position] = found.number;
    this.widths[position] = found.width;
    this.series[position] = this.collector.series(found.prefix, found.suffix);
  }

  /**
   * Notes a value that ends with its number, without making a string of it: there are millions, and they begin alike.
   * @returns whether it was one
   */
  private noteUsual(position: number, bytes: Uint8Array, from: number, to: number): boolean {
    let start = to;
    while (start > from && isDigit(bytes[start - 1])) start--;
    if (start === to || to - start > MOST_DIGITS) return false;
    let number = 0;
    for (let at = start; at < to; at++) number = number * 10 + (bytes[at] as number) - DIGIT_0;
    this.kinds[position] = NUMBER;
    this.numbers[position] = number;
    this.widths[position] = bytes[start] === DIGIT_0 ? to - start : 0;
    this.series[position] = this.seriesOf(bytes, from, start);
    return true;
  }
}

/** Gives what a text stands for, and remembers it for as long as the same bytes come. */
function remembering(valueOf: (text: string) => number) {
  let last = new Uint8Array();
  let value = -1;
  return (bytes: Uint8Array, from: number, to: number): number => {
    let same = value >= 0 && to - from === last.length;
    for (let at = 0; same && at < last.length; at++) same = bytes[from + at] === last[at];
    if (same) return value;
    // A copy: `slice` of a Buffer is a view, of memory that is given back once the cache has no room for the part.
    last = Uint8Array.from(bytes.subarray(from, to));
    value = valueOf(textOf(bytes, from, to));
    return value;
  };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
}

/** A segment with those of its positions that it is right about, and the changed prints with theirs. */
function partsOf({ segment, overlay }: Run, set: PositionSet): [Segment, PositionSet][] {
  if (overlay === null) return [[segment, set]];
  return [
    [segment, subtract(set, overlay.changed)],
    [overlay.prints, intersect(set, overlay.changed)],
  ];
}

function deletedOf({ segment, overlay }: Run): PositionSet {
  if (overlay === null) return segment.deleted();
  return union([subtract(segment.deleted(), overlay.changed), overlay.prints.deleted()]);
}

function removedOf({ segment, overlay, removed, prints }: Run): PositionSet {
  const own = overlay === null ? segment.removed() : subtract(segment.removed(), overlay.changed);
  const all = union([own, overlay?.prints.removed() ?? NONE, removed ?? NONE]);
  return intersect(all, rangeSet(0, prints));
}
