import { badRequest, throwIfAny, TillrollError } from "./errors.ts";
import { PRINT_LIMITS } from "./limits.ts";
import { tagFromJson, tagToJson } from "./print.ts";
import { RULE_LIMITS } from "./rule-limits.ts";
import { readTemplate } from "./rule-template.ts";
import {
  checkInteger,
  checkText,
  fieldOf,
  isJsonObject,
  IssueList,
  type IssueSink,
  type JsonObject,
  nameOfType,
  refuseUnknownFields,
} from "./validation.ts";

/** The prints that a rule is for: those that came in by a printer of ours, or all, those of HTTP clients too. */
export const RULE_SCOPES = ["printers", "all"] as const;

export type RuleScope = (typeof RULE_SCOPES)[number];

/** What a rule does: what its pattern finds in the text of a print becomes the print's label and tags. */
export interface RuleSettings {
  readonly name: string;
  /** A regular expression in RE2's syntax; `^` and `$` are the ends of a line. */
  readonly pattern: string;
  /** The template of the label; `null` when it gives none. */
  readonly label: string | null;
  /** The templates of the tags, by key, as the text of a JSON object. */
  readonly tag: string;
  readonly appliesTo: RuleScope;
  readonly enabled: boolean;
}

/** A rule of a workspace. Of those that match, the first in the order of `position` gives a field its value. */
export interface Rule extends RuleSettings {
  readonly id: number;
  readonly workspaceId: number;
  /** From 0, without gaps. */
  readonly position: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A rule as a client gives it; without a position it stays where it is, or goes to the end. */
export interface GivenRule {
  readonly settings: RuleSettings;
  readonly position: number | null;
}

/** What a rule is tried out on. */
export interface RuleTrial {
  /** `null` for the rules that there are. */
  readonly rule: RuleSettings | null;
  /** A print of the workspace, or else a text. */
  readonly printId: number | null;
  readonly text: string | null;
}

const FIELDS = ["name", "pattern", "label", "tag", "appliesTo", "enabled", "position"];
const GIVING = ["pattern", "label", "tag"];

const NAME = { minimum: 1, maximum: RULE_LIMITS.nameCharacters };
const PATTERN = { minimum: 1, maximum: RULE_LIMITS.patternCharacters };
const TEMPLATE = { minimum: 1, maximum: RULE_LIMITS.templateCharacters };
const KEY = { minimum: 1, maximum: PRINT_LIMITS.tagKeyCharacters };
const TRIAL_TEXT = { minimum: 0, maximum: RULE_LIMITS.textCharacters };

/**
 * Reads the body of "Make a rule". Whether the pattern is one is for the rule engine to check.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readNewRule(body: unknown): GivenRule {
  const object = objectOf(body);
  const list = new IssueList();
  refuseUnknownFields(object, "", FIELDS, list);
  const position = optional(object, "position", null, (value) =>
    checkInteger(value, "position", 0, RULE_LIMITS.rules, list),
  );
  const settings = {
    name: checkText(fieldOf(object, "name"), "name", NAME, list) ?? "",
    ...readGiving(object, list),
    appliesTo: optional(object, "appliesTo", "printers", (value) => checkScope(value, list)),
    enabled: optional(object, "enabled", true, (value) => checkBoolean(value, "enabled", list)),
  };
  throwIfAny(list.issues);
  if (settings.label === null && settings.tag === "{}")
    throw badRequest([{ path: "", message: "A rule must give a label or at least one tag." }]);
  return { settings, position };
}

/**
 * Reads the body of "Change a rule": a merge patch (RFC 7396), also of the tags.
 * @returns the rule's settings as they are to be
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readRulePatch(body: unknown, rule: RuleSettings): GivenRule {
  const patch = objectOf(body);
  const { name, pattern, label, appliesTo, enabled } = rule;
  const present = { name, pattern, label, appliesTo, enabled, tag: JSON.parse(rule.tag) as JsonObject };
  const tag = fieldOf(patch, "tag");
  const merged = { ...present, ...patch };
  return readNewRule(
    isJsonObject(tag) ? { ...merged, tag: withoutNulls({ ...present.tag, ...tag }) } : merged,
  );
}

/** Reads the body of "Switch the rules that come with Tillroll on or off". @throws TillrollError BAD_REQUEST */
export function readDefaultsEnabled(body: unknown): boolean {
  const object = objectOf(body);
  const list = new IssueList();
  refuseUnknownFields(object, "", ["enabled"], list);
  const enabled = checkBoolean(fieldOf(object, "enabled"), "enabled", list);
  throwIfAny(list.issues);
  return enabled;
}

/** Reads the body of "Try a rule out". @throws TillrollError BAD_REQUEST with all faults */
export function readRuleTrial(body: unknown): RuleTrial {
  const object = objectOf(body);
  const list = new IssueList();
  refuseUnknownFields(object, "", [...GIVING, "printId", "text"], list);
  const isRule = GIVING.some((field) => isGiven(object, field));
  const rule = isRule
    ? { name: "", ...readGiving(object, list), appliesTo: "all" as const, enabled: true }
    : null;
  const printId = optional(object, "printId", null, (value) =>
    checkInteger(value, "printId", 1, Number.MAX_SAFE_INTEGER, list),
  );
  const text = optional(object, "text", null, (value) => checkText(value, "text", TRIAL_TEXT, list));
  if (isGiven(object, "printId") === isGiven(object, "text"))
    list.add("", "give either printId or text, to try the rule on.");
  throwIfAny(list.issues);
  return { rule, printId, text };
}

/** What a rule looks for and what it gives. */
function readGiving(object: JsonObject, list: IssueSink): Pick<RuleSettings, "pattern" | "label" | "tag"> {
  return {
    pattern: checkText(fieldOf(object, "pattern"), "pattern", PATTERN, list) ?? "",
    label: optional(object, "label", null, (value) => checkTemplate(value, "label", list)),
    tag: optional(object, "tag", "{}", (value) => checkTagTemplates(value, list)),
  };
}

function checkTemplate(value: unknown, path: string, list: IssueSink): string | null {
  const text = checkText(value, path, TEMPLATE, list);
  if (text === null) return null;
  const template = readTemplate(text);
  if (typeof template === "string") list.add(path, template);
  return text;
}

function checkTagTemplates(value: unknown, list: IssueSink): string {
  if (!isJsonObject(value)) {
    list.add("tag", `must be an object of templates, not ${nameOfType(value)}.`);
    return "{}";
  }
  const entries = Object.entries(value);
  if (entries.length > RULE_LIMITS.tagKeys)
    list.add("tag", `must have at most ${RULE_LIMITS.tagKeys} keys, not ${entries.length}.`);
  const tag = new Map<string, string>();
  for (const [rawKey, rawTemplate] of entries) {
    const path = `tag.${rawKey.slice(0, KEY.maximum).toWellFormed()}`;
    const key = checkText(rawKey, path, KEY, { add: (_, message) => list.add(path, `the key ${message}`) });
    const template = checkTemplate(rawTemplate, path, list);
    if (key !== null && template !== null) tag.set(key, template);
  }
  return tagToJson(tag);
}

function checkScope(value: unknown, list: IssueSink): RuleScope {
  const scope = RULE_SCOPES.find((known) => known === value);
  if (scope === undefined) list.add("appliesTo", `must be one of ${RULE_SCOPES.join(", ")}.`);
  return scope ?? "printers";
}

function checkBoolean(value: unknown, path: string, list: IssueSink): boolean {
  if (typeof value !== "boolean") list.add(path, `must be true or false, not ${nameOfType(value)}.`);
  return value === true;
}

function isGiven(object: JsonObject, name: string): boolean {
  return (fieldOf(object, name) ?? null) !== null;
}

/** A field that may be left out or `null`. */
function optional<Value>(
  object: JsonObject,
  name: string,
  otherwise: Value,
  check: (value: unknown) => Value,
): Value {
  return isGiven(object, name) ? check(fieldOf(object, name)) : otherwise;
}

function objectOf(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw badRequest([{ path: "", message: `The body must be a JSON object, not ${nameOfType(body)}.` }]);
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** The templates of a rule's tags, by key. */
export function tagTemplates({ tag }: RuleSettings): Map<string, string> {
  return tagFromJson(tag);
}

/** There is no such rule, or it belongs to a workspace that the caller cannot see. */
export function ruleNotFound(ruleId: number): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no rule ${ruleId} in this workspace.`, { ruleId });
}
