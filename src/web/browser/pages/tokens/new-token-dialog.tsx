import { useState } from "preact/hooks";
import type { MadeTokenAnswer, TokenAnswer } from "../../../../contract/token.ts";
import { slug } from "../../app/router.ts";
import { isArchive, may, workspaceNamed, workspaces } from "../../app/session.ts";
import { post } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { CopyField } from "../../design/copy-field.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Field, Select } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { t } from "../../texts/texts.ts";
import { choiceOf, placeOf, usePlaces } from "../people/places.ts";

/** What a token may be made for; each may do what those before it may. */
const SCOPES = ["read", "write", "operate", "admin"] as const satisfies TokenAnswer["scopes"];

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** When a token ends, in days from now; `null` for never. */
const ENDS = { never: null, month: 30, quarter: 90, year: 365 } as const;

type End = keyof typeof ENDS | "day";

const END_NAMES: readonly End[] = ["never", "month", "quarter", "year", "day"];

interface Given {
  readonly place: string;
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
  const first = choiceOf({ workspace: workspaceNamed(slug.value)?.slug ?? slug.value });
  const form = useForm<Given>({ place: first, name: "", scope: "write", end: "never", day: "" }, [
    "workspace",
    "group",
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
        const { place, name, scope } = values;
        const scopes = SCOPES.slice(0, SCOPES.indexOf(scope) + 1);
        const given = { ...placeOf(place), name, scopes, ...endOf(values) };
        setMade(await post<MadeTokenAnswer>("/api/tokens", given));
      }}
      onSent={onMade}
      onClose={onClose}
    >
      <PlaceField
        value={values.place}
        onValue={set("place")}
        problem={problem("workspace") || problem("group")}
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

interface PlaceFieldProps {
  readonly value: string;
  readonly onValue: (place: string) => void;
  readonly problem: string;
}

/** Which workspace a token is for; of an archive's administrator also the shops of a group, or all. */
function PlaceField(field: PlaceFieldProps) {
  if (isArchive() && may("service")) return <AnyPlaceField {...field} />;
  const choices = workspaces.value.map(({ slug: workspace }) => ({
    value: choiceOf({ workspace }),
    name: workspace,
  }));
  return <Select label={t("administration.workspace")} choices={choices} {...field} />;
}

function AnyPlaceField(field: PlaceFieldProps) {
  return <Select label={t("tokens.reach")} choices={usePlaces([field.value])} {...field} />;
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
