import type { Cleanup } from "../data/cleanup.ts";
import type { DataSet } from "../data/data-set.ts";
import type { Expected } from "./expect-answers.ts";
import { geometricMean, type MeasureOptions, type Measurement } from "./measure.ts";
import type { SearchInstance } from "./search-instance.ts";

/** What was found out about a rival. */
export interface RivalResult {
  /** A kind that the rival was not asked has no samples. */
  readonly measurement: Measurement;
  readonly storedBytes: number;
}

/** What a rival is to be asked. */
export interface RivalOrder<Installation> {
  readonly installation: Installation;
  readonly data: DataSet;
  readonly kinds: readonly (readonly SearchInstance[])[];
  readonly expected: Expected;
  readonly measure: MeasureOptions;
  readonly cleanup: Cleanup;
  readonly onProgress: (line: string) => void;
}

/** A rival's median of a kind; `undefined` when the rival, or the kind, was not measured. */
export function rivalMedian(rival: RivalResult | null, kind: number): number | undefined {
  const isMeasured = rival !== null && (rival.measurement.samples[kind]?.length ?? 0) > 0;
  return isMeasured ? rival.measurement.medians[kind] : undefined;
}

/** A rival beside ours. */
export interface Comparison {
  /** Geometric means of the medians of the kinds that both were asked, milliseconds. */
  readonly theirs: number;
  readonly ours: number;
  /** Kinds in which the rival is at least as fast. */
  readonly faster: number;
}

/** Compares a rival with ours in the kinds that it was asked. */
export function compareWith(rival: RivalResult, medians: readonly number[]): Comparison {
  const pairs = medians.flatMap((ours, kind) => {
    const theirs = rivalMedian(rival, kind);
    return theirs === undefined ? [] : [{ ours, theirs }];
  });
  return {
    theirs: geometricMean(pairs.map(({ theirs }) => theirs)),
    ours: geometricMean(pairs.map(({ ours }) => ours)),
    faster: pairs.filter(({ ours, theirs }) => theirs <= ours).length,
  };
}
