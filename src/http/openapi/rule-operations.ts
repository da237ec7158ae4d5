import { gives, json, type Operations } from "./operation.ts";

const orderNumber = { pattern: "Order\\s+#(\\d+)", label: "Order $1", tag: { orderId: "$1" } };

export const ruleOperations = {
  listRules: {
    summary: "List the rules",
    description: "Also those that come with Tillroll, and how far they have been applied.",
    access: "read",
    answers: { 200: gives("Rules", "The rules.") },
  },
  createRule: {
    summary: "Make a rule",
    description:
      "It is for prints from now on; apply has it applied to older ones. A rule only fills in what a print lacks: it " +
      "never changes a label or tag that somebody gave.",
    access: "admin",
    body: json("NewRule", { "order numbers": { name: "Order number", ...orderNumber } }),
    answers: { 201: gives("Rule", "The rule.") },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  },
  updateRule: {
    summary: "Change a rule",
    access: "admin",
    body: json("RulePatch", { "another tag": { tag: { orderId: null, order: "$1" } } }),
    answers: { 200: gives("Rule", "The rule as it is now.") },
  },
  removeRule: {
    summary: "Remove a rule",
    description: "What it gave prints stays.",
    access: "admin",
    answers: { 200: gives("Rule", "The rule as it was.") },
  },
  switchDefaultRules: {
    summary: "Switch the rules that come with Tillroll on or off",
    description: "They are on at first.",
    access: "admin",
    body: json("RuleDefaults", { off: { enabled: false }, on: { enabled: true } }),
    answers: { 200: gives("Rules", "The rules.") },
  },
  applyRules: {
    summary: "Apply the rules to old prints",
    description:
      "Done in the background, so that new prints come first; reapplication in the list tells how far it is. When the " +
      "service ends meanwhile, its next start goes on with it.",
    access: "admin",
    body: { ...json("RuleApplication", { "this year's": { from: "2026-01-01" } }), isOptional: true },
    answers: { 202: gives("Rules", "It has begun.") },
    errors: ["CONFLICT"],
  },
  tryRule: {
    summary: "Try a rule out",
    description: "Changes nothing: tells what it would give and where it matches.",
    access: "read",
    body: json("RuleTrial", { "on a text": { ...orderNumber, text: "Order #1001\n2 Flat White\n" } }),
    answers: { 200: gives("RuleTrialResult", "What it would give.") },
    errors: ["PRINT_DATA_DAMAGED"],
  },
} satisfies Operations;
