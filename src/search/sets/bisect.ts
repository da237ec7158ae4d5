/** The first index below `length` from which on a condition holds; `length` where it never does. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The same from an index on, where it is thought to be near. */
export function lowerBoundFrom(positions: Uint16Array, from: number, position: number): number {
  let low = from;
  let step = 1;
  while (low + step <= positions.length && (positions[low + step - 1] as number) < position) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, positions.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as number) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first position that is not below `position`: for what is asked too often for a call a step. */
export function lowerBound(positions: Uint16Array, position: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as number) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
