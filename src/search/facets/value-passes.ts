import type { Matches } from "../evaluation/matches.ts";
import type { ColumnName, VisitValue } from "../format/column.ts";
import type { Segment } from "../segment/segment.ts";
import type { PositionSet } from "../sets/position-set.ts";
import { intersect, subtract } from "../sets/set-algebra.ts";
import { countBoth } from "../sets/set-count.ts";
import type { Run } from "../view/view.ts";

/** Shows all that is to be counted, in steps, between which other searches may go on. Can be made again and again. */
export type Pass = (visit: VisitValue) => Generator<void, void>;

/** Tag keys shown in one step. */
const STEP_KEYS = 256;

/** The values of a column at the matches; a step may throw DamagedSegment. */
export function columnPass(matches: Matches, name: ColumnName): Pass {
  return function* pass(visit) {
    for (const [segment, within] of segmentsOf(matches)) {
      const column = segment.column(name);
      if (column !== null) yield* column.counts(within, visit);
      yield;
    }
  };
}

/** The tag keys of the matches; a step may throw DamagedSegment. */
export function tagKeyPass(matches: Matches): Pass {
  return function* pass(visit) {
    let shown = 0;
    for (const [segment, within] of segmentsOf(matches)) {
      for (const [key, present] of segment.tagKeys()) {
        const count = countBoth(present, within);
        const bytes = Buffer.from(key);
        if (count > 0) visit(bytes, 0, bytes.length, count);
        if (++shown % STEP_KEYS === 0) yield;
      }
      yield;
    }
  };
}

/** The segments with their matches, without changed prints: these are in the overlays, with their present values. */
export function* segmentsOf({ view, sets }: Matches): Generator<[Segment, PositionSet, Run]> {
  for (const [index, set] of sets.entries()) {
    if (set.count === 0) continue;
    const run = view.runs[index] as Run;
    const { segment, overlay } = run;
    if (overlay === null) yield [segment, set, run];
    else {
      yield [segment, subtract(set, overlay.changed), run];
      yield [overlay.prints, intersect(set, overlay.changed), run];
    }
  }
}
