import { t } from "../../texts/texts.ts";
import { plainWords } from "../audit/plain-words.ts";
import { type Condition, CONDITION_FIELDS, fieldsOf } from "./condition-draft.ts";

/** A condition part by part: what each is called, and what it wants; as the service has it where that has no words. */
export function conditionParts(condition: Condition): readonly (readonly [key: string, words: string])[] {
  return Object.entries(condition).map(([name, value]) => partOf(name, value));
}

function partOf(name: string, value: unknown): readonly [key: string, words: string] {
  const fields = fieldsOf({ [name]: value });
  if (name === "tag" && fields !== null) return [fields.tagKey, fields.tagValue];
  const known = CONDITION_FIELDS.find((each) => each === name);
  const key = known === undefined ? name : t(`retention.field.${known}`);
  const words = known === undefined || fields === null ? "" : fields[known];
  return [key, words === "" ? plainWords(value) : words];
}
