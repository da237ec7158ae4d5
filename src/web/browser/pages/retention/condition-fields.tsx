import { Chip } from "../../design/chip.tsx";
import { Checkbox, Field, TextArea } from "../../design/field.tsx";
import { plainWords } from "../audit/plain-words.ts";
import { t } from "../../texts/texts.ts";
import {
  type Condition,
  conditionOf,
  type ConditionDraft,
  type ConditionFields as Fields,
  draftOf,
  fieldsOf,
} from "./condition-draft.ts";

const NAMES = [
  "deviceId",
  "label",
  "tagKey",
  "tagValue",
  "text",
  "from",
  "to",
] as const satisfies (keyof Fields)[];

interface ConditionFieldsProps {
  readonly draft: ConditionDraft;
  readonly onDraft: (draft: ConditionDraft) => void;
  readonly problem: string;
}

/** For which prints something is to be: field by field, or the filters of a search as JSON. */
export function ConditionFields({ draft, onDraft, problem }: ConditionFieldsProps) {
  const { fields, json } = draft;
  const isWrong = json !== null && !isJson(json);
  const switchTo = (asJson: boolean) => {
    if (asJson) onDraft({ fields, json: JSON.stringify(conditionOf(draft), null, 2) });
    else onDraft({ fields: isWrong ? fields : draftOf(conditionOf(draft)).fields, json: null });
  };
  return (
    <fieldset class="retention-condition">
      <legend class="field-label">{t("retention.for")}</legend>
      {json === null ? (
        <>
          <p class="field-hint">{t("retention.forHint")}</p>
          <div class="retention-fields">
            {NAMES.map((name) => (
              <Field
                key={name}
                label={t(`retention.field.${name}`)}
                type={name === "from" || name === "to" ? "date" : "text"}
                value={fields[name]}
                onValue={(value) => onDraft({ fields: { ...fields, [name]: value }, json: null })}
              />
            ))}
          </div>
        </>
      ) : (
        <TextArea
          label={t("retention.json")}
          value={json}
          onValue={(value) => onDraft({ fields, json: value })}
          problem={isWrong ? t("retention.wrongJson") : ""}
          spellcheck={false}
        />
      )}
      <p class="field-problem" role="alert">
        {problem}
      </p>
      <Checkbox label={t("retention.asJson")} checked={json !== null} onValue={switchTo} />
    </fieldset>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A condition as it is listed: a chip for each of its parts. */
export function ConditionWords({ condition }: { readonly condition: Condition }) {
  const parts = Object.entries(condition);
  if (parts.length === 0) return <>{t("retention.allPrints")}</>;
  return (
    <span class="retention-chips">
      {parts.map(([name, value]) => {
        const [key, words] = chipOf(name, value);
        return <Chip key={name} name={key} value={words} />;
      })}
    </span>
  );
}

/** What a part of a condition is called, and what it wants; as JSON where that has no words. */
function chipOf(name: string, value: unknown): [key: string, words: string] {
  const fields = fieldsOf({ [name]: value });
  if (name === "tag" && fields !== null) return [fields.tagKey, fields.tagValue];
  const known = NAMES.find((each) => each === name);
  const key = known === undefined ? name : t(`retention.field.${known}`);
  const words = known === undefined || fields === null ? "" : fields[known];
  return [key, words === "" ? plainWords(value) : words];
}
