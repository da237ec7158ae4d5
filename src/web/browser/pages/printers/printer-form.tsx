import { useState } from "preact/hooks";
import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { PRINTER_DEFAULTS, PRINTER_SETTINGS } from "../../../../contract/printer-settings.ts";
import { labelsOf } from "../../../../escpos/models/describe-model.ts";
import { PRINTER_MODELS } from "../../../../escpos/models/models.ts";
import { toast } from "../../app/notices.tsx";
import { RefusedError } from "../../client/errors.ts";
import { patch, post, workspacePath } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import type { Choice } from "../../design/field.tsx";
import { Failure } from "../../design/notice.tsx";
import {
  changedSettings,
  SettingsForm,
  settingValues,
  type SettingsFormProps,
  type SettingValues,
  type SettingWords,
} from "../../design/settings-form.tsx";
import type { FormSetting } from "../../texts/en/printer-settings.ts";
import { t } from "../../texts/texts.ts";
import { choiceWords } from "../choice-words.ts";
import { nextRawPort } from "./printer-acts.ts";

/** The groups of the form, in their order. */
const GROUPS = ["basics", "paper", "access", "trouble", "prints", "poll"] as const;

/** Where each setting stands; within a group they keep this order. */
const GROUP_OF: Readonly<Record<FormSetting, (typeof GROUPS)[number]>> = {
  name: "basics",
  rawPort: "basics",
  target: "basics",
  model: "basics",
  targetModel: "paper",
  translate: "paper",
  width: "paper",
  charset: "paper",
  profile: "paper",
  reportedModel: "paper",
  protocols: "access",
  eposPort: "access",
  address: "access",
  allow: "access",
  block: "access",
  allowOrigins: "access",
  whenUnreachable: "trouble",
  whenInterrupted: "trouble",
  backup: "trouble",
  backupAfter: "trouble",
  holdAfter: "trouble",
  expireAfter: "trouble",
  markLate: "trouble",
  kickLifetime: "trouble",
  marks: "trouble",
  repeats: "prints",
  also: "prints",
  deviceId: "prints",
  tag: "prints",
  poll: "poll",
  pollCredentials: "poll",
  pollAuthority: "poll",
  pollSeconds: "poll",
};

const NAMES = Object.keys(GROUP_OF) as readonly FormSetting[];

const namesOf = (group: (typeof GROUPS)[number]) => NAMES.filter((name) => GROUP_OF[name] === group);

/** IPv4, with or without a port. */
const ADDRESS_ALONE = /^\d{1,3}(\.\d{1,3}){3}(:\d+)?$/;

const WORDS: SettingWords = {
  label: (name) => t(`printerSettings.${name as "name"}`),
  help: (name) => t(`printerSettings.${name as "name"}.help`),
  choice: choiceWords,
};

interface PrinterFormDialogProps {
  readonly slug: string;
  /** The one that is changed; `null` for a new one. */
  readonly printer: PrinterAnswer | null;
  /** What a new one has beside the defaults. */
  readonly given: Partial<PrinterAnswer>;
  readonly printers: readonly PrinterAnswer[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** The form of a printer's settings, new or changed. */
export function PrinterFormDialog({
  slug,
  printer,
  given,
  printers,
  onClose,
  onChanged,
}: PrinterFormDialogProps) {
  const before: SettingValues = printer === null ? PRINTER_DEFAULTS : { ...printer };
  const [values, setValues] = useState<SettingValues>({
    ...before,
    ...(printer === null && { rawPort: nextRawPort(printers) }),
    ...given,
  });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const problems = problemsOf(error);
  const choices = choicesOf(printers, printer);
  const save = async () => {
    setBusy(true);
    const changes = changedSettings(before, withWholeTarget(settingValues(values)));
    try {
      if (printer === null) await post(workspacePath(slug, "printers"), changes);
      else await patch(workspacePath(slug, "printers", printer.name), changes);
      const name = String(changes["name"] ?? printer?.name);
      toast(t(printer === null ? "printers.added" : "printers.saved", { printer: name }));
      onChanged();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const title =
    printer === null ? t("printers.addTitle") : t("printers.changeTitle", { printer: printer.name });
  return (
    <Dialog title={title} onClose={onClose} isWide isBusy={isBusy}>
      <form
        class="printer-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {GROUPS.map((group) => (
          <Group
            key={group}
            group={group}
            values={values}
            choices={choices}
            problems={problems}
            onValue={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
        ))}
        {error === null || Object.keys(problems).length > 0 ? null : <Failure error={error} />}
        <DialogActions>
          <Button kind="main" type="submit" isBusy={isBusy}>
            {t(printer === null ? "printers.create" : "printers.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface GroupProps extends Pick<SettingsFormProps, "values" | "choices" | "problems" | "onValue"> {
  readonly group: (typeof GROUPS)[number];
}

/** Settings that belong together: what is needed first is there at once, what is wrong is open. */
function Group({ group, ...others }: GroupProps) {
  const names = namesOf(group);
  const isWrong = names.some((name) => others.problems?.[name] !== undefined);
  const form = <SettingsForm table={PRINTER_SETTINGS} names={names} words={WORDS} {...others} />;
  if (group === "basics") return form;
  return (
    <details class="printer-group" open={isWrong}>
      <summary>{t(`printers.group.${group}`)}</summary>
      {form}
    </details>
  );
}

/** Models by their names, those of a maker together; and the printers that can print in this one's place. */
function choicesOf(printers: readonly PrinterAnswer[], printer: PrinterAnswer | null) {
  const models: readonly Choice<string>[] = Object.values(PRINTER_MODELS).map((model) => ({
    value: model.id,
    name: labelsOf(model),
    group: model.identity.maker,
  }));
  const others = printers.filter(({ id, target }) => id !== printer?.id && target !== null);
  const backups = others.map(({ name }) => ({ value: name, name }));
  return { model: models, backup: backups };
}

/** An address alone, as it stands on a printer's own test page, is that of a printer with a raw port. */
function withWholeTarget(values: SettingValues): SettingValues {
  const target = String(values["target"] ?? "").trim();
  return ADDRESS_ALONE.test(target) ? { ...values, target: `tcp://${target}` } : values;
}

/** What the service says of each setting; nothing when it says something else. */
function problemsOf(error: unknown): Readonly<Record<string, string>> {
  const issues: unknown = error instanceof RefusedError ? error.data["issues"] : null;
  if (!Array.isArray(issues)) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of issues as readonly { readonly path: string; readonly message: string }[]) {
    const name = /^\w+/.exec(path)?.[0] ?? "";
    problems[name] ??= message;
  }
  return NAMES.some((name) => problems[name] !== undefined) ? problems : {};
}
