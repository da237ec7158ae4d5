import type { RuleAnswer } from "../../../../contract/rule.ts";
import { goingOnFromHere } from "../../app/router.ts";
import { workspaceAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { patch, post, workspacePath } from "../../client/request.ts";
import { type Form, useForm } from "../../client/use-form.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Checkbox, Field, Select } from "../../design/field.tsx";
import { Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { RulePreviewWords } from "./rule-preview.tsx";
import { RuleTrialView } from "./rule-trial.tsx";
import { TagTemplates } from "./tag-templates.tsx";
import { type DraftRule, draftOf, givenOf, patchOf } from "./draft-rule.ts";
import { type RuleTrial, useRuleTrial } from "./use-rule-trial.ts";

interface RuleEditorProps {
  readonly slug: string;
  /** `null` for one that is to be made. */
  readonly rule: RuleAnswer | null;
  /** How many rules there are. */
  readonly count: number;
  /** The receipt that it is tried on; `null` for the newest. */
  readonly printId: string | null;
  readonly onChanged: () => void;
}

const SCOPES = ["printers", "all"] as const satisfies readonly DraftRule["appliesTo"][];

/** Edits a rule, and tries it out while it is being written. */
export function RuleEditor({ slug, rule, count, printId, onChanged }: RuleEditorProps) {
  const form = useForm<DraftRule>(draftOf(rule, count), ["name", "pattern", "label", "tag", "position"]);
  const { values } = form;
  const trial = useRuleTrial(slug, values, printId);
  const save = async () => {
    const goOn = goingOnFromHere();
    const path = workspacePath(slug, "rules");
    if (rule === null) await post(path, givenOf(values));
    else await patch(workspacePath(slug, "rules", rule.id), patchOf(values, rule));
    onChanged();
    goOn(workspaceAddress(slug, "rules"));
  };
  return (
    <Page
      title={rule === null ? t("rules.newRule") : rule.name}
      actions={
        <LinkButton icon="back" href={workspaceAddress(slug, "rules")}>
          {t("rules.back")}
        </LinkButton>
      }
    >
      <div class="rules-editor">
        <form
          class="rules-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.send(save);
          }}
        >
          <RuleFields form={form} trial={trial} count={count} isNew={rule === null} />
          <p class="field-problem" role="alert">
            {form.rest}
          </p>
          {may("admin") ? (
            <div class="page-actions">
              <Button kind="main" type="submit" disabled={form.isBusy}>
                {t("administration.save")}
              </Button>
            </div>
          ) : null}
        </form>
        <div class="rules-beside">
          <RuleTrialView trial={trial} />
          <RulePreviewWords slug={slug} draft={values} isRight={trial.patternProblem === ""} />
        </div>
      </div>
    </Page>
  );
}

interface RuleFieldsProps {
  readonly form: Form<DraftRule>;
  readonly trial: RuleTrial;
  readonly count: number;
  readonly isNew: boolean;
}

/** What a rule consists of. What is wrong with it the trial says while it is being written, the service when it is saved. */
function RuleFields({ form: { values, set, problem }, trial, count, isNew }: RuleFieldsProps) {
  return (
    <>
      <Field
        label={t("administration.name")}
        value={values.name}
        onValue={set("name")}
        problem={problem("name")}
        autofocus={isNew}
      />
      <Field
        label={t("rules.pattern")}
        hint={t("rules.patternHint")}
        value={values.pattern}
        onValue={set("pattern")}
        problem={trial.patternProblem || problem("pattern")}
        spellcheck={false}
      />
      <Field
        label={t("rules.label")}
        hint={t("rules.labelHint")}
        value={values.label}
        onValue={set("label")}
        problem={trial.problem("label") || problem("label")}
        spellcheck={false}
      />
      <TagTemplates
        tags={values.tags}
        onTags={set("tags")}
        problem={trial.problem("tag") || problem("tag")}
      />
      <Select
        label={t("rules.appliesTo")}
        choices={SCOPES.map((value) => ({ value, name: t(`rules.appliesTo.${value}`) }))}
        value={values.appliesTo}
        onValue={set("appliesTo")}
      />
      <Field
        label={t("rules.position")}
        hint={t("rules.positionHint")}
        type="number"
        min={1}
        max={count + 1}
        value={values.place}
        onValue={set("place")}
        problem={problem("position")}
      />
      <Checkbox label={t("rules.enabled")} checked={values.enabled} onValue={set("enabled")} />
    </>
  );
}
