import {
  NewRule,
  Rule,
  RuleApplication,
  RuleDefaults,
  RulePatch,
  RulePreview,
  RulePreviewWish,
  RuleTrial,
  RuleTrialResult,
  Rules,
} from "../../contract/rule.ts";
import { RULE_LIMITS } from "../../domain/limits.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const ruleOperations = {
  listRules: operation("read", "List the rules", {
    description: "Also those that come with Tillroll, and how far they have been applied.",
    answers: { 200: gives(Rules, "The rules.") },
  }),
  createRule: operation("admin", "Make a rule", {
    needs: "rule",
    description:
      "It is for prints from now on; apply has it applied to older ones. A rule only fills in what a print lacks: it " +
      "never changes a label or tag that somebody gave.",
    body: NewRule,
    answers: { 201: gives(Rule, "The rule.") },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  }),
  updateRule: operation("admin", "Change a rule", {
    needs: "rule",
    body: RulePatch,
    answers: { 200: gives(Rule, "The rule as it is now.") },
  }),
  removeRule: operation("admin", "Remove a rule", {
    needs: "rule",
    description: "What it gave prints stays.",
    answers: { 200: gives(Rule, "The rule as it was.") },
  }),
  switchDefaultRules: operation("admin", "Switch the rules that come with Tillroll on or off", {
    needs: "rule",
    description: "They are on at first.",
    body: RuleDefaults,
    answers: { 200: gives(Rules, "The rules.") },
  }),
  applyRules: operation("admin", "Apply the rules to old prints", {
    needs: "rule",
    description:
      "Done in the background, so that new prints come first; reapplication in the list tells how far it is. When the " +
      "service ends meanwhile, its next start goes on with it. Fiscal codes are looked for, too, where the workspace wants that.",
    body: RuleApplication,
    isBodyOptional: true,
    answers: { 202: gives(Rules, "It has begun.") },
    errors: ["CONFLICT"],
  }),
  tryRule: operation("read", "Try a rule out", {
    needs: "rule",
    description: "Changes nothing: tells what it would give and where it matches.",
    body: RuleTrial,
    answers: { 200: gives(RuleTrialResult, "What it would give.") },
    errors: ["PRINT_DATA_DAMAGED"],
  }),
  previewRule: operation("read", "Preview a rule on the newest prints", {
    needs: "rule",
    description: `Changes nothing: tells how many of the last ${RULE_LIMITS.previewPrints} prints it would match, and what it would give.`,
    body: RulePreviewWish,
    answers: { 200: gives(RulePreview, "How many match, and some of them.") },
  }),
} satisfies Operations;
