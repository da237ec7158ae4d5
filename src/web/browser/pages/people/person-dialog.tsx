import { useState } from "preact/hooks";
import type { InvitedPersonAnswer, PersonAnswer } from "../../../../contract/person.ts";
import { ROLE_NAMES, type Role } from "../../../../domain/rights.ts";
import { isArchive, workspaces } from "../../app/session.ts";
import { RefusedError } from "../../client/errors.ts";
import { patch, post } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { Field, Select } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import { roleWords } from "./role-words.ts";
import { FIRST_ROLE, givenGrants, GrantFields, type PlacedRole, placedRoles } from "./grant-fields.tsx";

/** What is chosen of a person. */
interface Settings {
  readonly name: string;
  readonly role: Role;
  /** Its slug; `null` for all of them. */
  readonly workspace: string | null;
  /** What they are where, in place of role and workspace: in an archive. */
  readonly placed: readonly PlacedRole[];
}

/** What is wrong, of the name and otherwise. */
interface Problem {
  readonly name: string;
  readonly other: string;
}

interface PersonDialogProps {
  /** Who is changed; `null` for a new person. */
  readonly person: PersonAnswer | null;
  readonly onSaved: (invited: InvitedPersonAnswer | null, person: PersonAnswer) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a person's name and role. */
export function PersonDialog({ person, onSaved, onClose }: PersonDialogProps) {
  const [settings, setSettings] = useState<Settings>({
    name: person?.name ?? "",
    role: person?.role ?? "operator",
    workspace: person?.workspace ?? null,
    placed: person === null ? [FIRST_ROLE] : placedRoles(person.grants),
  });
  const [problem, setProblem] = useState<Problem>({ name: "", other: "" });
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const { role, workspace, placed } = settings;
    const name = settings.name.trim();
    const grants = givenGrants(placed);
    const given = isArchive() ? { name, role: placed[0]?.role ?? role, grants } : { name, role, workspace };
    const changed = isArchive()
      ? { name, grants }
      : {
          name,
          ...(role !== person?.role && { role }),
          ...(workspace !== person?.workspace && { workspace }),
        };
    try {
      if (person === null) {
        const invited = await post<InvitedPersonAnswer>("/api/people", given);
        await onSaved(invited, invited.person);
      } else await onSaved(null, await patch<PersonAnswer>(`/api/people/${person.id}`, changed));
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const title = person === null ? t("people.add") : t("people.changeTitle", { name: person.name });
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
      <form
        class="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PersonFields settings={settings} problem={problem.name} onSettings={setSettings} />
        <p class="field-problem" role="alert">
          {problem.other}
        </p>
        <DialogActions>
          <Button kind="main" type="submit" isBusy={isBusy}>
            {person === null ? t("people.add") : t("people.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface PersonFieldsProps {
  readonly settings: Settings;
  /** What is wrong with the name. */
  readonly problem: string;
  readonly onSettings: (settings: Settings) => void;
}

/** The choice that stands for all workspaces: no slug is empty. */
const ALL = "";

function PersonFields({ settings, problem, onSettings }: PersonFieldsProps) {
  const { name } = settings;
  return (
    <>
      <Field
        id="person-name"
        label={t("people.name")}
        hint={t("people.nameHint")}
        problem={problem}
        value={name}
        onValue={(value) => onSettings({ ...settings, name: value })}
        required
        autofocus
        spellcheck={false}
      />
      {isArchive() ? (
        <GrantFields placed={settings.placed} onPlaced={(placed) => onSettings({ ...settings, placed })} />
      ) : (
        <RoleFields settings={settings} onSettings={onSettings} />
      )}
    </>
  );
}

function RoleFields({ settings, onSettings }: Omit<PersonFieldsProps, "problem">) {
  const { role, workspace } = settings;
  const places = [ALL, ...workspaces.value.map(({ slug }) => slug)];
  return (
    <>
      <Select
        id="person-role"
        label={t("people.role")}
        hint={roleWords(role)}
        choices={ROLE_NAMES.map((value) => ({ value, name: t(`people.role.${value}`) }))}
        value={role}
        onValue={(value) => onSettings({ ...settings, role: value })}
      />
      {places.length > 2 || workspace !== null ? (
        <Select
          id="person-workspace"
          label={t("people.workspace")}
          choices={places.map((value) => ({
            value,
            name: value === ALL ? t("people.allWorkspaces") : value,
          }))}
          value={workspace ?? ALL}
          onValue={(value) => onSettings({ ...settings, workspace: value === ALL ? null : value })}
        />
      ) : null}
    </>
  );
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof RefusedError)) return { name: "", other: String(error) };
  if (error.code === "CONFLICT" && "name" in error.data) return { name: t("people.nameTaken"), other: "" };
  const isName = error.message.startsWith("name:");
  return isName ? { name: error.message, other: "" } : { name: "", other: error.message };
}
