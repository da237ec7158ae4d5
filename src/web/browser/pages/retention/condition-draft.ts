/** For which prints something is: the filters of a search, as the service has them. */
export type Condition = Readonly<Record<string, unknown>>;

/** What can be filled in of a condition, field by field; empty fields want nothing. */
export interface ConditionFields {
  readonly deviceId: string;
  readonly label: string;
  readonly tagKey: string;
  readonly tagValue: string;
  readonly text: string;
  /** Days by the reader's clock, such as `2026-01-31`, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** The fields, in the order in which they are filled in. */
export const CONDITION_FIELDS = [
  "deviceId",
  "label",
  "tagKey",
  "tagValue",
  "text",
  "from",
  "to",
] as const satisfies (keyof ConditionFields)[];

/** A condition as it is being written. */
export interface ConditionDraft {
  readonly fields: ConditionFields;
  /** The filters as JSON; `null` while the fields say them. */
  readonly json: string | null;
}

const NOTHING: ConditionFields = {
  deviceId: "",
  label: "",
  tagKey: "",
  tagValue: "",
  text: "",
  from: "",
  to: "",
};

const DAY_BEGIN = "T00:00:00.000";
const DAY_END = "T23:59:59.999";

/** A condition to be changed: in fields where they can say all of it, else as JSON. */
export function draftOf(condition: Condition): ConditionDraft {
  const fields = fieldsOf(condition);
  if (fields !== null) return { fields, json: null };
  return { fields: NOTHING, json: JSON.stringify(condition, null, 2) };
}

/** The condition that a draft says. @throws SyntaxError where it is JSON and wrong */
export function conditionOf({ fields, json }: ConditionDraft): Condition {
  if (json !== null) return JSON.parse(json) as Condition;
  const { deviceId, label, tagKey, tagValue, text, from, to } = fields;
  return {
    ...(deviceId !== "" && { deviceId }),
    ...(label !== "" && { label: { op: "contains", value: label } }),
    ...(tagKey !== "" && { tag: { op: "eq", key: tagKey, value: tagValue } }),
    ...(text !== "" && { text }),
    ...(from !== "" && { from: new Date(from + DAY_BEGIN).toISOString() }),
    ...(to !== "" && { to: new Date(to + DAY_END).toISOString() }),
  };
}

/** What a condition says, field by field; `null` where the fields cannot say all of it. */
export function fieldsOf(condition: Condition): ConditionFields | null {
  const { deviceId = "", label, tag, text: given = "", from, to, ...others } = condition;
  // One text may be given as a list of one, as commands do.
  const text: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  const labelPart = label === undefined ? "" : valueOf(label, "contains");
  const tagParts = tag === undefined ? ["", ""] : tagOf(tag);
  const fields = {
    deviceId,
    label: labelPart,
    tagKey: tagParts?.[0],
    tagValue: tagParts?.[1],
    text,
    from: from === undefined ? "" : dayOf(from, DAY_BEGIN),
    to: to === undefined ? "" : dayOf(to, DAY_END),
  };
  const isWhole = Object.keys(others).length === 0;
  return isWhole && Object.values(fields).every((value) => typeof value === "string")
    ? (fields as ConditionFields)
    : null;
}

function valueOf(filter: unknown, wanted: string): string | null {
  if (typeof filter !== "object" || filter === null || !("op" in filter) || !("value" in filter)) return null;
  return filter.op === wanted && typeof filter.value === "string" ? filter.value : null;
}

function tagOf(filter: unknown): [key: string, value: string] | null {
  const value = valueOf(filter, "eq");
  if (value === null || typeof filter !== "object" || filter === null || !("key" in filter)) return null;
  return typeof filter.key === "string" ? [filter.key, value] : null;
}

/** The day of an instant that is its beginning or its end, by the reader's clock; `null` for any other. */
function dayOf(instant: unknown, edge: string): string | null {
  const time = typeof instant === "string" ? new Date(instant) : null;
  if (time === null || Number.isNaN(time.getTime())) return null;
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return new Date(day + edge).getTime() === time.getTime() ? day : null;
}
