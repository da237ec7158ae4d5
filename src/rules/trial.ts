import { badRequest } from "../domain/errors.ts";
import { RULE_LIMITS } from "../domain/limits.ts";
import type { RuleSettings, RuleTrial } from "../domain/rule.ts";
import type { CapturedGroup } from "./pattern.ts";
import type { RuleText } from "./receipt-text.ts";
import { type OnMatch, RuleSet } from "./rule-set.ts";
import { InvalidRule, type NamedRule } from "./runnable-rule.ts";

/** What rules would give, and where they matched. */
export interface TrialResult {
  /** What was looked through; offsets are UTF-16 units of it. */
  readonly text: string;
  readonly label: string | null;
  readonly tag: Readonly<Record<string, string>>;
  readonly matches: readonly {
    readonly id: number | null;
    readonly name: string;
    readonly groups: readonly CapturedGroup[];
  }[];
}

/**
 * Checks whether a rule can be among those of a workspace.
 * @param others the workspace's other rules
 * @throws TillrollError BAD_REQUEST when its pattern or a template is wrong, or all patterns are too large together
 */
export function checkRule(settings: RuleSettings, others: readonly NamedRule[]): void {
  const { instructions } = checkedSet(settings);
  const all = instructions + RuleSet.of(others, "skip").instructions;
  const maximum = RULE_LIMITS.workspaceInstructions;
  if (!settings.enabled || all <= maximum) return;
  const message = `is too large beside the workspace's other rules: ${all} instructions, at most ${maximum} are possible.`;
  throw badRequest([{ path: "pattern", message }]);
}

/**
 * Tries rules out on a text: one rule, or those of a workspace, as if it were of a print from a printer that had neither
 * label nor tags.
 * @throws TillrollError BAD_REQUEST when the pattern or a template is wrong
 */
export function tryOut(
  { rule }: Pick<RuleTrial, "rule">,
  { text, unsure }: RuleText,
  present: () => RuleSet,
): TrialResult {
  const rules = rule === null ? present() : checkedSet(rule);
  const matches: TrialResult["matches"][number][] = [];
  const print = { label: null, tags: new Map<string, string>(), isFromPrinter: true };
  const onMatch: OnMatch = ({ id, name }, groups) => void matches.push({ id, name, groups });
  // A workspace's rule, as the one rule would be, takes guesses for numbers.
  const { label, tags } = rules.fill(text, print, onMatch, rule === null ? unsure : []);
  return { text, label, tag: Object.fromEntries(tags), matches };
}

/** One rule, checked and ready to run. @throws TillrollError BAD_REQUEST */
export function checkedSet(settings: RuleSettings): RuleSet {
  try {
    return RuleSet.of([{ ...settings, id: null, enabled: true }]);
  } catch (error) {
    if (!(error instanceof InvalidRule)) throw error;
    throw badRequest([{ path: error.path, message: error.message }]);
  }
}
