import { PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import { type Print, tagFromJson } from "./print.ts";

/**
 * What can be done to a print after it was stored. `filled`: rules gave it what it lacked. `printed`: a person had it printed
 * again; the last three are what a person decided on a delivery of it.
 */
export const PRINT_CHANGE_KINDS = [
  "changed",
  "filled",
  "deleted",
  "restored",
  "printed",
  "released",
  "retried",
  "cancelled",
] as const;

export type PrintChangeKind = (typeof PRINT_CHANGE_KINDS)[number];

type FieldValue = string | number | null;

/** What became of a field: `label`, or `tag.KEY` for a tag. */
export interface FieldChange {
  readonly field: string;
  /** `null` for nothing. */
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** The names of rules, by the fields that they gave a print: `label`, or `tag.KEY`. */
export type RuleFilling = Readonly<Record<string, string>>;

/** How a tag is called among the fields of a print. */
export function tagField(key: string): string {
  return `tag.${key}`;
}

/** The fields in which two states of a print differ, tags after the others. */
export function fieldChanges(before: Print, after: Print): FieldChange[] {
  const [old, present] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...old.keys(), ...present.keys()])];
  return fields
    .map((field) => ({ field, before: old.get(field) ?? null, after: present.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** All that a print has of what can be changed, by its field. */
export function fieldsOf(print: Print): Map<string, FieldValue> {
  const fields = new Map<string, FieldValue>();
  for (const name of PRINT_FIELD_NAMES) if (print[name] !== null) fields.set(name, print[name]);
  for (const [key, value] of tagFromJson(print.tag)) fields.set(tagField(key), value);
  return fields;
}
