/** An entry of one sequence beside the entry of the other that it is the same as; `null` where the other has none. */
export type Pair = readonly [a: number | null, b: number | null];

/** Differences beyond which the rest is taken to be wholly another: the work grows with their square. */
const MOST_DIFFERENCES = 1500;

/**
 * Aligns two sequences by their keys with the fewest entries left alone, in order; those left alone between two pairs are
 * first those of `a`, then those of `b`. The other way round it is the same, mirrored. Source: Myers, "An O(ND) difference
 * algorithm and its variations" (1986). Of sequences that differ in more than 1,500 entries only their common beginning and
 * end are aligned.
 */
export function align(a: readonly string[], b: readonly string[]): Pair[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let tail = 0;
  const most = Math.min(a.length, b.length) - start;
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = alignMiddle(a.slice(start, a.length - tail), b.slice(start, b.length - tail));
  const pairs: Pair[] = Array.from({ length: start }, (_, index) => [index, index]);
  for (const [one, other] of middle)
    pairs.push([one === null ? null : one + start, other === null ? null : other + start]);
  for (let left = tail; left > 0; left--) pairs.push([a.length - left, b.length - left]);
  return pairs;
}

/** @param a,b sequences whose first entries differ */
function alignMiddle(a: readonly string[], b: readonly string[]): Pair[] {
  const [firstOfA = "", firstOfB = ""] = [a[0], b[0]];
  // Of several best alignments one is found first: the same one, whichever sequence is given first.
  if (firstOfA > firstOfB) return inOrder(alignMiddle(b, a).map(([one, other]): Pair => [other, one]));
  const steps = a.length === 0 || b.length === 0 ? null : stepsOf(a, b);
  if (steps !== null) return inOrder(walkBack(a, b, steps));
  return [
    ...[...a.keys()].map((index): Pair => [index, null]),
    ...[...b.keys()].map((index): Pair => [null, index]),
  ];
}

/** Between two pairs, those of the first sequence that are left alone come first. */
export function inOrder(pairs: readonly Pair[]): Pair[] {
  const ordered: Pair[] = [];
  const ofB: Pair[] = [];
  for (const pair of pairs) {
    if (pair[0] === null) ofB.push(pair);
    else {
      if (pair[1] !== null) ordered.push(...ofB.splice(0));
      ordered.push(pair);
    }
  }
  return [...ordered, ...ofB];
}

/** How far each diagonal gets with 0, 1, 2 … differences; `null` where there are too many. */
function stepsOf(a: readonly string[], b: readonly string[]): Int32Array[] | null {
  const steps: Int32Array[] = [];
  const most = Math.min(a.length + b.length, MOST_DIFFERENCES);
  for (let count = 0; count <= most; count++) {
    const reach = new Int32Array(2 * count + 1);
    const before = steps.at(-1);
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let x = before === undefined ? 0 : startOf(before, count, diagonal);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      reach[diagonal + count] = x;
      if (x >= a.length && x - diagonal >= b.length) return [...steps, reach];
    }
    steps.push(reach);
  }
  return null;
}

/** Where a diagonal begins with one more difference: an entry of b is left out, or one of a. */
function startOf(before: Int32Array, count: number, diagonal: number): number {
  const [below, above] = neighbours(before, count, diagonal);
  return takesOfB(diagonal, count, below, above) ? above : below + 1;
}

/** How far the diagonals beside one got with a difference less. */
function neighbours(before: Int32Array, count: number, diagonal: number): [below: number, above: number] {
  const at = (other: number) => before[other + count - 1] ?? 0;
  return [at(diagonal - 1), at(diagonal + 1)];
}

function takesOfB(diagonal: number, count: number, below: number, above: number): boolean {
  return diagonal === -count || (diagonal !== count && below < above);
}

function walkBack(a: readonly string[], b: readonly string[], steps: readonly Int32Array[]): Pair[] {
  const pairs: Pair[] = [];
  let x = a.length;
  let y = b.length;
  for (let count = steps.length - 1; count > 0; count--) {
    const diagonal = x - y;
    const before = steps[count - 1] ?? new Int32Array();
    const [below, above] = neighbours(before, count, diagonal);
    const isOfB = takesOfB(diagonal, count, below, above);
    const start = isOfB ? above : below + 1;
    while (x > start) pairs.push([--x, --y]);
    if (isOfB) pairs.push([null, --y]);
    else pairs.push([--x, null]);
  }
  while (x > 0 && y > 0) pairs.push([--x, --y]);
  return pairs.toReversed();
}
