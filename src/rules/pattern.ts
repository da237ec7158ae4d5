import { RE2JS, RE2JSSyntaxException } from "re2js";
import { MEBIBYTE } from "../domain/limits.ts";
import { RULE_LIMITS } from "../domain/rule-limits.ts";

/** What one pattern may keep in memory from one search to the next, bytes; within a search RE2 has a limit of its own. */
const KEPT_STATES_BYTES = MEBIBYTE;

/** A pattern is not a regular expression, or too large; the message is a sentence's end such as `must …`. */
export class InvalidPattern extends Error {
  override readonly name = "InvalidPattern";
}

/** What a group captured; offsets are UTF-16 units from the start of the text. */
export interface CapturedGroup {
  readonly number: number;
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A regular expression in the syntax of RE2, searched for by RE2's own algorithms: in a time that grows with the length
 * of the text times the size of the pattern, whatever the two are. `^` and `$` are the ends of a line; `.` is anything
 * but a line end.
 */
export class Pattern {
  /** The size of the compiled pattern. */
  readonly instructions: number;
  private readonly names: ReadonlyMap<number, string>;

  private constructor(private readonly compiled: RE2JS) {
    this.instructions = compiled.programSize();
    this.names = new Map(Object.entries(compiled.namedGroups()).map(([name, number]) => [number, name]));
  }

  /** @throws InvalidPattern */
  static compile(text: string): Pattern {
    let pattern: Pattern;
    try {
      pattern = new Pattern(RE2JS.compile(text, RE2JS.MULTILINE));
    } catch (error) {
      throw new InvalidPattern(`must be a regular expression of RE2: ${reasonOf(error)}.`);
    }
    const maximum = RULE_LIMITS.patternInstructions;
    if (pattern.instructions <= maximum) return pattern;
    const size = `${pattern.instructions} instructions, and at most ${maximum} are possible`;
    throw new InvalidPattern(`is too large when compiled (${size}); repeat less, or shorten it.`);
  }

  /** Whether the pattern has a group of this number or name. */
  hasGroup(group: number | string): boolean {
    if (typeof group === "number") return group <= this.compiled.groupCount();
    return [...this.names.values()].includes(group);
  }

  /** The first match: its groups, the whole match as group 0, without those that took no part; `null` for none. */
  find(text: string): CapturedGroup[] | null {
    // Whether there is a match at all, RE2 knows many times as fast as where.
    const isThere = this.compiled.test(text);
    this.forgetStates();
    return isThere ? this.locate(text) : null;
  }

  private locate(text: string): CapturedGroup[] | null {
    const matcher = this.compiled.matcher(text);
    if (!matcher.find()) return null;
    const groups: CapturedGroup[] = [];
    for (let number = 0; number <= this.compiled.groupCount(); number++) {
      const start = matcher.start(number);
      if (start < 0) continue;
      const end = matcher.end(number);
      const name = this.names.get(number) ?? null;
      groups.push({ number, name, start, end, text: text.slice(start, end) });
    }
    return groups;
  }

  private forgetStates(): void {
    const states = this.compiled.re2().lazyDFA;
    // Not there before the first search that needs it, whatever its type says.
    if (states !== null && states.maxMem - states.memBudget > KEPT_STATES_BYTES) states.clearCache();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RE2JSSyntaxException) {
    // The library puts its flags before the pattern.
    const part = error.getPattern()?.replace(/^\(\?m\)/, "") ?? "";
    return part === "" ? error.getDescription() : `${error.getDescription()} \`${part}\``;
  }
  return error instanceof Error ? error.message : String(error);
}
