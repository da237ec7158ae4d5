import { align, inOrder, type Pair } from "./align.ts";
import { COMPARISON_LIMITS } from "./limits.ts";
import type { Band } from "./paper-band.ts";

/** How like each other two lines are at least, 0 to 1, to be taken for one that was changed. */
const LEAST_LIKENESS = 0.3;

/** How like two bands with pictures alone are, where they are as high, and where not. */
const SAME_HEIGHT = 0.6;
const OTHER_HEIGHT = 0.35;

/**
 * Puts the bands of two papers beside each other: those with the same dots first, so that a line that is only in one of them
 * moves nothing; then, between these, lines that are like each other. The other way round it is the same, mirrored.
 */
export function pairBands(a: readonly Band[], b: readonly Band[]): Pair[] {
  const pairs: Pair[] = [];
  let ofA: number[] = [];
  let ofB: number[] = [];
  const flush = () => {
    pairs.push(...pairAlike(a, b, ofA, ofB));
    [ofA, ofB] = [[], []];
  };
  for (const [one, other] of align(keysOf(a), keysOf(b))) {
    if (one !== null && other !== null) {
      flush();
      pairs.push([one, other]);
    } else if (one !== null) ofA.push(one);
    else if (other !== null) ofB.push(other);
  }
  flush();
  return pairs;
}

function keysOf(bands: readonly Band[]): string[] {
  return bands.map(({ key }) => key);
}

/** Pairs bands of which none has the same dots as another, in order, so that together they are as like as can be. */
function pairAlike(
  a: readonly Band[],
  b: readonly Band[],
  ofA: readonly number[],
  ofB: readonly number[],
): Pair[] {
  const [firstOfA = "", firstOfB = ""] = [a[ofA[0] ?? -1]?.key, b[ofB[0] ?? -1]?.key];
  // Of several best ways one is found first: the same one, whichever paper is given first.
  if (ofA.length > 0 && ofB.length > 0 && firstOfA > firstOfB)
    return inOrder(pairAlike(b, a, ofB, ofA).map(([one, other]): Pair => [other, one]));
  if (ofA.length === 0 || ofB.length === 0 || ofA.length * ofB.length > COMPARISON_LIMITS.pairedLines)
    return inOrder([...ofA.map((one): Pair => [one, null]), ...ofB.map((other): Pair => [null, other])]);
  const likeness = likenessOfAll(
    ofA.flatMap((one) => a[one] ?? []),
    ofB.flatMap((other) => b[other] ?? []),
  );
  const best = bestSums(likeness);
  const at = (one: number, other: number) => best[one]?.[other] ?? 0;
  const pairs: Pair[] = [];
  let [one, other] = [0, 0];
  while (one < ofA.length && other < ofB.length) {
    const alike = likeness[one]?.[other] ?? 0;
    if (alike > 0 && at(one, other) === alike + at(one + 1, other + 1))
      pairs.push([ofA[one++] ?? 0, ofB[other++] ?? 0]);
    else if (at(one, other) === at(one + 1, other)) pairs.push([ofA[one++] ?? 0, null]);
    else pairs.push([null, ofB[other++] ?? 0]);
  }
  for (; one < ofA.length; one++) pairs.push([ofA[one] ?? 0, null]);
  for (; other < ofB.length; other++) pairs.push([null, ofB[other] ?? 0]);
  return inOrder(pairs);
}

/** How like each of some bands is to each of others; 0 where it is too little. */
function likenessOfAll(ofA: readonly Band[], ofB: readonly Band[]): number[][] {
  const isAlone = ofA.length === 1 && ofB.length === 1;
  const [readA, readB] = [ofA.map(readBand), ofB.map(readBand)];
  return readA.map((one) =>
    readB.map((other) => {
      const alike = likenessOf(one, other);
      return alike >= LEAST_LIKENESS || isAlone ? alike : 0;
    }),
  );
}

/** The most likeness that the bands from each two places on can have together. */
function bestSums(likeness: readonly (readonly number[])[]): number[][] {
  const columns = likeness[0]?.length ?? 0;
  const best = Array.from({ length: likeness.length + 1 }, () =>
    Array.from({ length: columns + 1 }, () => 0),
  );
  for (let one = likeness.length - 1; one >= 0; one--) {
    const [row, below] = [best[one] ?? [], best[one + 1] ?? []];
    for (let other = columns - 1; other >= 0; other--) {
      const alike = likeness[one]?.[other] ?? 0;
      const paired = alike > 0 ? alike + (below[other + 1] ?? 0) : 0;
      row[other] = Math.max(paired, below[other] ?? 0, row[other + 1] ?? 0);
    }
  }
  return best;
}

/** A band, and how often each pair of characters is in its text. */
interface ReadBand {
  readonly band: Band;
  readonly pairs: ReadonlyMap<string, number>;
  /** All pairs together. */
  readonly total: number;
}

function readBand(band: Band): ReadBand {
  const pairs = new Map<string, number>();
  const { text } = band;
  for (let index = 0; index < text.length - 1; index++) {
    const pair = text.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return { band, pairs, total: Math.max(0, text.length - 1) };
}

/** How like two bands are, 0 to 1: by the pairs of characters that their texts have in common (Dice's coefficient). */
function likenessOf(one: ReadBand, other: ReadBand): number {
  const [a, b] = [one.band, other.band];
  if (a.kind !== b.kind) return 0;
  if (a.kind !== "ink") return 1;
  if (a.text === "" && b.text === "") return a.height === b.height ? SAME_HEIGHT : OTHER_HEIGHT;
  if (a.text === b.text) return 1;
  let common = 0;
  for (const [pair, count] of one.pairs) common += Math.min(count, other.pairs.get(pair) ?? 0);
  // Another text in the same place is like it a little: where one line was replaced by another, they are shown together.
  return Math.max(0.01, (2 * common) / Math.max(1, one.total + other.total));
}
