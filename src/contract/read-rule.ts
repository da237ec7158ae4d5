import type { Static } from "@sinclair/typebox";
import { badRequest } from "../domain/errors.ts";
import { parseInstant } from "../domain/instant.ts";
import { tagToJson } from "../domain/print.ts";
import type {
  GivenRule,
  ReapplicationBounds,
  RuleSettings,
  RuleTrial as DomainTrial,
} from "../domain/rule.ts";
import { read } from "./check.ts";
import { NewRule, RuleApplication, RuleDefaults, RulePatch, RuleTrial } from "./rule.ts";

/**
 * Reads the body of "Make a rule".
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readNewRule(body: unknown): GivenRule {
  const { name, appliesTo, enabled, position, ...giving } = read(NewRule, body);
  const gives = givingOf(giving);
  if (gives.label === null && gives.tag === "{}")
    throw badRequest([{ path: "", message: "A rule must give a label or at least one tag." }]);
  const settings = { name, ...gives, appliesTo: appliesTo ?? "printers", enabled: enabled ?? true };
  return { settings, position: position ?? null };
}

/**
 * Reads the body of "Change a rule": a merge patch (RFC 7396), also of the tags.
 * @returns the rule's settings as they are to be
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readRulePatch(body: unknown, rule: RuleSettings): GivenRule {
  const { tag, ...patch } = read(RulePatch, body);
  const { name, pattern, label, appliesTo, enabled } = rule;
  const merged = { name, pattern, label, appliesTo, enabled, ...patch };
  const present = JSON.parse(rule.tag) as object;
  if (tag === null) return readNewRule(merged);
  const tags = Object.entries({ ...present, ...tag }).filter(([, template]) => template !== null);
  return readNewRule({ ...merged, tag: Object.fromEntries(tags) });
}

/** Reads the body of "Switch the rules that come with Tillroll on or off". @throws TillrollError BAD_REQUEST */
export function readDefaultsEnabled(body: unknown): boolean {
  return read(RuleDefaults, body).enabled;
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

/** What a rule looks for and what it gives. */
function givingOf({ pattern, label = null, tag }: Pick<Static<typeof NewRule>, "pattern" | "label" | "tag">) {
  return { pattern, label, tag: tagToJson(new Map(Object.entries(tag ?? {}))) };
}
