import type { Receipt, Rectangle } from "../escpos/receipt.ts";
import { explain } from "../explain/explain.ts";
import { renderText } from "../render/text.ts";
import type { Pair } from "./align.ts";
import { differingBoxes, type PlacedBand } from "./band-difference.ts";
import type { ComparedPart, Comparison, ComparisonWish, Difference, PaperSize } from "./comparison.ts";
import { IgnoredText } from "./ignored-text.ts";
import { COMPARISON_LIMITS } from "./limits.ts";
import { pairBands } from "./pair-bands.ts";
import { type Band, type Paper, paperOf } from "./paper-band.ts";
import { differingLines, type Hunk } from "./text-difference.ts";

/**
 * Compares the paper of two receipts, dot for dot, and their texts. Pure; the other way round it says the same, mirrored.
 * @throws TillrollError BAD_REQUEST for patterns that are none
 */
export function compareReceipts(a: Receipt, b: Receipt, wish: ComparisonWish): Comparison {
  const ignored = IgnoredText.compile(wish.ignore);
  const papers = { a: paperOf(a, ignored.boxesOn(a)), b: paperOf(b, ignored.boxesOn(b)) };
  const all = differencesOf(papers.a, papers.b, wish.tolerance);
  const { differences: most, hunkLines } = COMPARISON_LIMITS;
  const text = differingLines(linesOf(renderText(a)), linesOf(renderText(b)), (line) =>
    ignored.blotted(line),
  );
  const notes = [...new Set([...papers.a.omissions, ...papers.b.omissions])];
  const sameBytes = Buffer.compare(a.source, b.source) === 0;
  if (ignored.isExhausted) notes.push("there is more text than patterns are looked for in");
  // Of what a limit left out nobody knows whether it is the same, unless the bytes are.
  const isKnown = notes.length === 0 || sameBytes;
  if (!isKnown) notes.push("whether what is left out is the same is not known");
  if (all.length > most) notes.push(`of ${all.length} differences ${most} are told of`);
  return {
    same: all.length === 0 && a.widthDots === b.widthDots && isKnown,
    sameBytes,
    paper: { a: sizeOf(a), b: sizeOf(b) },
    differences: all.slice(0, most),
    differenceCount: all.length,
    ignored: { a: papers.a.ignored.slice(0, most), b: papers.b.ignored.slice(0, most) },
    text: limited(text, hunkLines, notes, "lines"),
    ...(wish.commands && {
      commands: limited(differingLines(commandsOf(a), commandsOf(b)), hunkLines, notes, "commands"),
    }),
    notes,
  };
}

function sizeOf({ columns, widthDots, heightDots }: Receipt): PaperSize {
  return { columns, widthDots, heightDots };
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** The commands of a receipt, a sentence each. */
function commandsOf({ source, printer }: Receipt): string[] {
  return explain(source, printer.choice).commands.map(({ name, sentence }) => `${name}: ${sentence}`);
}

/** Hunks with so many lines at most. */
function limited(hunks: readonly Hunk[], most: number, notes: string[], what: string): readonly Hunk[] {
  let lines = 0;
  const fitting = hunks.filter((hunk) => (lines += hunk.lines.length) <= most);
  if (fitting.length < hunks.length) notes.push(`of the ${what} that differ not all are told of`);
  return fitting;
}

function differencesOf(a: Paper, b: Paper, tolerance: number): Difference[] {
  const pairs = pairBands(a.bands, b.bands);
  const differences: Difference[] = [];
  const moved = movedPairs(a, b, pairs);
  let last: LastPair = { a: START, b: START, isBefore: true, isChanged: false };
  for (const [one, other] of pairs) {
    const [ofA, ofB] = [bandAt(a, one), bandAt(b, other)];
    if (ofA !== null && ofB !== null) {
      if (isElsewhere(ofA, ofB, last, tolerance))
        differences.push({ kind: "distance", a: above(ofA), b: above(ofB) });
      const change = changeOf({ paper: a, band: ofA }, { paper: b, band: ofB }, tolerance);
      differences.push(...change);
      last = { a: ofA, b: ofB, isBefore: true, isChanged: change.length > 0 };
      continue;
    }
    last = { ...last, isBefore: false };
    if (ofA !== null) {
      const target = moved.get(ofA);
      differences.push(
        target === undefined
          ? { kind: "removed", a: whole(a, ofA), b: nothing(endOf(last.b)) }
          : { kind: "moved", a: whole(a, ofA), b: whole(b, target) },
      );
    } else if (ofB !== null && !moved.has(ofB)) {
      differences.push({ kind: "added", a: nothing(endOf(last.a)), b: whole(b, ofB) });
    }
  }
  return differences;
}

type Place = Pick<Band, "y" | "height">;

/** The top of the paper. */
const START: Place = { y: 0, height: 0 };

/** The last bands above two others that were beside each other. */
interface LastPair {
  readonly a: Place;
  readonly b: Place;
  /** Whether nothing is between. */
  readonly isBefore: boolean;
  readonly isChanged: boolean;
}

/** Whether the paper was fed further to one of two bands than to the other. */
function isElsewhere(ofA: Band, ofB: Band, last: LastPair, tolerance: number): boolean {
  // Below a line that only one paper has, the distance says nothing; a line that is higher now moves what is below it.
  if (!last.isBefore || (last.isChanged && last.a.height !== last.b.height)) return false;
  return Math.abs(ofA.y - last.a.y - (ofB.y - last.b.y)) > tolerance;
}

/** How the dots of two bands differ, where they do. */
function changeOf(a: PlacedBand, b: PlacedBand, tolerance: number): Difference[] {
  const change = (ofA: readonly Rectangle[], ofB: readonly Rectangle[]): Difference[] => [
    { kind: "changed", a: partOf(a.band, ofA), b: partOf(b.band, ofB) },
  ];
  const boxes = differingBoxes(a, b, tolerance);
  if (boxes.length > 0) return change(boxes, boxes);
  // What does not count must be there all the same.
  if (a.band.ignored.length !== b.band.ignored.length) return change(ignoredIn(a.band), ignoredIn(b.band));
  // Cuts have no dots that could differ.
  return a.band.kind !== "ink" && a.band.key !== b.band.key ? change([], []) : [];
}

function ignoredIn({ y, ignored }: Band): Rectangle[] {
  return ignored.map((box) => ({ ...box, y: box.y - y }));
}

function bandAt({ bands }: Paper, index: number | null): Band | null {
  return index === null ? null : (bands[index] ?? null);
}

function endOf({ y, height }: Place): number {
  return y + height;
}

function partOf({ y, height, text }: Band, boxes: readonly Rectangle[]): ComparedPart {
  return { y, height, text, areas: boxes.map((box) => ({ ...box, y: box.y + y })) };
}

function whole({ receipt }: Paper, { y, height, text }: Band): ComparedPart {
  return { y, height, text, areas: [{ x: 0, y, width: receipt.widthDots, height: Math.max(1, height) }] };
}

function nothing(y: number): ComparedPart {
  return { y, height: 0, text: "", areas: [] };
}

/** The white rows above a band. */
function above({ y, distance, text }: Band): ComparedPart {
  return { y: y - distance, height: distance, text, areas: [] };
}

/** Bands that are on one paper here and on the other elsewhere: each of both, and the one that it is. */
function movedPairs(a: Paper, b: Paper, pairs: readonly Pair[]): Map<Band, Band> {
  const alone = { a: [] as Band[], b: [] as Band[] };
  for (const [one, other] of pairs) {
    const [ofA, ofB] = [bandAt(a, one), bandAt(b, other)];
    if (ofA !== null && ofB === null) alone.a.push(ofA);
    if (ofB !== null && ofA === null) alone.b.push(ofB);
  }
  const moved = new Map<Band, Band>();
  const waiting = Map.groupBy(
    alone.b.filter(({ kind }) => kind === "ink"),
    ({ key }) => key,
  );
  for (const band of alone.a) {
    const target = waiting.get(band.key)?.shift();
    if (target === undefined) continue;
    moved.set(band, target);
    moved.set(target, band);
  }
  return moved;
}
