import type { Comparison } from "../../../../compare/comparison.ts";

/** Places of two papers that are beside each other, dots from their tops. */
export type Anchor = readonly [a: number, b: number];

/** Where lines of both papers are beside each other: around each difference, from the top to the end. */
export function anchorsOf({ differences, paper }: Pick<Comparison, "differences" | "paper">): Anchor[] {
  const anchors: Anchor[] = [[0, 0]];
  for (const { kind, a, b } of differences) {
    // What stands elsewhere is beside nothing.
    if (kind === "moved") continue;
    for (const anchor of [
      [a.y, b.y],
      [a.y + a.height, b.y + b.height],
    ] as const) {
      const last = anchors.at(-1);
      if (last !== undefined && anchor[0] >= last[0] && anchor[1] >= last[1]) anchors.push(anchor);
    }
  }
  const end: Anchor = [paper.a.heightDots, paper.b.heightDots];
  return [...anchors.filter(([a, b]) => a <= end[0] && b <= end[1]), end];
}

/**
 * The place of the other paper that is beside a place of one.
 * @param side which paper it is a place of: 0 for the first
 * @param place dots from its top
 */
export function besideOf(anchors: readonly Anchor[], side: 0 | 1, place: number): number {
  const other = side === 0 ? 1 : 0;
  const next = anchors.findIndex((anchor) => anchor[side] > place);
  const to = anchors[next];
  const from = anchors[(next < 0 ? anchors.length : next) - 1] ?? [0, 0];
  if (to === undefined) return from[other] + (place - from[side]);
  const share = (place - from[side]) / (to[side] - from[side]);
  return from[other] + share * (to[other] - from[other]);
}
