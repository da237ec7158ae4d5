import { Type } from "@sinclair/typebox";
import { PRINT_LIMITS } from "../../domain/limits.ts";
import { RULE_LIMITS } from "../../domain/rule-limits.ts";
import { RULE_SCOPES } from "../../domain/rule.ts";
import { instant, orNull, reference, text, words } from "./fields.ts";

const name = text(RULE_LIMITS.nameCharacters, "What the rule is called.", 1);

const pattern = Type.String({
  minLength: 1,
  maxLength: RULE_LIMITS.patternCharacters,
  description:
    "A regular expression in the syntax of RE2, which takes a bounded time whatever the receipt. It looks through the " +
    "lines of the receipt, joined by line feeds; ^ and $ are the ends of a line, and (?i) makes it ignore case.",
  examples: ["Order\\s+#(\\S+)"],
});

const template = text(
  RULE_LIMITS.templateCharacters,
  "$1 or ${name} is what that group captured, $0 the whole match, ${name:amount} a sum as digits with a point, $$ a $.",
  1,
);

const label = orNull(template, "The template of the label; null for none.");

const tag = Type.Record(Type.String({ minLength: 1, maxLength: PRINT_LIMITS.tagKeyCharacters }), template, {
  description: `The templates of tags, by their keys; at most ${RULE_LIMITS.tagKeys}.`,
  maxProperties: RULE_LIMITS.tagKeys,
  examples: [{ orderId: "$1" }],
});

const appliesTo = words(
  RULE_SCOPES,
  "printers (the default): prints that came in by a printer. all: those of HTTP clients too.",
);

const enabled = Type.Boolean({ description: "True by default." });

const position = Type.Integer({
  minimum: 0,
  maximum: RULE_LIMITS.rules,
  description: "Its place in the order, from 0: of the rules that match, the first gives a field its value.",
});

const gives = { pattern, label, tag };

export const Rule = Type.Object({
  id: Type.Integer(),
  name,
  ...gives,
  appliesTo,
  enabled,
  position,
  createdAt: instant("When it was made."),
  updatedAt: instant("When it was last changed."),
});

const some = { label: Type.Optional(label), tag: Type.Optional(tag) };

const settings = {
  ...some,
  appliesTo: Type.Optional(appliesTo),
  enabled: Type.Optional(enabled),
  position: Type.Optional(position),
};

export const NewRule = Type.Object(
  { name, pattern, ...settings },
  { description: "With a label, a tag, or both.", additionalProperties: false },
);

export const RulePatch = Type.Object(
  {
    name: Type.Optional(name),
    pattern: Type.Optional(pattern),
    ...settings,
    tag: Type.Optional(Type.Record(Type.String(), orNull(template, "null removes it."))),
  },
  { description: "A merge patch (RFC 7396), also of the tags.", additionalProperties: false },
);

const defaults = Type.Object({
  enabled: Type.Boolean({ description: "Whether they count in this workspace." }),
  items: Type.Array(Type.Object({ name, ...gives, pattern: Type.String(), appliesTo })),
});

const reapplication = Type.Union(
  [
    Type.Object({
      done: Type.Integer(),
      total: Type.Integer({ description: "Prints." }),
      filled: Type.Integer({ description: "Prints that the rules found something for." }),
      isDone: Type.Boolean(),
    }),
    Type.Null(),
  ],
  { description: "The last time that the rules were applied again." },
);

export const Rules = Type.Object({
  items: Type.Array(reference("Rule"), { description: "The workspace's own, in their order." }),
  defaults: Type.Unsafe<unknown>({
    ...defaults,
    description: "Those that come with Tillroll; they count after the workspace's own.",
  }),
  pending: Type.Integer({ description: "Prints that the rules have not been applied to yet." }),
  reapplication,
});

export const RuleDefaults = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false });

const bound = (description: string) =>
  Type.Optional(Type.String({ description, examples: ["2026-01-31T18:30:00Z"] }));

export const RuleApplication = Type.Object(
  { from: bound("The first createdAt, inclusive."), to: bound("The last createdAt, inclusive.") },
  { description: "Without bounds, all prints.", additionalProperties: false },
);

export const RuleTrial = Type.Object(
  {
    pattern: Type.Optional(pattern),
    ...some,
    printId: Type.Optional(Type.Integer({ minimum: 1, description: "A print of the workspace." })),
    text: Type.Optional(text(RULE_LIMITS.textCharacters, "A text instead of a print.")),
  },
  {
    description: "Without a pattern, label and tag, the rules that there are are tried out.",
    additionalProperties: false,
  },
);

const group = Type.Object({
  number: Type.Integer({ description: "0 is the whole match." }),
  name: Type.Union([Type.String(), Type.Null()]),
  start: Type.Integer({ description: "UTF-16 units from the start of the text." }),
  end: Type.Integer(),
  text: Type.String(),
});

export const RuleTrialResult = Type.Object({
  text: Type.String({ description: "What was looked through." }),
  label: Type.Union([Type.String(), Type.Null()]),
  tag: Type.Record(Type.String(), Type.String()),
  matches: Type.Array(
    Type.Object({
      id: Type.Union([Type.Integer(), Type.Null()], {
        description: "null for the rule tried out, and for one that comes with Tillroll.",
      }),
      name: Type.String(),
      groups: Type.Array(group),
    }),
    { description: "The rules that matched, of those that were looked for." },
  ),
});

/** By the names under which the reference shows them. */
export const ruleSchemas = {
  Rule,
  Rules,
  NewRule,
  RulePatch,
  RuleDefaults,
  RuleApplication,
  RuleTrial,
  RuleTrialResult,
};
