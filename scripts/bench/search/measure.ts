import { median, quantile } from "../statistics.ts";
import type { SearchInstance } from "./search-instance.ts";

/** How often a mix of searches is measured. */
export interface MeasureOptions {
  /** No new round begins after this long. */
  readonly seconds: number;
  readonly minimumRounds: number;
  readonly maximumRounds: number;
  /** A kind that once took longer than this is not repeated. */
  readonly slowMilliseconds: number;
}

/** What the kinds took, in their order, milliseconds. */
export interface Measurement {
  readonly medians: readonly number[];
  readonly samples: readonly (readonly number[])[];
}

/**
 * Runs the kinds in turn, another instance of each in every round: a mix as a service meets it, in which no kind has
 * the caches to itself.
 * @param run answers an instance and gives the milliseconds it took
 */
export async function measureKinds(
  kinds: readonly (readonly SearchInstance[])[],
  options: MeasureOptions,
  run: (instance: SearchInstance) => number | Promise<number>,
): Promise<Measurement> {
  const samples: number[][] = kinds.map(() => []);
  const deadline = performance.now() + options.seconds * 1000;
  for (let round = 0; round < options.maximumRounds; round++) {
    if (round >= options.minimumRounds && performance.now() > deadline) break;
    for (const [index, instances] of kinds.entries()) {
      const taken = samples[index] ?? [];
      if (taken.some((milliseconds) => milliseconds > options.slowMilliseconds)) continue;
      const instance = instances[round % instances.length];
      if (instance !== undefined) taken.push(await run(instance));
    }
    // An interruption is noticed only between turns of the event loop.
    await Bun.sleep(0);
  }
  return { samples, medians: samples.map(median) };
}

/** The geometric mean of positive numbers. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** The time that all but a hundredth of all samples stay below. */
export function percentile99({ samples }: Measurement): number {
  return quantile(samples.flat(), 0.99);
}
