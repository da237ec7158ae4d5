import { type RuleFilling, tagField } from "../domain/print-change.ts";
import type { Range } from "../recognition/recognised-text.ts";
import type { CapturedGroup } from "./pattern.ts";
import { InvalidRule, type NamedRule, RunnableRule } from "./runnable-rule.ts";

/** What a print has of what rules give, or what they found for it. */
interface Filling {
  readonly label: string | null;
  readonly tags: ReadonlyMap<string, string>;
}

/** What rules found for a print. */
export interface Finding extends Filling {
  /** The names of the rules that gave it, by its fields: `label`, or `tag.KEY`. */
  readonly filling: RuleFilling;
}

/** What of a print decides which rules may fill what. */
export interface FillablePrint extends Filling {
  readonly isFromPrinter: boolean;
}

/** Told of a rule that matched, and of the groups of the match. */
export type OnMatch = (rule: NamedRule, groups: readonly CapturedGroup[]) => void;

/** Rules in their order, ready to be applied. */
export class RuleSet {
  private constructor(private readonly rules: readonly RunnableRule[]) {}

  /** Rules that are known to be right. */
  static trusted(rules: readonly NamedRule[]): RuleSet {
    return new RuleSet(rules.map((rule) => new RunnableRule(rule)));
  }

  /**
   * A workspace's rules; disabled ones are left out.
   * @param whenInvalid whether a rule that cannot be applied is an error, or is left out
   * @throws InvalidRule
   */
  static of(rules: readonly NamedRule[], whenInvalid: "throw" | "skip" = "throw"): RuleSet {
    const runnable: RunnableRule[] = [];
    for (const rule of rules) {
      if (!rule.enabled) continue;
      try {
        const checked = new RunnableRule(rule);
        checked.check();
        runnable.push(checked);
      } catch (error) {
        if (whenInvalid === "throw" || !(error instanceof InvalidRule)) throw error;
      }
    }
    return new RuleSet(runnable);
  }

  /** These rules, and then others. */
  followedBy(others: RuleSet): RuleSet {
    return new RuleSet([...this.rules, ...others.rules]);
  }

  /** The sizes of the patterns together. */
  get instructions(): number {
    return this.rules.reduce((sum, { pattern }) => sum + pattern.instructions, 0);
  }

  /** Whether there is a rule for prints that came in by no printer. */
  get isForAll(): boolean {
    return this.rules.some(({ rule }) => rule.appliesTo === "all");
  }

  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /** Whether any rule could fill what a print lacks; else its text need not be read. */
  couldFill(print: FillablePrint): boolean {
    return this.rules.some((rule) => isFor(rule, print) && gives(rule, print));
  }

  /**
   * Applies the rules to a print's text: of those that match, the first one that gives a field anything counts, and only
   * for what the print lacks. Where the first match of those that come with Tillroll has a number that is a guess, none of
   * them gives what it would have given: what stands elsewhere is something else.
   * @param onMatch told of each rule that was searched for and matched, and of the groups of the match
   * @param unsure the numbers of the text that are guesses
   */
  fill(
    text: string,
    print: FillablePrint,
    onMatch: OnMatch = () => {},
    unsure: readonly Range[] = [],
  ): Finding {
    let { label } = print;
    const found = new Map<string, string>();
    const filling: [field: string, rule: string][] = [];
    const refused = new Set<string>();
    const lacks = (key: string) => !print.tags.has(key) && !found.has(key);
    for (const runnable of this.rules) {
      if (!isFor(runnable, print) || !gives(runnable, { label, tags: new Map([...print.tags, ...found]) }))
        continue;
      const isDefault = runnable.rule.id === null;
      if (isDefault && [...runnable.tagTemplates.keys()].some((key) => refused.has(key))) continue;
      const groups = runnable.pattern.find(text);
      if (groups === null) continue;
      if (isDefault && unsure.some((range) => overlaps(range, groups[0]))) {
        for (const key of runnable.tagTemplates.keys()) refused.add(key);
        continue;
      }
      onMatch(runnable.rule, groups);
      const { name } = runnable.rule;
      if (label === null) {
        label = runnable.labelOf(groups);
        if (label !== null) filling.push(["label", name]);
      }
      for (const key of runnable.tagTemplates.keys()) {
        const value = lacks(key) ? runnable.tagOf(key, groups) : null;
        if (value === null) continue;
        found.set(key, value);
        filling.push([tagField(key), name]);
      }
    }
    return { label: print.label === null ? label : null, tags: found, filling: Object.fromEntries(filling) };
  }
}

function overlaps({ start, end }: Range, match: CapturedGroup | undefined): boolean {
  return match !== undefined && start < match.end && match.start < end;
}

function isFor({ rule }: RunnableRule, { isFromPrinter }: FillablePrint): boolean {
  return isFromPrinter || rule.appliesTo === "all";
}

/** Whether a rule gives anything that is not there. */
function gives({ labelTemplate, tagTemplates }: RunnableRule, print: Filling) {
  if (labelTemplate !== null && print.label === null) return true;
  return [...tagTemplates.keys()].some((key) => !print.tags.has(key));
}
