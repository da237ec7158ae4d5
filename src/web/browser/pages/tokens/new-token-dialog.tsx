import { useState } from "preact/hooks";
import type { MadeTokenAnswer, TokenAnswer } from "../../../../contract/token.ts";
import { slug } from "../../app/router.ts";
import { workspaces } from "../../app/session.ts";
import { post } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { CopyField } from "../../design/copy-field.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Field, Select } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { t } from "../../texts/texts.ts";

/** What a token may be made for; each may do what those before it may. */
const SCOPES = ["read", "write", "operate", "admin"] as const satisfies TokenAnswer["scopes"];

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** When a token ends, in days from now; `null` for never. */
const ENDS = { never: null, month: 30, quarter: 90, year: 365 } as const;

type End = keyof typeof ENDS | "day";

const END_NAMES: readonly End[] = ["never", "month", "quarter", "year", "day"];

interface Given {
  readonly workspace: string;
  readonly name: string;
  readonly scope: (typeof SCOPES)[number];
  readonly end: End;
  readonly day: string;
}

interface NewTokenDialogProps {
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a token, and shows it, this once. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const [made, setMade] = useState<MadeTokenAnswer | null>(null);
  const form = useForm<Given>({ workspace: slug.value, name: "", scope: "write", end: "never", day: "" }, [
    "workspace",
    "name",
    "scopes",
    "expiresAt",
  ]);
  const { values, set, problem } = form;
  if (made !== null) return <MadeToken made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t("tokens.make")}
      action={t("tokens.make")}
      form={form}
      onSend={async () => {
        const { workspace, name, scope } = values;
        const scopes = SCOPES.slice(0, SCOPES.indexOf(scope) + 1);
        setMade(await post<MadeTokenAnswer>("/api/tokens", { workspace, name, scopes, ...endOf(values) }));
      }}
      onSent={onMade}
      onClose={onClose}
    >
      <Select
        label={t("administration.workspace")}
        choices={workspaces.value.map((workspace) => ({ value: workspace.slug, name: workspace.slug }))}
        value={values.workspace}
        onValue={set("workspace")}
        problem={problem("workspace")}
      />
      <Field
        label={t("administration.name")}
        hint={t("tokens.nameHint")}
        value={values.name}
        onValue={set("name")}
        problem={problem("name")}
        autofocus
      />
      <Select
        label={t("tokens.scope")}
        choices={SCOPES.map((value) => ({ value, name: t(`tokens.scope.${value}`) }))}
        value={values.scope}
        onValue={set("scope")}
        problem={problem("scopes")}
      />
      <Select
        label={t("tokens.ends")}
        choices={END_NAMES.map((value) => ({ value, name: t(`tokens.ends.${value}`) }))}
        value={values.end}
        onValue={set("end")}
      />
      {values.end === "day" ? (
        <Field
          label={t("tokens.endDay")}
          type="date"
          value={values.day}
          onValue={set("day")}
          problem={problem("expiresAt")}
        />
      ) : null}
    </FormDialog>
  );
}

/** The end of a token as the service takes it: the end of the day, by the clock of whoever asks. */
function endOf({ end, day }: Given): { readonly expiresAt?: string } {
  if (end === "day") return { expiresAt: day === "" ? day : new Date(`${day}T23:59:59`).toISOString() };
  const days = ENDS[end];
  return days === null ? {} : { expiresAt: new Date(Date.now() + days * DAY_MILLISECONDS).toISOString() };
}

function MadeToken({ made, onClose }: { readonly made: MadeTokenAnswer; readonly onClose: () => void }) {
  return (
    <Dialog title={t("tokens.madeTitle")} onClose={onClose}>
      <p>{t("tokens.madeText")}</p>
      <CopyField label={t("tokens.token")} value={made.token} />
      <div class="dialog-actions">
        <Button kind="main" onClick={onClose}>
          {t("administration.done")}
        </Button>
      </div>
    </Dialog>
  );
}
