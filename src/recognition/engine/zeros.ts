import type { Letter } from "./letters.ts";

/** Dots that touch by their sides. */
interface Patch {
  left: number;
  top: number;
  right: number;
  bottom: number;
  size: number;
}

/** What the engine takes a zero for that has a dot or a stroke in it. */
const LIKE_ZERO = /[0689OoQ@B]/;

/** The least dots of the dot in a zero, and of the holes beside its stroke; less is dither. */
const LEAST_DOT = 4;
const LEAST_HOLE = 6;

/** Rows that the holes on both sides of a stroke share. */
const LEAST_COMMON_ROWS = 3;

/**
 * True for a zero with a dot or a stroke in it, as fonts of one width have it: an island of ink inside, or two holes
 * beside one another. The holes of an 8 are one above the other, and a 6 and a 9 have one.
 */
export function isMarkedZero(letter: Letter): boolean {
  if (!LIKE_ZERO.test(letter.character) || letter.height < 10) return false;
  const islands = innerPatches(letter, 1).filter(
    (patch) => patch.size >= LEAST_DOT && isDot(patch, letter) && isInMiddle(patch, letter),
  );
  if (islands.length === 1) return true;
  const holes = innerPatches(letter, 0).filter(({ size }) => size >= LEAST_HOLE);
  const [one, other] = holes;
  if (!one || !other || holes.length > 2) return false;
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) + 1 >= LEAST_COMMON_ROWS;
}

/** Not the bar of an 8 or a 6, which dither may part from the rest. */
function isDot({ left, top, right, bottom }: Patch, { width }: Letter): boolean {
  return bottom > top && right - left + 1 <= 0.45 * width;
}

function isInMiddle({ left, top, right, bottom }: Patch, { width, height }: Letter): boolean {
  const isNear = (middle: number, size: number) => Math.abs(middle - size / 2) <= 0.18 * size;
  return isNear((left + right + 1) / 2, width) && isNear((top + bottom + 1) / 2, height);
}

/** Patches of ink (1) or of paper (0) that do not reach the edge. */
function innerPatches({ width, height, ink }: Letter, value: 0 | 1): Patch[] {
  const seen = new Uint8Array(ink.length);
  const patches: Patch[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== value || seen[start] === 1) continue;
    const patch: Patch = { left: width, top: height, right: 0, bottom: 0, size: 0 };
    const waiting = [start];
    seen[start] = 1;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      patch.left = Math.min(patch.left, x);
      patch.right = Math.max(patch.right, x);
      patch.top = Math.min(patch.top, y);
      patch.bottom = Math.max(patch.bottom, y);
      patch.size++;
      const sides = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const side of sides) {
        if (ink[side] !== value || seen[side] === 1) continue;
        seen[side] = 1;
        waiting.push(side);
      }
    }
    if (patch.left > 0 && patch.top > 0 && patch.right < width - 1 && patch.bottom < height - 1)
      patches.push(patch);
  }
  return patches;
}
