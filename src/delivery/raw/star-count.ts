import { STAR } from "../../escpos/star/star-dialect.ts";
import { tokenize } from "../../escpos/tokenizer.ts";

/** ETB is counted by five bits. */
const COUNTS = 32;

/** What the commands of a job do to the count of ETB. */
export interface OwnCounts {
  /** ETB of the job. */
  readonly all: number;
  /** Those behind the last command with which some printers begin to count anew; `null` where there is none. */
  readonly behindAnew: number | null;
}

/** How a job is to be followed by ETB, and what the printer has counted when it has printed it. */
export interface Counting {
  /** How many ETB follow the job. */
  readonly trailing: number;
  readonly counts: ReadonlySet<number>;
}

/** What a job does to the count of ETB itself. */
export function ownCounts(job: Uint8Array): OwnCounts {
  let all = 0;
  let behindAnew: number | null = null;
  for (const { truncated, form } of tokenize(job, STAR)) {
    if (truncated) continue;
    if (form.record.printedCount === "perhaps anew") behindAnew = 0;
    if (form.record.printedCount !== "one more") continue;
    all++;
    if (behindAnew !== null) behindAnew++;
  }
  return { all, behindAnew };
}

/**
 * Chooses so many ETB behind a job that no count which the printer can have before it has printed the job is one of
 * those that it has afterwards, whether it begins to count anew within the job or not.
 * @param before what it has counted by now
 * @param stragglers ETB of earlier jobs which it may still come to
 * @returns `null` where five bits are not enough
 */
export function countingFor(
  before: number,
  { all, behindAnew }: OwnCounts,
  stragglers: number,
): Counting | null {
  const earlier = new Set(range(before, before + stragglers + all));
  if (behindAnew !== null) for (const count of range(0, all)) earlier.add(count);
  for (let trailing = stragglers + 1; trailing < COUNTS; trailing++) {
    const counts = new Set([(before + all + trailing) % COUNTS]);
    if (behindAnew !== null) counts.add((behindAnew + trailing) % COUNTS);
    if (counts.isDisjointFrom(earlier)) return { trailing, counts };
  }
  return null;
}

/** The count after one more. */
export function nextCount(count: number): number {
  return (count + 1) % COUNTS;
}

/** Whether a count is one more than the one before, or the first of a printer that has begun anew. */
export function isOneMore(before: number, count: number): boolean {
  return count === nextCount(before) || (count === 1 && before !== 1);
}

/** The counts from one number to another, both included. */
function range(from: number, to: number): number[] {
  return Array.from({ length: Math.min(to - from + 1, COUNTS) }, (_, index) => (from + index) % COUNTS);
}
