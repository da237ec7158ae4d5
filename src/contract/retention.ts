import type { Static } from "@sinclair/typebox";
import { AGE_EXAMPLES, readAge } from "../domain/age.ts";
import { badRequest } from "../domain/errors.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import type {
  GivenRetentionRule,
  RetentionHold,
  RetentionRule,
  RetentionSettings,
} from "../domain/retention.ts";
import type { SearchFilter } from "../domain/search-query.ts";
import type { IssueList, JsonObject } from "../domain/validation.ts";
import { read } from "./check.ts";
import { id, instant } from "./fields.ts";
import { Print } from "./print.ts";
import * as t from "./schema.ts";
import { filterOf, searchFields } from "./search.ts";

const {
  deleted: _deleted,
  orderBy: _orderBy,
  page: _page,
  pageSize: _pageSize,
  cursor: _cursor,
  // What is kept must not change with what is held or deleted.
  where: _where,
  ...filters
} = searchFields;

/** The filters of a search, which say for which prints a rule or hold is. */
export const RetentionCondition = t.strict(filters, {
  name: "RetentionCondition",
  description:
    "For which prints it is: the filters of a search, all of which must hold; {} is for all prints. As JSON it may have " +
    `up to ${RETENTION_LIMITS.conditionCharacters} characters.`,
  examples: [{ tag: { op: "eq", key: "kind", value: "invoice" } }],
});

const limits = {
  maxAge: t.nullable(
    t.textOf((text) => readAge(text) !== null, `must be an age such as ${AGE_EXAMPLES}.`, {
      description: `Prints that are older are deleted; such as ${AGE_EXAMPLES} (mo: months), or 8y from year end. Years and months are those of the calendar.`,
      examples: ["2y"],
    }),
  ),
  maxPrints: t.nullable(t.integer(1, undefined, "The newest so many stay.")),
  maxSize: t.nullable(
    t.integer(1, undefined, "The newest stay that have so many bytes together, as they came in."),
  ),
};

const given = {
  name: t.text(
    1,
    RETENTION_LIMITS.nameCharacters,
    "What the rule is called; events say it of what it deletes.",
  ),
  condition: RetentionCondition,
  ...t.optional({
    ...limits,
    keep: t.flag("true: for ever, so that no later rule and no limit of the service deletes them."),
    enabled: t.flag("True by default."),
    position: t.integer(0, RETENTION_LIMITS.rules, "Its place in the order, from 0; the end when not given."),
  }),
};

function checkLimits(body: JsonObject, issues: IssueList): void {
  const isLimited = Object.keys(limits).some((name) => (body[name] ?? null) !== null);
  if (isLimited === (body["keep"] === true))
    issues.add(
      "",
      "give maxAge, maxPrints or maxSize, or else keep: true for prints that are kept for ever.",
    );
}

export const NewRetentionRule = t.strict(given, {
  name: "NewRetentionRule",
  together: checkLimits,
  description: "With at least one limit, or keep.",
  examples: [
    { name: "Test prints", condition: { deviceId: "test" }, maxAge: "7d" },
    {
      name: "Invoices",
      condition: { tag: { op: "eq", key: "kind", value: "invoice" } },
      keep: true,
      position: 0,
    },
  ],
});

export const RetentionRulePatch = t.strict(t.optional(given), {
  name: "RetentionRulePatch",
  description: "A merge patch (RFC 7396); a condition is given as a whole. keep: true takes all limits away.",
  examples: [{ maxAge: "3y" }],
});

const waiting = {
  appliesFrom: t.nullable(
    instant(),
    "From when on it deletes. What would delete prints at once waits for a day first, unless it is confirmed; null while " +
      "it is looked at whether it would.",
  ),
  wouldDelete: t.count("The prints that it would have deleted when it was looked at."),
};

export const RetentionRuleAnswer = t.object(
  {
    id: id(),
    name: t.anyText(),
    condition: RetentionCondition,
    ...limits,
    keep: t.flag("Whether it keeps what it is for; it has no limits then."),
    enabled: t.flag(),
    position: t.count("Of the rules that a print fits, the first decides."),
    ...waiting,
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was last changed."),
  },
  { name: "RetentionRule" },
);

const report = t.object({
  endedAt: instant("When the last run ended."),
  resumesAt: t.nullable(instant(), "Nothing is deleted before then, because the clock has made a leap."),
  deleted: t.dictionary(t.anyText(), t.count(), null, "numbers", "Prints marked deleted, by rule or limit."),
  purged: t.count("Deleted prints that were removed for good."),
  purgedBytes: t.count("Their bytes."),
  held: t.count("Prints that were to go, and stayed under a legal hold."),
  waitingForPaper: t.count("Prints that were to go, and stayed because they are still to be printed."),
});

const limitsOfService = t.list(
  t.object({ name: t.anyText("The option."), value: t.anyText(), ...waiting }),
  null,
  "The limits of the whole service, for prints that no rule is for.",
);

export const RetentionLimits = t.object({ items: limitsOfService }, { name: "RetentionLimits" });

export const RetentionRules = t.object(
  {
    items: t.list(RetentionRuleAnswer, null, "In their order."),
    limits: limitsOfService,
    purgeAfter: t.nullable(
      t.anyText(),
      "How long after they were deleted prints are removed; null for never.",
    ),
    isRunning: t.flag("Whether there is a run."),
    lastRun: t.nullable(report, "Of the whole service."),
  },
  { name: "RetentionRules" },
);

export const RetentionPreviewQuestion = t.strict(
  t.optional({
    rule: t.nullable(
      NewRetentionRule,
      "A rule that there is not yet, or as it is to be; null for those that there are.",
    ),
    replaces: t.nullable(id(), "The rule in whose place it would be."),
  }),
  {
    name: "RetentionPreviewQuestion",
    examples: [{}, { rule: { name: "Old prints", condition: {}, maxAge: "2y" } }],
  },
);

export const RetentionPreview = t.object(
  {
    items: t.list(
      t.object({
        name: t.anyText("Of the rule, or the option of a limit of the service."),
        ruleId: t.nullable(id(), "null for a limit of the service, and for a rule that there is not."),
        prints: t.count("Prints that it would delete now."),
        bytes: t.count("Their bytes, as they came in."),
        held: t.count("Prints that would be to go and stay under a legal hold."),
        waitingForPaper: t.count("Prints that would be to go and stay, since they are still to be printed."),
        oldest: t.nullable(instant(), "When the oldest of them was stored."),
        newest: t.nullable(instant()),
        sample: t.list(Print, RETENTION_LIMITS.sample, "The oldest of them."),
      }),
      null,
    ),
  },
  { name: "RetentionPreview" },
);

const reason = t.text(1, RETENTION_LIMITS.reasonCharacters, "Why; it stays in the list.");

export const NewHoldBody = t.strict(
  { name: t.text(1, RETENTION_LIMITS.nameCharacters), condition: RetentionCondition, reason },
  {
    name: "NewHold",
    examples: [
      {
        name: "Case 17",
        condition: { from: "2026-01-01", to: "2026-03-31" },
        reason: "Asked for by the tax office",
      },
    ],
  },
);

export const HoldRelease = t.strict(
  { reason },
  { name: "HoldRelease", examples: [{ reason: "The case is closed" }] },
);

export const Hold = t.object(
  {
    id: id(),
    name: t.anyText(),
    condition: RetentionCondition,
    reason: t.anyText(),
    createdBy: t.anyText("Who made it."),
    createdAt: instant(),
    releaseReason: t.nullable(t.anyText(), "null while it holds."),
    releasedBy: t.nullable(t.anyText()),
    releasedAt: t.nullable(instant()),
  },
  { name: "Hold", description: "A legal hold: what it is for is not removed until it is released." },
);

export const Holds = t.object({ items: t.list(Hold, null, "The oldest first.") }, { name: "Holds" });

export type RetentionRuleBody = Static<typeof RetentionRuleAnswer>;
export type RetentionRulesBody = Static<typeof RetentionRules>;
export type RetentionPreviewBody = Static<typeof RetentionPreview>;
export type HoldBody = Static<typeof Hold>;

/** Reads the body of "Make a rule of retention". @throws TillrollError BAD_REQUEST with all faults */
export function readNewRetentionRule(body: unknown): GivenRetentionRule {
  return givenRule(read(NewRetentionRule, body));
}

function givenRule(body: Static<typeof NewRetentionRule>): GivenRetentionRule {
  const {
    name,
    condition,
    maxAge = null,
    maxPrints = null,
    maxSize = null,
    enabled = true,
    position = null,
  } = body;
  const settings = { name, condition: conditionText(condition), maxAge, maxPrints, maxSize, enabled };
  return { settings, position };
}

/** Reads the body of "Change a rule of retention". @returns the rule as it is to be @throws TillrollError BAD_REQUEST */
export function readRetentionRulePatch(body: unknown, rule: RetentionSettings): GivenRetentionRule {
  const patch = read(RetentionRulePatch, body);
  const { condition, ...present } = settingsOf(rule);
  if (patch.keep === true) Object.assign(present, { maxAge: null, maxPrints: null, maxSize: null });
  const isLimited = Object.keys(limits).some((name) => (Reflect.get(patch, name) ?? null) !== null);
  if (isLimited) present.keep = false;
  return readNewRetentionRule({ condition: JSON.parse(condition) as object, ...present, ...patch });
}

/** What a client would give to make a rule; its condition is still a text. */
function settingsOf({ name, condition, maxAge, maxPrints, maxSize, enabled }: RetentionSettings) {
  return {
    name,
    condition,
    maxAge,
    maxPrints,
    maxSize,
    enabled,
    keep: isKeeping({ maxAge, maxPrints, maxSize }),
  };
}

/** Whether a rule keeps what it is for. */
export function isKeeping({
  maxAge,
  maxPrints,
  maxSize,
}: Pick<RetentionSettings, keyof typeof limits>): boolean {
  return maxAge === null && maxPrints === null && maxSize === null;
}

/** Reads the body of "Preview". @throws TillrollError BAD_REQUEST with all faults */
export function readRetentionPreview(body: unknown) {
  const { rule = null, replaces = null } = read(RetentionPreviewQuestion, body);
  return { rule: rule === null ? null : readNewRetentionRule(rule), replaces };
}

/** Reads the body of "Make a legal hold". @throws TillrollError BAD_REQUEST with all faults */
export function readNewHold(body: unknown): Pick<RetentionHold, "name" | "condition" | "reason"> {
  const { name, condition, reason: why } = read(NewHoldBody, body);
  return { name, condition: conditionText(condition), reason: why };
}

/** Reads the body of "Release a legal hold". @throws TillrollError BAD_REQUEST with all faults */
export function readHoldRelease(body: unknown): { readonly reason: string } {
  return read(HoldRelease, body);
}

/** A condition as it is stored. @throws TillrollError BAD_REQUEST when it is too long */
function conditionText(condition: object): string {
  const text = JSON.stringify(condition);
  const most = RETENTION_LIMITS.conditionCharacters;
  if (text.length > most)
    throw badRequest([{ path: "condition", message: `must have at most ${most} characters as JSON.` }]);
  return text;
}

/** The filter of a stored condition, for prints deleted or not. @param condition JSON that was checked when it was stored */
export function conditionFilter(condition: string): SearchFilter {
  return { ...filterOf(read(RetentionCondition, JSON.parse(condition))), deleted: "any" };
}

/** Whether a condition is for all prints. */
export function isForAll({ condition }: Pick<RetentionRule, "condition">): boolean {
  return condition === "{}";
}
