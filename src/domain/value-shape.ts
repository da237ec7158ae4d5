/*
 * The shape of a value is what is left of it without its numbers: `order a-1042` and `order b-7` are alike but for a
 * letter, and ten thousand labels have some dozen shapes. A part without a digit is in a value exactly if it is in its
 * shape, which is so looked for in a few shapes and not in all values.
 */

/** A run of digits, and what stands for it in a shape: a digit, which no part that is looked for in shapes has. */
export const SHAPE = { number: "[0-9]+", anyNumber: "0" } as const;

const NUMBER = new RegExp(SHAPE.number, "g");

/** The shape of a folded value. */
export function shapeOf(value: string): string {
  return value.replace(NUMBER, SHAPE.anyNumber);
}

/** Whether a folded part can be looked for in shapes. */
export function isInShapes(part: string): boolean {
  return !/[0-9]/.test(part);
}
