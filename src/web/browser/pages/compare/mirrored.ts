import type { Comparison, Difference } from "../../../../compare/comparison.ts";
import type { Hunk, HunkLine } from "../../../../compare/text-difference.ts";

const KINDS = {
  changed: "changed",
  moved: "moved",
  distance: "distance",
  removed: "added",
  added: "removed",
} as const;
const LINE_KINDS = { same: "same", removed: "added", added: "removed" } as const;

/** A comparison as it is the other way round. */
export function mirrored(comparison: Comparison): Comparison {
  const { paper, ignored, differences, text, commands } = comparison;
  return {
    ...comparison,
    paper: { a: paper.b, b: paper.a },
    ignored: { a: ignored.b, b: ignored.a },
    differences: differences.map(({ kind, a, b }): Difference => ({ kind: KINDS[kind], a: b, b: a })),
    text: text.map(mirroredHunk),
    ...(commands !== undefined && { commands: commands.map(mirroredHunk) }),
  };
}

function mirroredHunk({ a, b, lines }: Hunk): Hunk {
  return { a: b, b: a, lines: lines.map(({ kind, text }): HunkLine => ({ kind: LINE_KINDS[kind], text })) };
}
