import type { RetentionRuleBody } from "../../../../contract/retention.ts";
import { type ConditionDraft, conditionOf, draftOf as draftOfCondition } from "./condition-draft.ts";

/** What becomes of the prints that a rule is for. */
export const FATES = ["age", "prints", "size", "keep"] as const;

/** A rule of retention as it is being written; numbers as they are typed. */
export interface RuleDraft {
  readonly name: string;
  readonly condition: ConditionDraft;
  readonly fate: (typeof FATES)[number];
  readonly age: string;
  readonly prints: string;
  /** Megabytes. */
  readonly size: string;
  /** From 1. */
  readonly place: string;
  readonly enabled: boolean;
}

const MEGABYTE = 1_000_000;

/** What is filled in at first. @param rule `null` for a new one @param count how many rules there are */
export function draftOf(rule: RetentionRuleBody | null, count: number): RuleDraft {
  const { maxAge = null, maxPrints = null, maxSize = null } = rule ?? {};
  return {
    name: rule?.name ?? "",
    condition: draftOfCondition(rule?.condition ?? {}),
    fate: rule?.keep === true ? "keep" : maxPrints !== null ? "prints" : maxSize !== null ? "size" : "age",
    age: maxAge ?? "",
    prints: maxPrints === null ? "" : String(maxPrints),
    size: maxSize === null ? "" : String(maxSize / MEGABYTE),
    place: String((rule?.position ?? count) + 1),
    enabled: rule?.enabled ?? true,
  };
}

/** A rule as the service takes it. @throws SyntaxError where its condition is JSON and wrong */
export function givenOf({ name, condition, fate, age, prints, size, place, enabled }: RuleDraft) {
  return {
    name,
    condition: conditionOf(condition),
    keep: fate === "keep",
    maxAge: fate === "age" ? age : null,
    maxPrints: fate === "prints" ? Number(prints) : null,
    maxSize: fate === "size" ? Math.round(Number(size) * MEGABYTE) : null,
    position: Number(place) - 1,
    enabled,
  };
}
