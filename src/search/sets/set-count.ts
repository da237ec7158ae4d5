import { countShared } from "./bitmaps.ts";
import type { PositionSet, SparseSet } from "./position-set.ts";
import { hasPosition } from "./set-algebra.ts";
import { rankOf } from "./set-select.ts";

/** How many positions both sets hold, without making the set of them. */
export function countBoth(left: PositionSet, right: PositionSet): number {
  if (left.count === 0 || right.count === 0) return 0;
  if (left.kind === "range") return rankOf(right, left.to) - rankOf(right, left.from);
  if (right.kind === "range") return rankOf(left, right.to) - rankOf(left, right.from);
  if (left.kind === "sparse") return countSparse(left, right);
  if (right.kind === "sparse") return countSparse(right, left);
  return countShared(left, right);
}

function countSparse({ positions }: SparseSet, other: PositionSet): number {
  let count = 0;
  for (let index = 0; index < positions.length; index++) {
    if (hasPosition(other, positions[index] as number)) count++;
  }
  return count;
}
