import type { Static } from "@sinclair/typebox";
import { badRequest } from "../domain/errors.ts";
import { parseInstant } from "../domain/instant.ts";
import { tagToJson } from "../domain/print.ts";
import { RULE_LIMITS } from "../domain/limits.ts";
import { readTemplate } from "../domain/rule-template.ts";
import {
  type GivenRule,
  type ReapplicationBounds,
  RULE_SCOPES,
  type RuleSettings,
  type RuleTrial as DomainTrial,
} from "../domain/rule.ts";
import type { IssueList, JsonObject } from "../domain/validation.ts";
import { read } from "./check.ts";
import { givenInstant, id, instant, tagKey } from "./fields.ts";
import * as t from "./schema.ts";

const template = t.refined(
  t.text(
    1,
    RULE_LIMITS.templateCharacters,
    "$1 or ${name} is what that group captured, $0 the whole match, ${name:amount} a sum as digits with a point, $$ a $.",
  ),
  (value) => {
    const parts = readTemplate(value);
    return typeof parts === "string" ? parts : null;
  },
);

const TEMPLATES = {
  description: `The templates of tags, by their keys; at most ${RULE_LIMITS.tagKeys}.`,
  examples: [{ orderId: "$1" }],
};

const tagPatch = t.dictionary(tagKey, t.nullable(template), null, "templates", TEMPLATES);

/** What a client gives of a rule. */
const GIVEN = {
  name: t.text(1, RULE_LIMITS.nameCharacters, "What the rule is called."),
  // Whether it is a regular expression is for the rule engine to check.
  pattern: t.text(1, RULE_LIMITS.patternCharacters, {
    description:
      "A regular expression in the syntax of RE2, which takes a bounded time whatever the receipt. It looks through the " +
      "lines of the receipt, joined by line feeds; ^ and $ are the ends of a line, and (?i) makes it ignore case.",
    examples: ["Order\\s+#(\\S+)"],
  }),
  label: t.nullable(template, "The template of the label; null for none."),
  tag: t.dictionary(tagKey, template, RULE_LIMITS.tagKeys, "templates", TEMPLATES),
  appliesTo: t.choice(
    RULE_SCOPES,
    "printers (the default): prints that came in by a printer. all: those of HTTP clients too.",
  ),
  enabled: t.flag("True by default."),
  position: t.integer(
    0,
    RULE_LIMITS.rules,
    "Its place in the order, from 0: of the rules that match, the first gives a field its value.",
  ),
};

/** What may be left out; `null` counts as not given. */
const options = t.optional({
  label: GIVEN.label,
  appliesTo: t.nullable(GIVEN.appliesTo),
  enabled: t.nullable(GIVEN.enabled),
  position: t.nullable(GIVEN.position),
});

export const Rule = t.object(
  {
    id: id(),
    ...GIVEN,
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was last changed."),
  },
  { name: "Rule" },
);

export const NewRule = t.strict(
  { name: GIVEN.name, pattern: GIVEN.pattern, ...options, ...t.optional({ tag: t.nullable(GIVEN.tag) }) },
  {
    name: "NewRule",
    description: "With a label, a tag, or both.",
    examples: [{ name: "Order number", pattern: "Order #(\\d+)", label: "Order $1", tag: { orderId: "$1" } }],
  },
);

export const RulePatch = t.strict(
  { ...t.optional({ name: GIVEN.name, pattern: GIVEN.pattern, tag: t.nullable(tagPatch) }), ...options },
  {
    name: "RulePatch",
    description: "A merge patch (RFC 7396), also of the tags.",
    examples: [{ label: "Order $1", tag: { kind: null, table: "$1" } }],
  },
);

const { enabled: _, position: __, ...describing } = GIVEN;

/** A rule that comes with Tillroll: its pattern may be longer than a person's. */
const defaultRule = t.object({ ...describing, pattern: t.anyText() });

const progress = t.object({
  done: t.count(),
  total: t.count("Prints."),
  filled: t.count("Prints that the rules found something for."),
  isDone: t.flag(),
});

export const Rules = t.object(
  {
    items: t.list(Rule, null, "The workspace's own, in their order."),
    defaults: t.object(
      { enabled: t.flag("Whether they count in this workspace."), items: t.list(defaultRule, null) },
      "Those that come with Tillroll; they count after the workspace's own.",
    ),
    pending: t.count("Prints that the rules have not been applied to yet."),
    reapplication: t.nullable(progress, "The last time that the rules were applied again."),
  },
  { name: "Rules" },
);

export const RuleDefaults = t.strict(
  { enabled: t.flag() },
  { name: "RuleDefaults", examples: [{ enabled: true }] },
);

export const RuleApplication = t.strict(
  t.optional({
    from: t.nullable(givenInstant("The first createdAt, inclusive.")),
    to: t.nullable(givenInstant("The last createdAt, inclusive.")),
  }),
  { name: "RuleApplication", description: "Without bounds, all prints.", examples: [{ from: "2026-01-31" }] },
);

export const RuleTrial = t.strict(
  t.optional({
    pattern: t.nullable(GIVEN.pattern),
    label: GIVEN.label,
    tag: t.nullable(GIVEN.tag),
    printId: t.nullable(t.described(id(), "A print of the workspace.")),
    text: t.nullable(t.text(0, RULE_LIMITS.textCharacters, "A text instead of a print.")),
  }),
  {
    name: "RuleTrial",
    together: checkTrial,
    description: "Without a pattern, label and tag, the rules that there are are tried out.",
    examples: [{ pattern: "Order #(\\d+)", label: "Order $1", text: "Order #1001" }],
  },
);

function checkTrial(body: JsonObject, issues: IssueList): void {
  checkPattern(body, issues);
  if (isGiven(body, "printId") === isGiven(body, "text"))
    issues.add("", "give either printId or text, to try the rule on.");
}

function checkPattern(body: JsonObject, issues: IssueList): void {
  if (!isGiven(body, "pattern") && (isGiven(body, "label") || isGiven(body, "tag")))
    issues.add("pattern", "is missing: what gives a label or tags looks for something.");
}

function isGiven(body: JsonObject, field: string): boolean {
  return (body[field] ?? null) !== null;
}

const group = t.object({
  number: t.count("0 is the whole match."),
  name: t.nullable(t.anyText()),
  start: t.count("UTF-16 units from the start of the text."),
  end: t.count(),
  text: t.anyText(),
});

export const RuleTrialResult = t.object(
  {
    text: t.anyText("What was looked through."),
    label: t.nullable(t.anyText()),
    tag: t.dictionary(t.anyText(), t.anyText(), null, "strings"),
    matches: t.list(
      t.object({
        id: t.nullable(id(), "null for the rule tried out, and for one that comes with Tillroll."),
        name: t.anyText(),
        groups: t.list(group, null),
      }),
      null,
      "The rules that matched, of those that were looked for.",
    ),
  },
  { name: "RuleTrialResult" },
);

export const RulePreviewWish = t.strict(
  t.optional({
    pattern: t.nullable(GIVEN.pattern),
    label: GIVEN.label,
    tag: t.nullable(GIVEN.tag),
    appliesTo: t.nullable(GIVEN.appliesTo),
  }),
  {
    name: "RulePreviewWish",
    together: checkPattern,
    description: "Without a pattern, label and tag, the rules that there are are tried out.",
    examples: [{ pattern: "Order #(\\d+)", label: "Order $1" }],
  },
);

export const RulePreview = t.object(
  {
    looked: t.count(
      "Prints that were looked at: of those that it is for, the newest; fewer where that takes long.",
    ),
    matched: t.count("Those that match."),
    filled: t.count("Those that it would give something: the others have a label and tags already."),
    prints: t.list(
      t.object({
        printId: id(),
        label: t.nullable(t.anyText()),
        tag: t.dictionary(t.anyText(), t.anyText(), null, "strings"),
      }),
      null,
      "The newest that match, and what each would be given if it had nothing.",
    ),
  },
  { name: "RulePreview" },
);

export type RuleAnswer = Static<typeof Rule>;
export type RulesAnswer = Static<typeof Rules>;
export type RuleTrialAnswer = Static<typeof RuleTrialResult>;
export type RulePreviewAnswer = Static<typeof RulePreview>;

/** Reads the body of "Make a rule". @throws TillrollError BAD_REQUEST with all faults */
export function readNewRule(body: unknown): GivenRule {
  const { name, appliesTo, enabled, position, ...giving } = read(NewRule, body);
  const gives = givingOf(giving);
  if (gives.label === null && gives.tag === "{}")
    throw badRequest([{ path: "", message: "A rule must give a label or at least one tag." }]);
  const settings = { name, ...gives, appliesTo: appliesTo ?? "printers", enabled: enabled ?? true };
  return { settings, position: position ?? null };
}

/** Reads the body of "Change a rule". @returns the rule as it is to be @throws TillrollError BAD_REQUEST */
export function readRulePatch(body: unknown, rule: RuleSettings): GivenRule {
  const { tag, ...patch } = read(RulePatch, body);
  const { name, pattern, label, appliesTo, enabled } = rule;
  const merged = { name, pattern, label, appliesTo, enabled, ...patch };
  const present = JSON.parse(rule.tag) as object;
  if (tag === null) return readNewRule(merged);
  const tags = Object.entries({ ...present, ...tag }).filter(([, value]) => value !== null);
  return readNewRule({ ...merged, tag: Object.fromEntries(tags) });
}

/** Reads the body of "Apply the rules to old prints". @throws TillrollError BAD_REQUEST with all faults */
export function readReapplication(body: unknown): ReapplicationBounds {
  const { from, to } = read(RuleApplication, body);
  return { from: parseInstant(from ?? ""), to: parseInstant(to ?? "") };
}

/** Reads the body of "Try a rule out". @throws TillrollError BAD_REQUEST with all faults */
export function readRuleTrial(body: unknown): DomainTrial {
  const { printId = null, text = null, pattern, ...giving } = read(RuleTrial, body);
  if (pattern === null || pattern === undefined) return { rule: null, printId, text };
  const rule = { name: "", ...givingOf({ pattern, ...giving }), appliesTo: "all" as const, enabled: true };
  return { rule, printId, text };
}

/** Reads the body of "Preview a rule". @returns `null` for the rules that there are @throws TillrollError BAD_REQUEST with all faults */
export function readRulePreviewWish(body: unknown): RuleSettings | null {
  const { pattern, appliesTo, ...giving } = read(RulePreviewWish, body);
  if (pattern === null || pattern === undefined) return null;
  return { name: "", ...givingOf({ pattern, ...giving }), appliesTo: appliesTo ?? "printers", enabled: true };
}

/** What a rule looks for and what it gives. */
function givingOf({ pattern, label = null, tag }: Pick<Static<typeof NewRule>, "pattern" | "label" | "tag">) {
  return { pattern, label, tag: tagToJson(new Map(Object.entries(tag ?? {}))) };
}
