import type { RetentionPreviewBody, RetentionRuleBody } from "../../../../contract/retention.ts";
import { patch, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useForm } from "../../client/use-form.ts";
import { useSettled } from "../../client/use-settled.ts";
import { Checkbox, Field, Select } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { formatBytes, formatFullTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { draftOf, FATES, givenOf, type RuleDraft } from "./rule-draft.ts";

/** Time between the last key and the preview, which may read many prints, milliseconds. */
const TYPING_MILLISECONDS = 600;

interface RuleDialogProps {
  readonly slug: string;
  /** `null` for one that is to be made. */
  readonly rule: RetentionRuleBody | null;
  readonly count: number;
  /** What is filled in at first of one that is to be made. */
  readonly suggested?: Partial<Pick<RuleDraft, "name" | "age">>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const FIELDS = ["name", "condition", "maxAge", "maxPrints", "maxSize", "position"];

/** Makes or changes a rule of retention, and says what it would delete now. */
export function RuleDialog({ slug, rule, count, suggested = {}, onSaved, onClose }: RuleDialogProps) {
  const form = useForm<RuleDraft>({ ...draftOf(rule, count), ...suggested }, FIELDS);
  const { values, set, problem } = form;
  return (
    <FormDialog
      title={rule === null ? t("retention.make") : t("administration.changeOf", { name: rule.name })}
      action={t("administration.save")}
      isWide
      form={form}
      onSend={async () => {
        const path = workspacePath(slug, "retention-rules");
        if (rule === null) await post(path, givenOf(values));
        else await patch(`${path}/${rule.id}`, givenOf(values));
        onSaved();
      }}
      onClose={onClose}
    >
      <Field
        label={t("retention.name")}
        value={values.name}
        onValue={set("name")}
        problem={problem("name")}
        autofocus={rule === null}
      />
      <ConditionFields draft={values.condition} onDraft={set("condition")} problem={problem("condition")} />
      <Select
        label={t("retention.what")}
        choices={FATES.map((value) => ({ value, name: t(`retention.what.${value}`) }))}
        value={values.fate}
        onValue={set("fate")}
      />
      {values.fate === "age" ? (
        <Field
          label={t("retention.age")}
          hint={t("retention.ageHint")}
          value={values.age}
          onValue={set("age")}
          problem={problem("maxAge")}
        />
      ) : null}
      {values.fate === "prints" || values.fate === "size" ? (
        <Field
          label={t(`retention.${values.fate}`)}
          type="number"
          min={1}
          value={values[values.fate]}
          onValue={set(values.fate)}
          problem={problem(values.fate === "prints" ? "maxPrints" : "maxSize")}
        />
      ) : null}
      <Field
        label={t("retention.place")}
        type="number"
        min={1}
        value={values.place}
        onValue={set("place")}
        problem={problem("position")}
      />
      <Checkbox label={t("retention.enabled")} checked={values.enabled} onValue={set("enabled")} />
      <Preview slug={slug} draft={values} replaces={rule?.id ?? null} />
    </FormDialog>
  );
}

interface PreviewProps {
  readonly slug: string;
  readonly draft: RuleDraft;
  readonly replaces: number | null;
}

/** What the rule would delete now, while it is being written. */
function Preview({ slug, draft, replaces }: PreviewProps) {
  const settled = useSettled(draft, TYPING_MILLISECONDS);
  const asked = useAnswer(
    (end) => previewOf(slug, settled, replaces, end),
    [slug, replaces, JSON.stringify(settled)],
  );
  return (
    <p role="status" class="retention-preview">
      {asked.answer === null ? "" : wordsOf(asked.answer)}
    </p>
  );
}

type Previewed = RetentionPreviewBody["items"][number];

async function previewOf(
  slug: string,
  draft: RuleDraft,
  replaces: number | null,
  end: AbortSignal,
): Promise<Previewed | null> {
  if (draft.fate === "keep" || draft[draft.fate] === "" || !draft.enabled) return null;
  // A preview needs a name, whatever it is.
  const rule = { ...givenOf(draft), name: draft.name === "" ? "?" : draft.name };
  const path = workspacePath(slug, "retention-rules", "preview");
  const { items } = await post<RetentionPreviewBody>(path, { rule, replaces }, end);
  return items.find(({ ruleId, name }) => ruleId === replaces && name === rule.name) ?? null;
}

function wordsOf({ prints, bytes, oldest }: Previewed): string {
  if (prints === 0) return t("retention.previewNothing");
  const count = t("retention.preview", { n: prints, size: formatBytes(bytes) });
  return oldest === null ? count : `${count} ${t("retention.oldest", { time: formatFullTime(oldest) })}`;
}
