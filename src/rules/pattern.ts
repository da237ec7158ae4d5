import { RE2JS, RE2JSSyntaxException } from "re2js";
import { MEBIBYTE, RULE_LIMITS } from "../domain/limits.ts";
import { firstIndex } from "../search/sets/bisect.ts";

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
  private readonly lineEnds: number;

  private constructor(private readonly compiled: RE2JS) {
    this.instructions = compiled.programSize();
    this.lineEnds = mostLineEnds(compiled);
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

  /** Where all matches are, one behind the other, without those of no characters. Offsets are UTF-16 units. */
  findAll(text: string): { readonly start: number; readonly end: number }[] {
    const isThere = this.compiled.test(text);
    this.forgetStates();
    const places: { readonly start: number; readonly end: number }[] = [];
    if (!isThere) return places;
    const matcher = this.compiled.matcher(text);
    while (matcher.find())
      if (matcher.end() > matcher.start()) places.push({ start: matcher.start(), end: matcher.end() });
    return places;
  }

  private locate(text: string): CapturedGroup[] | null {
    const matcher = this.compiled.matcher(text);
    if (!matcher.find(this.searchStart(text))) return null;
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

  /**
   * Where the search for the first match can begin: where it is takes RE2 many times as long to find out, character by
   * character, as whether there is one. So the first lines that have no match are found by halving; a match that begins in
   * them ends behind them, and goes over no more line ends than the pattern can.
   */
  private searchStart(text: string): number {
    if (this.lineEnds === Infinity) return 0;
    const starts = [0];
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
    const isMatchWithin = (lines: number) =>
      lines > 0 && this.compiled.test(text.slice(0, (starts[lines] ?? 0) - 1));
    const withoutMatch = firstIndex(starts.length, isMatchWithin) - 1;
    // A line end that the match begins with is the one before.
    return Math.max(0, (starts[Math.max(0, withoutMatch - this.lineEnds)] ?? 0) - 1);
  }

  private forgetStates(): void {
    const states = this.compiled.re2().lazyDFA;
    // Not there before the first search that needs it, whatever its type says.
    if (states !== null && states.maxMem - states.memBudget > KEPT_STATES_BYTES) states.clearCache();
  }
}

/** An instruction of a compiled pattern, of which the library's types say nothing. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  matchRune(character: number): boolean;
}

/** The kinds of instructions that go to one or two others, and those that read a character. */
const OPERATIONS = { alternatives: [1, 2], end: [5, 6], characters: [8, 9, 10, 11], any: 10, notLineEnd: 11 };

/** More line ends than this in a match are as good as any number. */
const MOST_LINE_ENDS = 4;

const LINE_END = 0x0a;

/** How many line ends a match can have at most behind its first character; Infinity for many, or where nobody can tell. */
function mostLineEnds(compiled: RE2JS): number {
  const { prog } = compiled.re2();
  // What looks behind begins to read before its match.
  if (prog.numLb > 0) return Infinity;
  // By the place of an instruction: -1 before the first character.
  const most = new Map<number, number>();
  const waiting: [place: number, lineEnds: number][] = [[prog.start, -1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [place, lineEnds] = next;
    if (lineEnds > MOST_LINE_ENDS) return Infinity;
    if (lineEnds <= (most.get(place) ?? -2)) continue;
    most.set(place, lineEnds);
    const instruction = prog.getInst(place) as Instruction;
    const { op, out, arg } = instruction;
    if (OPERATIONS.end.includes(op)) continue;
    const isFirst = lineEnds < 0 && OPERATIONS.characters.includes(op);
    waiting.push([out, lineEnds + (isFirst || (lineEnds >= 0 && readsLineEnd(instruction)) ? 1 : 0)]);
    if (OPERATIONS.alternatives.includes(op)) waiting.push([arg, lineEnds]);
  }
  return Math.max(0, ...most.values());
}

function readsLineEnd(instruction: Instruction): boolean {
  const { op } = instruction;
  if (!OPERATIONS.characters.includes(op) || op === OPERATIONS.notLineEnd) return false;
  return op === OPERATIONS.any || instruction.matchRune(LINE_END);
}

function reasonOf(error: unknown): string {
  if (error instanceof RE2JSSyntaxException) {
    // The library puts its flags before the pattern.
    const part = error.getPattern()?.replace(/^\(\?m\)/, "") ?? "";
    return part === "" ? error.getDescription() : `${error.getDescription()} \`${part}\``;
  }
  return error instanceof Error ? error.message : String(error);
}
