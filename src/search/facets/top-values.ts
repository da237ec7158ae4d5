import { FACET_LIMITS } from "../../domain/limits.ts";
import { Candidates } from "./candidates.ts";
import { HashCounts, MOST_USED, type Partition } from "./hash-counts.ts";
import { SeededHash, type ValueHash } from "./value-hash.ts";
import { byCount, type CountedBytes, FirstOf, type ValueCount } from "./value-order.ts";
import type { Pass } from "./value-passes.ts";

/** The most frequent values of all, and the sum of all counts. */
export interface TopValues {
  readonly values: readonly ValueCount[];
  readonly sum: number;
}

/** Values that are simply counted as they are, repeated ones too, at most. */
const MOST_VALUES = 16_384;

/** Slots, eight bytes each, in which more than that are counted: a power of two. */
const SLOTS = { least: 64, most: 2 ** 22 };

/** What is kept in memory for so many distinct values, where that is not too much. */
export function limitsFor(distinct: number) {
  const fitting = 2 ** Math.ceil(Math.log2(Math.max(distinct, 1) / MOST_USED));
  return { values: MOST_VALUES, slots: Math.min(Math.max(fitting, SLOTS.least), SLOTS.most) };
}

/** How often it is tried with another hash before it is given up: one in a million goes wrong by chance. */
const ATTEMPTS = 3;

/**
 * Finds the {@link FACET_LIMITS.values} most frequent values, exactly, in steps. A few are counted as they are. Of many
 * only hashes are counted at first; that tells how frequent a value must be, and so, in a second pass, which to look at:
 * those in slots with larger counts, fewer than are wanted, and the first of those in slots with just that count.
 * Where not even the hashes fit, values are split by their hashes, and each half is counted by itself.
 * @throws Error when values collide with each hash, which does not happen by itself
 */
export function* topValues(
  pass: Pass,
  limits: ReturnType<typeof limitsFor>,
  newHash: () => ValueHash = () => new SeededHash(),
): Generator<void, TopValues> {
  const counts = yield* countFew(pass, limits.values);
  if (counts !== null) return topOf(counts);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = yield* topOfMany(pass, limits.slots, newHash());
    if (found !== null) return found;
  }
  throw new Error("values of a facet have the same hash, whichever it is");
}

/** Counts all values; `null` when too many are shown. */
function* countFew(pass: Pass, limit: number): Generator<void, Map<string, number> | null> {
  const counts = new Map<string, number>();
  let shown = 0;
  const steps = pass((bytes, from, to, count) => {
    if (++shown > limit) return;
    const value = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
    counts.set(value, (counts.get(value) ?? 0) + count);
  });
  while (steps.next().done !== true) {
    if (shown > limit) return null;
    yield;
  }
  return shown > limit ? null : counts;
}

function topOf(counts: ReadonlyMap<string, number>): TopValues {
  const best = new FirstOf(FACET_LIMITS.values, byCount);
  let sum = 0;
  for (const [value, count] of counts) {
    best.add({ bytes: Buffer.from(value), count });
    sum += count;
  }
  return { values: best.items.map(valueOf), sum };
}

/** The same by hashes; `null` when they collide where it matters. */
function* topOfMany(pass: Pass, slots: number, hash: ValueHash): Generator<void, TopValues | null> {
  const best = new FirstOf(FACET_LIMITS.values, byCount);
  let sum = 0;
  const partitions: Partition[] = [{ bits: 0, number: 0 }];
  for (let partition = partitions.pop(); partition !== undefined; partition = partitions.pop()) {
    using counts = new HashCounts(slots, partition, hash);
    if (!(yield* countHashes(pass, counts))) {
      partitions.push(...halvesOf(partition));
      continue;
    }
    const candidates = new Candidates(counts, yield* counts.nthLargest(FACET_LIMITS.values));
    sum = 0;
    yield* pass((bytes, from, to, count) => {
      sum += count;
      candidates.add(bytes, from, to, count);
    });
    const found = candidates.counted();
    if (found === null) return null;
    for (const candidate of found) best.add(candidate);
  }
  return { values: best.items.map(valueOf), sum };
}

/** @returns whether there was room for all */
function* countHashes(pass: Pass, counts: HashCounts): Generator<void, boolean> {
  const steps = pass((bytes, from, to, count) => counts.add(bytes, from, to, count));
  while (steps.next().done !== true) {
    if (counts.isFull) return false;
    yield;
  }
  return !counts.isFull;
}

function halvesOf({ bits, number }: Partition): Partition[] {
  return [0, 1].map((bit) => ({ bits: bits + 1, number: number * 2 + bit }));
}

function valueOf({ bytes, count }: CountedBytes): ValueCount {
  return { value: Buffer.from(bytes).toString(), count };
}
