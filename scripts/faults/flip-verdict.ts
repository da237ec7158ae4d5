import type { Answer, Answers } from "./served-answers.ts";

/**
 * What came of a flip.
 * - `harmless`: every answer is as it was.
 * - `named`: what is damaged is told to be so, and everything else is as it was.
 * - `refused`: something whole is refused with it; nothing wrong is served.
 * - `stopped`: the service does not start on it.
 * - `wrong`: something is served that is not true, or left out without a word.
 */
export type FlipVerdict = "harmless" | "named" | "refused" | "stopped" | "wrong";

export interface FlipJudgement {
  readonly verdict: FlipVerdict;
  /** The worst of it, in words. */
  readonly why: string;
}

interface Item {
  readonly id?: unknown;
  readonly damaged?: unknown;
  readonly state?: unknown;
}

/** A print that is told to be damaged. */
const DAMAGED = "PRINT_DATA_DAMAGED";

/** Compares what a service answers with what it answered before its files were touched. */
export function judge(truth: Answers, found: Answers): FlipJudgement {
  const damaged = damagedPrints(found);
  const whys: Record<"named" | "refused" | "wrong", string[]> = { named: [], refused: [], wrong: [] };
  for (const [path, was] of truth) {
    const is = found.get(path);
    if (is === undefined || (is.status === was.status && is.body === was.body)) continue;
    const [verdict, why] = judgeAnswer(path, was, is, damaged);
    if (verdict !== "harmless") whys[verdict].push(`${path}: ${why}`);
  }
  for (const verdict of ["wrong", "refused", "named"] as const) {
    const [first] = whys[verdict];
    if (first !== undefined) return { verdict, why: `${first} (${whys[verdict].length} answers)` };
  }
  return { verdict: "harmless", why: "" };
}

/** The line of an export, as CSV or JSON, of a print that is told to be damaged. */
const DAMAGED_LINE = /^\d+,damaged,|^\{"id":\d+,.*"state":"damaged"/;

/** The prints that answers name as damaged. */
function damagedPrints(answers: Answers): ReadonlySet<number> {
  const damaged = new Set<number>();
  for (const [path, { status, body }] of answers) {
    const id = Number(/^\/prints\/(\d+)/.exec(path)?.[1] ?? 0);
    if (status >= 500 && body.includes(DAMAGED) && id > 0) damaged.add(id);
    for (const item of itemsOf(body)) if (isDamaged(item)) damaged.add(Number(item.id));
    // Of bytes that nobody else asked for, an export alone says so.
    for (const [print, line] of linesOrItems(body) ?? []) if (DAMAGED_LINE.test(line)) damaged.add(print);
  }
  return damaged;
}

function isDamaged(item: Item): boolean {
  return item.damaged === true || item.state === "damaged";
}

function judgeAnswer(
  path: string,
  was: Answer,
  is: Answer,
  damaged: ReadonlySet<number>,
): ["harmless" | "named" | "refused" | "wrong", string] {
  if (is.status === 0 || is.status >= 500) {
    const id = Number(/^\/prints\/(\d+)/.exec(path)?.[1] ?? 0);
    return [damaged.has(id) ? "named" : "refused", `answered ${is.status} ${is.body.slice(0, 120)}`];
  }
  if (is.status !== was.status) return ["wrong", `answered ${is.status} instead of ${was.status}`];
  const before = linesOrItems(was.body);
  const after = linesOrItems(is.body);
  if (before === null || after === null) return ["wrong", firstDifference(was.body, is.body)];
  for (const [id, text] of after) {
    const isNamed = damaged.has(id) && (/damaged/.test(text) || !before.has(id));
    if (before.get(id) !== text && !isNamed)
      return ["wrong", before.has(id) ? firstDifference(before.get(id) ?? "", text) : `has ${id} too`];
  }
  for (const id of before.keys())
    if (!after.has(id) && !damaged.has(id)) {
      // The items of a page move up when one before them is named as damaged and sorted elsewhere.
      if (path.startsWith("page") || path.startsWith("search")) continue;
      return ["wrong", `leaves ${id} out`];
    }
  return damaged.size > 0
    ? ["named", `names ${[...damaged].join(", ")}`]
    : ["wrong", firstDifference(was.body, is.body)];
}

/** The items of an answer, or the lines of an export, by their prints; `null` where it is neither. */
function linesOrItems(body: string): ReadonlyMap<number, string> | null {
  const items = itemsOf(body);
  if (items.length > 0) return new Map(items.map((item) => [Number(item.id), JSON.stringify(item)]));
  const lines = body.split(/\r?\n/).filter((line) => /^(\{"id":)?\d+,/.test(line));
  if (lines.length === 0) return null;
  return new Map(lines.map((line) => [Number(/\d+/.exec(line)?.[0]), line]));
}

function itemsOf(body: string): readonly Item[] {
  if (!body.startsWith("{")) return [];
  try {
    const { items } = JSON.parse(body) as { items?: unknown };
    return Array.isArray(items) ? (items as Item[]) : [];
  } catch {
    return [];
  }
}

/** Where two texts begin to differ. */
function firstDifference(was: string, is: string): string {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  const from = Math.max(0, at - 15);
  return `${JSON.stringify(was.slice(from, at + 25))} became ${JSON.stringify(is.slice(from, at + 25))}`;
}
