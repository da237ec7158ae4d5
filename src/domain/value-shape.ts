/*
 * The shape of a value is what is left of it without its numbers: `order a-1042` and `order b-7` are alike but for a
 * letter, and ten thousand labels have some dozen shapes. A part without a digit is in a value exactly if it is in its
 * shape, which is so looked for in a few shapes and not in all values.
 */

/** A run of digits, and what stands for it in a shape: a digit, which no part that is looked for in shapes has. */
const NUMBER = /[0-9]+/g;
const ANY_NUMBER = "0";

/** The shape of a folded value. */
export function shapeOf(value: string): string {
  return value.replace(NUMBER, ANY_NUMBER);
}

/** Whether a folded part can be looked for in shapes. */
export function isInShapes(part: string): boolean {
  return !/[0-9]/.test(part);
}
