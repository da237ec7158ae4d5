import { useState } from "preact/hooks";
import type { WorkspaceOptionsAnswer } from "../../../../contract/workspace.ts";
import { countsElsewhere, WORKSPACE_SETTINGS } from "../../../../contract/workspace-settings.ts";
import { labelsOf } from "../../../../escpos/models/describe-model.ts";
import { PRINTER_MODELS } from "../../../../escpos/models/models.ts";
import { toast } from "../../app/notices.tsx";
import { isArchive, loadSession, may, workspaceNamed } from "../../app/session.ts";
import { patch, workspacePath } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { changedSettings, SettingsForm, type SettingWords } from "../../design/settings-form.tsx";
import { choiceWords } from "../choice-words.ts";
import type { WorkspaceSetting } from "../../texts/en/workspace-settings.ts";
import { t } from "../../texts/texts.ts";

/** Where each setting stands, in this order. */
const PART_OF: Readonly<Record<WorkspaceSetting, "paper" | "reading" | "limits">> = {
  model: "paper",
  width: "paper",
  charset: "paper",
  profile: "paper",
  recognitionLanguages: "reading",
  defaultRules: "reading",
  maskCardNumbers: "reading",
  fiscalCodes: "reading",
  printQuota: "limits",
  requestRate: "limits",
};

const PARTS = ["paper", "reading", "limits"] as const;

const NAMES = Object.keys(PART_OF) as WorkspaceSetting[];

const WORDS: SettingWords = {
  label: (name) => t(`workspaceSettings.${name as WorkspaceSetting}`),
  help: (name) => t(`workspaceSettings.${name as WorkspaceSetting}.help`),
  choice: choiceWords,
};

const MODELS = Object.values(PRINTER_MODELS).map((model) => ({
  value: model.id,
  name: labelsOf(model),
  group: model.maker,
}));

/** Whether a setting does anything for a workspace of this service. */
function counts(name: WorkspaceSetting, slug: string): boolean {
  const isOfShop = workspaceNamed(slug)?.isOfShop === true;
  return countsElsewhere(name, { isArchive: isArchive(), isOfShop }) === null;
}

interface WorkspaceFormProps {
  readonly slug: string;
  readonly settings: WorkspaceOptionsAnswer;
  readonly onSaved: (settings: WorkspaceOptionsAnswer) => void;
}

/** The settings of a workspace, each as its row says. */
export function WorkspaceForm({ slug, settings, onSaved }: WorkspaceFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(settings);
  const names = NAMES.filter((name) => counts(name, slug));
  const form = useForm({}, names);
  const changes = changedSettings(settings, values);
  const save = async () => {
    const saved = await patch<WorkspaceOptionsAnswer>(workspacePath(slug, "settings"), changes);
    onSaved(saved);
    // What was typed meanwhile is yet to be saved.
    setValues((now) => ({
      ...saved,
      ...Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== values[name])),
    }));
    toast(t("workspaceSettings.saved"));
    // What is shown elsewhere of the workspace follows.
    await loadSession();
  };
  const problems = Object.fromEntries(names.map((name) => [name, form.problem(name)]));
  // Limits are the service's, so that no workspace lifts its own.
  const parts = PARTS.filter((part) => part !== "limits" || may("service"));
  return (
    <form
      class="settings-page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.send(save);
      }}
    >
      <fieldset class="settings-page-parts" disabled={!may("admin")}>
        {parts.map((part) => (
          <Card key={part} title={t(`workspaceSettings.part.${part}`)}>
            <SettingsForm
              table={WORKSPACE_SETTINGS}
              names={names.filter((name) => PART_OF[name] === part)}
              values={values}
              words={WORDS}
              choices={{ model: MODELS }}
              problems={problems}
              onValue={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
            />
          </Card>
        ))}
      </fieldset>
      <p class="field-problem" role="alert">
        {form.rest}
      </p>
      {may("admin") ? (
        <div>
          <Button kind="main" type="submit" disabled={form.isBusy || Object.keys(changes).length === 0}>
            {t("workspaceSettings.save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
