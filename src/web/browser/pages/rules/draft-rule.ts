import type { RuleAnswer } from "../../../../contract/rule.ts";

/** A tag that a rule gives: its key, and the template of its value. */
export type TagTemplate = readonly [key: string, value: string];

/** A rule as it is being written. */
export interface DraftRule {
  readonly name: string;
  readonly pattern: string;
  /** Empty for none. */
  readonly label: string;
  readonly tags: readonly TagTemplate[];
  readonly appliesTo: RuleAnswer["appliesTo"];
  /** From 1, as it is typed. */
  readonly place: string;
  readonly enabled: boolean;
}

/** What is filled in at first. @param rule `null` for a new one @param count how many rules there are */
export function draftOf(rule: RuleAnswer | null, count: number): DraftRule {
  return {
    name: rule?.name ?? "",
    pattern: rule?.pattern ?? "",
    label: rule?.label ?? "",
    tags: Object.entries(rule?.tag ?? {}),
    appliesTo: rule?.appliesTo ?? "printers",
    place: String((rule?.position ?? count) + 1),
    enabled: rule?.enabled ?? true,
  };
}

/** What the rule looks for and gives, as the service takes it. */
export function givingOf({ pattern, label, tags }: DraftRule) {
  const filled = tags.filter(([key, value]) => key !== "" || value !== "");
  return { pattern, label: label === "" ? null : label, tag: Object.fromEntries(filled) };
}

/** Whether it gives anything yet. */
export function givesAnything({ label, tag }: ReturnType<typeof givingOf>): boolean {
  return label !== null || Object.keys(tag).length > 0;
}

/** The same for a trial: what gives nothing yet gives what it finds, so that it is seen where it matches. */
export function triedOf(giving: ReturnType<typeof givingOf>) {
  return givesAnything(giving) ? giving : { ...giving, label: "$0" };
}

/** A new rule as the service takes it. */
export function givenOf(draft: DraftRule) {
  const { name, appliesTo, enabled, place } = draft;
  return { name, ...givingOf(draft), appliesTo, enabled, position: Number(place) - 1 };
}

/** A change of a rule: tags that it gives no longer are taken away. */
export function patchOf(draft: DraftRule, rule: RuleAnswer) {
  const { tag, ...others } = givenOf(draft);
  const gone = Object.keys(rule.tag).filter((key) => !Object.hasOwn(tag, key));
  return { ...others, tag: { ...tag, ...Object.fromEntries(gone.map((key) => [key, null])) } };
}
