import { Chip } from "../../design/chip.tsx";
import { Checkbox, Field, TextArea } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import {
  type Condition,
  CONDITION_FIELDS,
  conditionOf,
  type ConditionDraft,
  draftOf,
} from "./condition-draft.ts";
import { conditionParts } from "./condition-words.ts";

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
            {CONDITION_FIELDS.map((name) => (
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
  const parts = conditionParts(condition);
  if (parts.length === 0) return <>{t("retention.allPrints")}</>;
  return (
    <span class="retention-chips">
      {parts.map(([key, words]) => (
        <Chip key={key} name={key} value={words} />
      ))}
    </span>
  );
}
