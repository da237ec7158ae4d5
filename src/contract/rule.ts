import { type Static, Type } from "@sinclair/typebox";
import { PRINT_LIMITS } from "../domain/limits.ts";
import { RULE_LIMITS } from "../domain/rule-limits.ts";
import { readTemplate } from "../domain/rule-template.ts";
import { RULE_SCOPES } from "../domain/rule.ts";
import type { IssueSink, JsonObject } from "../domain/validation.ts";
import { givenInstant, id, instant } from "./fields.ts";
import {
  anyText,
  choice,
  described,
  dictionary,
  flag,
  integer,
  list,
  named,
  nullable,
  optional,
  refined,
  strict,
  text,
  together,
} from "./schema.ts";

const name = text(1, RULE_LIMITS.nameCharacters, { description: "What the rule is called." });

/** Whether it is a regular expression is for the rule engine to check. */
const pattern = text(1, RULE_LIMITS.patternCharacters, {
  description:
    "A regular expression in the syntax of RE2, which takes a bounded time whatever the receipt. It looks through the " +
    "lines of the receipt, joined by line feeds; ^ and $ are the ends of a line, and (?i) makes it ignore case.",
  examples: ["Order\\s+#(\\S+)"],
});

const template = refined(
  text(1, RULE_LIMITS.templateCharacters, {
    description:
      "$1 or ${name} is what that group captured, $0 the whole match, ${name:amount} a sum as digits with a point, $$ a $.",
  }),
  (value) => {
    const read = readTemplate(value);
    return typeof read === "string" ? read : null;
  },
);

const label = nullable(template, { description: "The template of the label; null for none." });

const TEMPLATES = {
  description: `The templates of tags, by their keys; at most ${RULE_LIMITS.tagKeys}.`,
  examples: [{ orderId: "$1" }],
};

const key = text(1, PRINT_LIMITS.tagKeyCharacters);
const tag = dictionary(key, template, RULE_LIMITS.tagKeys, "templates", TEMPLATES);
const tagPatch = dictionary(key, nullable(template), null, "templates", TEMPLATES);

const appliesTo = choice(RULE_SCOPES, {
  description: "printers (the default): prints that came in by a printer. all: those of HTTP clients too.",
});

const enabled = flag({ description: "True by default." });

const position = integer(0, RULE_LIMITS.rules, {
  description: "Its place in the order, from 0: of the rules that match, the first gives a field its value.",
});

/** What a rule looks for and what it gives. */
const gives = { pattern, label, tag };

/** What may be left out; `null` counts as not given. */
const options = optional({
  label,
  appliesTo: nullable(appliesTo),
  enabled: nullable(enabled),
  position: nullable(position),
});

export const Rule = named(
  "Rule",
  Type.Object({
    id: id(),
    name,
    ...gives,
    appliesTo,
    enabled,
    position,
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was last changed."),
  }),
);

export const NewRule = named(
  "NewRule",
  strict(
    { name, pattern, ...options, tag: Type.Optional(nullable(tag)) },
    {
      description: "With a label, a tag, or both.",
      examples: [
        { name: "Order number", pattern: "Order #(\\d+)", label: "Order $1", tag: { orderId: "$1" } },
      ],
    },
  ),
);

export const RulePatch = named(
  "RulePatch",
  strict(
    { ...optional({ name, pattern, tag: nullable(tagPatch) }), ...options },
    {
      description: "A merge patch (RFC 7396), also of the tags.",
      examples: [{ label: "Order $1", tag: { kind: null, table: "$1" } }],
    },
  ),
);

/** A rule that comes with Tillroll: its pattern may be longer than a person's. */
const defaultRule = Type.Object({ name, ...gives, pattern: anyText(), appliesTo });

const progress = Type.Object({
  done: integer(),
  total: integer(0, undefined, { description: "Prints." }),
  filled: integer(0, undefined, { description: "Prints that the rules found something for." }),
  isDone: flag(),
});

export const Rules = named(
  "Rules",
  Type.Object({
    items: list(Rule, null, { description: "The workspace's own, in their order." }),
    defaults: Type.Object(
      {
        enabled: flag({ description: "Whether they count in this workspace." }),
        items: list(defaultRule, null),
      },
      { description: "Those that come with Tillroll; they count after the workspace's own." },
    ),
    pending: integer(0, undefined, { description: "Prints that the rules have not been applied to yet." }),
    reapplication: nullable(progress, { description: "The last time that the rules were applied again." }),
  }),
);

export const RuleDefaults = named(
  "RuleDefaults",
  strict({ enabled: flag() }, { examples: [{ enabled: true }] }),
);

export const RuleApplication = named(
  "RuleApplication",
  strict(
    optional({
      from: nullable(givenInstant("The first createdAt, inclusive.")),
      to: nullable(givenInstant("The last createdAt, inclusive.")),
    }),
    { description: "Without bounds, all prints.", examples: [{ from: "2026-01-31" }] },
  ),
);

export const RuleTrial = named(
  "RuleTrial",
  together(
    strict(
      optional({
        pattern: nullable(pattern),
        label,
        tag: nullable(tag),
        printId: nullable(described(id(), { description: "A print of the workspace." })),
        text: nullable(text(0, RULE_LIMITS.textCharacters, { description: "A text instead of a print." })),
      }),
      {
        description: "Without a pattern, label and tag, the rules that there are are tried out.",
        examples: [{ pattern: "Order #(\\d+)", label: "Order $1", text: "Order #1001" }],
      },
    ),
    checkTrial,
  ),
);

function checkTrial(body: JsonObject, issues: IssueSink): void {
  if (!isGiven(body, "pattern") && (isGiven(body, "label") || isGiven(body, "tag")))
    issues.add("pattern", "is missing: what gives a label or tags looks for something.");
  if (isGiven(body, "printId") === isGiven(body, "text"))
    issues.add("", "give either printId or text, to try the rule on.");
}

function isGiven(body: JsonObject, field: string): boolean {
  return (body[field] ?? null) !== null;
}

const group = Type.Object({
  number: integer(0, undefined, { description: "0 is the whole match." }),
  name: nullable(anyText()),
  start: integer(0, undefined, { description: "UTF-16 units from the start of the text." }),
  end: integer(),
  text: anyText(),
});

export const RuleTrialResult = named(
  "RuleTrialResult",
  Type.Object({
    text: anyText({ description: "What was looked through." }),
    label: nullable(anyText()),
    tag: dictionary(anyText(), anyText(), null, "strings"),
    matches: list(
      Type.Object({
        id: nullable(id(), {
          description: "null for the rule tried out, and for one that comes with Tillroll.",
        }),
        name: anyText(),
        groups: list(group, null),
      }),
      null,
      { description: "The rules that matched, of those that were looked for." },
    ),
  }),
);

export type RuleAnswer = Static<typeof Rule>;
export type RulesAnswer = Static<typeof Rules>;
