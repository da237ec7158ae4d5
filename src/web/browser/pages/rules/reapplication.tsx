import { useState } from "preact/hooks";
import type { RulesAnswer } from "../../../../contract/rule.ts";
import { may } from "../../app/session.ts";
import { post, workspacePath } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { Field } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { t } from "../../texts/texts.ts";

interface ReapplicationProps {
  readonly slug: string;
  readonly answer: RulesAnswer;
  readonly onAnswer: (answer: RulesAnswer) => void;
}

/** Applying the rules to prints that were stored before, and how far that is. */
export function Reapplication({ slug, answer, onAnswer }: ReapplicationProps) {
  const [isAsking, setAsking] = useState(false);
  const { reapplication, pending } = answer;
  return (
    <div class="rules-reapplication">
      {may("admin") ? <Button onClick={() => setAsking(true)}>{t("rules.apply")}</Button> : null}
      <p role="status">{pending > 0 ? t("rules.pending", { n: pending }) : wordsOf(reapplication)}</p>
      {isAsking ? <ApplyDialog slug={slug} onAnswer={onAnswer} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function wordsOf(reapplication: RulesAnswer["reapplication"]): string {
  if (reapplication === null) return "";
  const { done, total, filled, isDone } = reapplication;
  return isDone ? t("rules.applied", { total, filled }) : t("rules.applying", { done, total });
}

function ApplyDialog(
  props: Pick<ReapplicationProps, "slug" | "onAnswer"> & { readonly onClose: () => void },
) {
  const form = useForm({ from: "", to: "" });
  const { values, set, problem } = form;
  return (
    <FormDialog
      title={t("rules.applyTitle")}
      action={t("rules.apply")}
      form={form}
      onSend={async () => {
        const bounds = {
          from: values.from === "" ? null : new Date(`${values.from}T00:00`).toISOString(),
          to: values.to === "" ? null : new Date(`${values.to}T23:59:59.999`).toISOString(),
        };
        props.onAnswer(await post<RulesAnswer>(workspacePath(props.slug, "rules", "apply"), bounds));
      }}
      onClose={props.onClose}
    >
      <p>{t("rules.applyText")}</p>
      <div class="rules-bounds">
        <Field
          label={t("rules.applyFrom")}
          type="date"
          value={values.from}
          onValue={set("from")}
          problem={problem("from")}
        />
        <Field
          label={t("rules.applyTo")}
          type="date"
          value={values.to}
          onValue={set("to")}
          problem={problem("to")}
        />
      </div>
    </FormDialog>
  );
}
