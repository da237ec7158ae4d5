import { useRef, useState } from "preact/hooks";
import type { InvitedPersonAnswer, PersonAnswer } from "../../../../contract/person.ts";
import { toast } from "../../app/notices.tsx";
import { loadSession } from "../../app/session.ts";
import { get, post, remove } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Menu } from "../../design/menu.tsx";
import { Failure } from "../../design/notice.tsx";
import { Page, Skeleton } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { formatAgo, formatFullTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { roleWords } from "./role-words.ts";
import { grantedPlaces } from "./granted-places.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { PersonDialog } from "./person-dialog.tsx";

/** What is asked or shown above the list. */
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "change" | "reset" | "remove"; readonly person: PersonAnswer }
  | { readonly kind: "link"; readonly invited: InvitedPersonAnswer };

/** The people who may sign in, and what they may do. */
export function PeoplePage() {
  const { answer, error, again } = useAnswer(
    (end) => get<{ readonly items: readonly PersonAnswer[] }>("/api/people", end),
    [],
  );
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const saved = async (invited: InvitedPersonAnswer | null, person: PersonAnswer) => {
    again();
    // What the shell shows and offers may be another now.
    if (person.isYou) await loadSession();
    if (invited !== null && invited.link !== null) return setOpen({ kind: "link", invited });
    toast(t("people.saved", { name: person.name }));
    close();
  };
  const add = (
    <Button kind="main" icon="plus" onClick={() => setOpen({ kind: "add" })}>
      {t("people.add")}
    </Button>
  );
  return (
    <Page title={t("people.title")} about={t("people.about")} actions={add}>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {answer === null ? (
        <Skeleton lines={4} />
      ) : (
        <Table
          label={t("people.list")}
          columns={columns(setOpen)}
          rows={answer.items}
          keyOf={({ id }) => id}
        />
      )}
      {open === null ? null : <OpenDialog open={open} onSaved={saved} onChanged={again} onClose={close} />}
    </Page>
  );
}

function columns(setOpen: (open: Open) => void): readonly Column<PersonAnswer>[] {
  return [
    {
      title: t("people.name"),
      cell: ({ name, isYou }) => (
        <span class="people-name">
          <span>{name}</span> {isYou ? <Badge>{t("people.isYou")}</Badge> : null}
        </span>
      ),
    },
    {
      title: t("people.role"),
      cell: ({ role }) => <span title={roleWords(role)}>{t(`people.role.${role}`)}</span>,
    },
    { title: t("people.workspace"), cell: (person) => grantedPlaces(person) },
    { title: t("people.signsIn"), cell: (person) => waysOf(person) },
    {
      title: t("people.lastUsed"),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          t("people.never")
        ) : (
          <time dateTime={lastUsedAt} title={formatFullTime(lastUsedAt)}>
            {formatAgo(lastUsedAt)}
          </time>
        ),
    },
    {
      title: t("people.actions"),
      isTitleHidden: true,
      isNumber: true,
      cell: (person) => (
        <Menu
          label={t("people.actionsOf", { name: person.name })}
          items={[
            { name: t("people.change"), icon: "pencil", onChoose: () => setOpen({ kind: "change", person }) },
            { name: t("people.newLink"), icon: "key", onChoose: () => setOpen({ kind: "reset", person }) },
            {
              name: t("people.removePerson"),
              icon: "trash",
              isDangerous: true,
              onChoose: () => setOpen({ kind: "remove", person }),
            },
          ]}
        />
      ),
    },
  ];
}

function waysOf({ hasPassword, lastUsedAt, isYou }: PersonAnswer): string {
  if (hasPassword) return t("people.withPassword");
  return lastUsedAt === null && !isYou ? t("people.invited") : t("people.withLink");
}

interface OpenDialogProps {
  readonly open: Open;
  readonly onSaved: (invited: InvitedPersonAnswer | null, person: PersonAnswer) => Promise<void>;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function OpenDialog({ open, onSaved, onChanged, onClose }: OpenDialogProps) {
  if (open.kind === "add") return <PersonDialog person={null} onSaved={onSaved} onClose={onClose} />;
  if (open.kind === "change")
    return <PersonDialog person={open.person} onSaved={onSaved} onClose={onClose} />;
  if (open.kind === "link") return <LinkDialog invited={open.invited} onClose={onClose} />;
  const { id, name } = open.person;
  if (open.kind === "remove")
    return (
      <Confirmation
        title={t("people.removeTitle", { name })}
        action={t("people.removeAction", { name })}
        isDangerous
        onConfirm={async () => {
          await remove(`/api/people/${id}`);
          toast(t("people.removed", { name }));
          onChanged();
        }}
        onClose={onClose}
      >
        <p>{t("people.removeAbout", { name })}</p>
      </Confirmation>
    );
  return <ResetDialog person={open.person} onSaved={onSaved} onClose={onClose} />;
}

type ResetDialogProps = Pick<OpenDialogProps, "onSaved" | "onClose"> & { readonly person: PersonAnswer };

/** After the question it gives place to the link. */
function ResetDialog({ person, onSaved, onClose }: ResetDialogProps) {
  const invited = useRef<InvitedPersonAnswer | null>(null);
  const { id, name } = person;
  return (
    <Confirmation
      title={t("people.resetTitle", { name })}
      action={t("people.resetAction")}
      isDangerous
      onConfirm={async () => {
        invited.current = await post<InvitedPersonAnswer>(`/api/people/${id}/reset`);
      }}
      onClose={() =>
        invited.current === null ? onClose() : void onSaved(invited.current, invited.current.person)
      }
    >
      <p>{t("people.resetAbout", { name })}</p>
    </Confirmation>
  );
}
