/*
 * The digits of values, and each two that follow one another, with the positions that have them. Who types an order
 * number begins with a digit or two, which are in every block of values, and no signature has so short a part.
 */

const ZERO = 0x30;
/** Ten digits, then a hundred pairs of them. */
const KEYS = Array.from({ length: 110 }, (_, key) =>
  key < 10 ? String(key) : String(key - 10).padStart(2, "0"),
);

/** Groups the positions of values by the digits and the pairs of digits that are in them. */
export function groupByDigits(
  positions: readonly number[],
  values: readonly string[],
): ReadonlyMap<string, number[]> {
  const groups = KEYS.map((): number[] => []);
  for (const [index, value] of values.entries()) {
    const position = positions[index] as number;
    let before = -1;
    for (let at = 0; at < value.length; at++) {
      const digit = value.charCodeAt(at) - ZERO;
      const isDigit = digit >= 0 && digit <= 9;
      if (isDigit) {
        addOnce(groups[digit] as number[], position);
        if (before >= 0) addOnce(groups[10 + before * 10 + digit] as number[], position);
      }
      before = isDigit ? digit : -1;
    }
  }
  const found = groups.map((group, key) => [KEYS[key] as string, group] as const);
  return new Map(found.filter(([, group]) => group.length > 0));
}

/** Positions come in ascending order, and some more than once. */
function addOnce(group: number[], position: number): void {
  if (group[group.length - 1] !== position) group.push(position);
}

/** Whether a part is a digit or two. */
export function isOfDigits(part: string): boolean {
  return /^[0-9]{1,2}$/.test(part);
}
