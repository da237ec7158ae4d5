import { type Issue, throwIfAny } from "../domain/errors.ts";
import type { Receipt, Rectangle } from "../escpos/receipt.ts";
import { InvalidPattern, Pattern } from "../rules/pattern.ts";
import { COMPARISON_LIMITS } from "./limits.ts";
import { type LineText, lineTextOf, symbolTextOf } from "./line-text.ts";

/** Stands in a line for what does not count. */
const BLOT = "▒";

/** What of receipts does not count when they are compared: the matches of patterns within a printed line. */
export class IgnoredText {
  private searched = 0;

  private constructor(private readonly patterns: readonly Pattern[]) {}

  /** @throws TillrollError BAD_REQUEST for what is no regular expression of RE2, or too large */
  static compile(texts: readonly string[]): IgnoredText {
    const issues: Issue[] = [];
    const patterns: Pattern[] = [];
    let instructions = 0;
    for (const [index, text] of texts.entries()) {
      try {
        const pattern = Pattern.compile(text);
        patterns.push(pattern);
        instructions += pattern.instructions;
      } catch (error) {
        if (!(error instanceof InvalidPattern)) throw error;
        issues.push({ path: `ignore.${index}`, message: error.message });
      }
    }
    if (instructions > COMPARISON_LIMITS.instructions)
      issues.push({
        path: "ignore",
        message: "the patterns are too large together when compiled; shorten them.",
      });
    throwIfAny(issues);
    return new IgnoredText(patterns);
  }

  /** Whether there was more text than is looked through: of the rest everything counts. */
  get isExhausted(): boolean {
    return this.searched > COMPARISON_LIMITS.searchedCharacters;
  }

  /** A line with each part that does not count as one sign: equal where only such parts differ. */
  blotted(line: string): string {
    let blotted = "";
    let last = 0;
    for (const { start, end } of this.placesIn(line)) {
      blotted += line.slice(last, start) + BLOT;
      last = end;
    }
    return blotted + line.slice(last);
  }

  /** The boxes on the paper of all that does not count: of characters, and of symbols whose data match. In dots. */
  boxesOn(receipt: Receipt): Rectangle[] {
    if (this.patterns.length === 0) return [];
    const boxes: Rectangle[] = [];
    for (const group of Map.groupBy(receipt.pieces, ({ line }) => line).values()) {
      const symbols = group.flatMap((piece) => symbolTextOf(piece) ?? []);
      for (const line of [lineTextOf(group, receipt), ...symbols]) boxes.push(...this.boxesIn(line));
    }
    return boxes;
  }

  private boxesIn({ text, boxes }: LineText): Rectangle[] {
    return this.placesIn(text).flatMap(({ start, end }) => joined(boxes.slice(start, end)));
  }

  /** Where the matches of all patterns are, from left to right, those that touch as one. */
  private placesIn(text: string): { start: number; end: number }[] {
    this.searched += text.length * this.patterns.length;
    if (this.isExhausted) return [];
    const all = this.patterns.flatMap((pattern) => pattern.findAll(text));
    this.searched += all.length * COMPARISON_LIMITS.charactersPerMatch;
    const places: { start: number; end: number }[] = [];
    for (const { start, end } of all.toSorted((one, other) => one.start - other.start)) {
      const last = places.at(-1);
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
      else places.push({ start, end });
    }
    return places;
  }
}

/** Boxes of characters in one row as one box. */
function joined(boxes: readonly (Rectangle | null)[]): Rectangle[] {
  const rows: Rectangle[] = [];
  for (const box of boxes) {
    if (box === null) continue;
    const last = rows.at(-1);
    if (last === undefined || last.y !== box.y || last.height !== box.height) rows.push(box);
    else {
      const x = Math.min(last.x, box.x);
      const end = Math.max(last.x + last.width, box.x + box.width);
      rows[rows.length - 1] = { ...last, x, width: end - x };
    }
  }
  return rows;
}
