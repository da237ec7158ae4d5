import type { Comparison, Difference } from "../compare/comparison.ts";
import type { Hunk } from "../compare/text-difference.ts";
import { forTerminal } from "./command.ts";

/** What colours a line on a terminal. */
const COLOURS = {
  removed: "\u001b[31m",
  added: "\u001b[32m",
  place: "\u001b[36m",
  end: "\u001b[0m",
} as const;

/** Differences of the paper that are told one by one. */
const MOST_DIFFERENCES = 20;

/** Whether standard output is a terminal that shows colours (https://no-color.org). */
export function showsColours(): boolean {
  return process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
}

/** A comparison for people: the lines that differ, as `diff -u` writes them, and what differs on the paper. */
export function comparisonLines(
  comparison: Comparison,
  names: { readonly a: string; readonly b: string },
  hasColours: boolean,
): string[] {
  const { text, commands, same, paper, differences, differenceCount, notes } = comparison;
  const lines: string[] = [];
  if (text.length > 0)
    lines.push(...headOf(names, ""), ...text.flatMap((hunk) => hunkLines(hunk, hasColours)));
  if (commands !== undefined && commands.length > 0)
    lines.push(...headOf(names, " (commands)"), ...commands.flatMap((hunk) => hunkLines(hunk, hasColours)));
  if (same) lines.push("The paper is the same.");
  else if (paper.a.widthDots !== paper.b.widthDots)
    lines.push(`The paper is ${paper.a.widthDots} dots wide, and ${paper.b.widthDots}.`);
  if (differenceCount > 0) {
    lines.push(`The paper differs in ${differenceCount === 1 ? "one place" : `${differenceCount} places`}:`);
    lines.push(
      ...differences.slice(0, MOST_DIFFERENCES).map((difference) => `  ${differenceLine(difference)}`),
    );
    if (differenceCount > MOST_DIFFERENCES) lines.push(`  and ${differenceCount - MOST_DIFFERENCES} more`);
  }
  return [...lines, ...notes.map((note) => `Note: ${note}.`)];
}

function headOf({ a, b }: { readonly a: string; readonly b: string }, what: string): string[] {
  return [`--- ${forTerminal(a)}${what}`, `+++ ${forTerminal(b)}${what}`];
}

function hunkLines({ a, b, lines }: Hunk, hasColours: boolean): string[] {
  const coloured = (text: string, colour: keyof typeof COLOURS) =>
    hasColours ? `${COLOURS[colour]}${text}${COLOURS.end}` : text;
  const signs = { same: " ", removed: "-", added: "+" } as const;
  return [
    coloured(`@@ -${a.from},${a.count} +${b.from},${b.count} @@`, "place"),
    ...lines.map(({ kind, text }) => {
      const line = `${signs[kind]}${forTerminal(text)}`.trimEnd();
      return kind === "same" ? line : coloured(line, kind);
    }),
  ];
}

/** A difference of the paper in words; places are dots from its top. */
function differenceLine({ kind, a, b }: Difference): string {
  const written = (text: string) =>
    text === "" ? "a picture" : `"${forTerminal(text.replaceAll("\n", " / "))}"`;
  switch (kind) {
    case "changed":
      if (a.text !== b.text) return `at ${a.y}: ${written(a.text)} became ${written(b.text)}`;
      return a.areas.length === 0
        ? `at ${a.y}: another cut`
        : `at ${a.y}: ${written(a.text)} looks different`;
    case "removed":
      return `at ${a.y}: ${a.height === 0 ? "the cut" : written(a.text)} is missing`;
    case "added":
      return `at ${b.y}: ${b.height === 0 ? "a cut" : written(b.text)} was added`;
    case "moved":
      return `at ${a.y}: ${written(a.text)} moved to ${b.y}`;
    case "distance":
      return `at ${a.y}: ${a.height} dots of white became ${b.height}`;
  }
}
