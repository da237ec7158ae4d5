import { expect, test } from "bun:test";
import fc from "fast-check";
import { NO_FIELDS } from "../../../src/contract/print-fields.ts";
import { Matches } from "../../../src/search/evaluation/matches.ts";
import { UpdateOrder } from "../../../src/search/evaluation/update-order.ts";
import type { IndexedPrint } from "../../../src/search/segment/indexed-print.ts";
import { MemorySegment } from "../../../src/search/segment/memory-segment.ts";
import { rangeSet, setOfPositions } from "../../../src/search/sets/position-set.ts";
import type { Overlay, Run, View } from "../../../src/search/view/view.ts";

/* The order by updatedAt, and ranks in it, against sorting a plain array. */

interface Given {
  readonly wait: number;
  /** When it was updated after it was created; `null`: never. May be before, after a clock that went back. */
  readonly updated: number | null;
  /** The same once more, by a change that its segment has not; `undefined`: there is none. */
  readonly changed: number | undefined;
  readonly matches: boolean;
}

const later = fc.oneof(fc.constantFrom(0, 0, 1, 2), fc.integer({ min: -3, max: 60 }));
const given: fc.Arbitrary<Given> = fc.record({
  wait: fc.constantFrom(0, 0, 0, 1, 5),
  updated: fc.option(later, { freq: 2 }),
  changed: fc.option(later, { freq: 1, nil: undefined }),
  matches: fc.boolean(),
});

/** A print, as it is and as its segment has it. */
interface Stored {
  readonly ordinal: number;
  readonly updatedAt: number;
  readonly matches: boolean;
}

function printAt(ordinal: number, createdAt: number, updatedAt: number): IndexedPrint {
  const nothing = { ...NO_FIELDS, deletedAt: null, removalId: null };
  return { ...nothing, id: ordinal + 100, ordinal, printKey: "", tag: "{}", createdAt, updatedAt };
}

/** Runs of such prints. */
function viewOf(runs: readonly (readonly Given[])[]): { view: View; matches: Matches; prints: Stored[] } {
  const prints: Stored[] = [];
  const made: Run[] = [];
  let now = 1000;
  let first = 0;
  const sets = runs.map((run) => {
    const segment = new MemorySegment();
    const overlaid = new MemorySegment();
    for (const [position, { wait, updated, changed, matches }] of run.entries()) {
      now += wait;
      const ordinal = first + position;
      const before = now + (updated ?? 0);
      const updatedAt = changed === undefined ? before : now + changed;
      segment.add(position, printAt(ordinal, now, before));
      if (changed !== undefined) overlaid.add(position, printAt(ordinal, now, updatedAt));
      prints.push({ ordinal, updatedAt, matches });
    }
    const changedPositions = setOfPositions(Uint16Array.from(overlaid.positions));
    const overlay: Overlay | null =
      overlaid.prints.length === 0 ? null : { changed: changedPositions, prints: overlaid };
    made.push({ first, prints: run.length, segment, overlay, removed: null });
    first += run.length;
    const positions = [...run.keys()].filter((position) => run[position]?.matches);
    return positions.length === run.length
      ? rangeSet(0, run.length)
      : setOfPositions(Uint16Array.from(positions));
  });
  const view = { runs: made, catalogued: null, prints: first };
  return { view, matches: new Matches(view, sets), prints };
}

const runs = fc.array(fc.array(given, { minLength: 1, maxLength: 30 }), { maxLength: 5 });

function inOrder(prints: readonly Stored[]): Stored[] {
  return prints
    .filter(({ matches }) => matches)
    .toSorted((left, right) => left.updatedAt - right.updatedAt || left.ordinal - right.ordinal);
}

test("any page is what sorting gives", () => {
  fc.assert(
    fc.property(runs, fc.nat(150), fc.nat(150), (rows, one, other) => {
      const { matches, prints } = viewOf(rows);
      const sorted = inOrder(prints).map(({ ordinal }) => ordinal);
      expect(matches.total).toBe(sorted.length);
      const from = Math.min(one, other, sorted.length);
      const to = Math.min(Math.max(one, other), sorted.length);
      expect(new UpdateOrder(matches).ordinalsAt(from, to)).toEqual(sorted.slice(from, to));
    }),
    { numRuns: 600 },
  );
});

test("the rank of a place, also of one where no match is, is how many come before it", () => {
  fc.assert(
    fc.property(runs, fc.nat(150), fc.integer({ min: 990, max: 1200 }), (rows, ordinal, time) => {
      const { matches, prints } = viewOf(rows);
      const order = new UpdateOrder(matches);
      const before = (at: number, number: number) =>
        inOrder(prints).filter(
          (print) => print.updatedAt < at || (print.updatedAt === at && print.ordinal < number),
        ).length;
      for (const print of prints.slice(0, 10)) {
        expect(order.rankOf(print.updatedAt, print.ordinal)).toBe(before(print.updatedAt, print.ordinal));
        expect(order.rankOf(print.updatedAt, print.ordinal + 1)).toBe(
          before(print.updatedAt, print.ordinal + 1),
        );
      }
      expect(order.rankOf(time, ordinal)).toBe(before(time, ordinal));
    }),
    { numRuns: 400 },
  );
});

test("matches are a list by ordinal that is never written out", () => {
  fc.assert(
    fc.property(runs, fc.nat(150), fc.nat(150), (rows, one, other) => {
      const { matches, prints } = viewOf(rows);
      const ordinals = prints.filter((print) => print.matches).map(({ ordinal }) => ordinal);
      expect(matches.rankOf(one)).toBe(ordinals.filter((ordinal) => ordinal < one).length);
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      expect(matches.ordinals(from, to)).toEqual(ordinals.slice(from, to));
    }),
    { numRuns: 400 },
  );
});
