import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { SystemAnswer } from "../../../../contract/system.ts";
import type { WorkspaceAnswer } from "../../../../contract/service.ts";
import { workspaceAddress } from "../../app/route.ts";
import { isArchive, loadSession, workspaces } from "../../app/session.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Field } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { Page } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { formatNumber } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { choiceWords } from "../choice-words.ts";

type Index = SystemAnswer["workspaces"][number]["index"];

/** A workspace, and how far its index is, once that is known. */
interface Row extends WorkspaceAnswer {
  readonly index: Index | undefined;
}

/** The workspaces of the service, and the search index of each. */
export function WorkspacesPage() {
  const system = useAnswer<Pick<SystemAnswer, "workspaces">>(
    // The index of an archive is its database's.
    async (end) => (isArchive() ? { workspaces: [] } : get<SystemAnswer>("/api/system", end)),
    [],
  );
  const [isMaking, setMaking] = useState(false);
  const [rebuilt, setRebuilt] = useState<string | null>(null);
  const rows = workspaces.value.map((workspace) => ({
    ...workspace,
    index: system.answer?.workspaces.find(({ slug }) => slug === workspace.slug)?.index,
  }));
  return (
    <Page
      title={t("workspaces.title")}
      about={t(isArchive() ? "workspaces.aboutInArchive" : "workspaces.about")}
      actions={
        <Button kind="main" icon="plus" onClick={() => setMaking(true)}>
          {t("workspaces.make")}
        </Button>
      }
    >
      <Loading of={system} lines={rows.length} />
      {system.answer === null ? null : (
        <Table
          label={t("workspaces.list")}
          rows={rows}
          keyOf={({ id }) => id}
          columns={columnsOf((slug) => setRebuilt(slug))}
        />
      )}
      {isMaking ? <NewWorkspaceDialog onMade={system.again} onClose={() => setMaking(false)} /> : null}
      {rebuilt === null ? null : (
        <Confirmation
          title={t("workspaces.rebuildTitle")}
          action={t("workspaces.rebuild")}
          onConfirm={async () => {
            await post(workspacePath(rebuilt, "index", "rebuild"));
            system.again();
          }}
          onClose={() => setRebuilt(null)}
        >
          <p>{t("workspaces.rebuildText")}</p>
        </Confirmation>
      )}
    </Page>
  );
}

function columnsOf(onRebuild: (slug: string) => void): readonly Column<Row>[] {
  return [
    {
      title: t("workspaces.slug"),
      cell: ({ slug }) => <a href={workspaceAddress(slug, "prints")}>{slug}</a>,
    },
    {
      title: t("workspaces.paper"),
      cell: ({ model, width, charset }) =>
        [
          model,
          t("workspaces.columns", { n: width }),
          charset === null ? null : (choiceWords("charset", charset) ?? charset),
        ]
          .filter((part) => part !== null)
          .join(" · "),
    },
    ...(isArchive() ? [] : indexColumns()),
    {
      title: t("administration.actions"),
      isTitleHidden: true,
      cell: ({ slug }) => (
        <span class="workspaces-actions">
          <a
            href={workspaceAddress(slug, "settings")}
            aria-label={t("workspaces.settingsOf", { name: slug })}
          >
            {t("workspaces.settings")}
          </a>
          {isArchive() ? null : (
            <Button
              kind="quiet"
              aria-label={t("workspaces.rebuildOf", { name: slug })}
              onClick={() => onRebuild(slug)}
            >
              {t("workspaces.rebuild")}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

/** How much of each workspace the index covers. */
function indexColumns(): readonly Column<Row>[] {
  return [
    { title: t("workspaces.prints"), isNumber: true, cell: ({ index }) => formatNumber(index?.prints ?? 0) },
    { title: t("workspaces.indexed"), isNumber: true, cell: ({ index }) => indexWords(index) },
  ];
}

function indexWords(index: Index | undefined): string {
  if (index === undefined) return "";
  const { rebuild, textPending, prints } = index;
  if (rebuild !== null)
    return t("workspaces.building", {
      percent: Math.floor((100 * rebuild.done) / Math.max(rebuild.total, 1)),
    });
  return textPending > 0 ? t("workspaces.pending", { n: textPending }) : formatNumber(prints);
}

function NewWorkspaceDialog(props: { readonly onMade: () => void; readonly onClose: () => void }) {
  const form = useForm({ slug: "" });
  return (
    <FormDialog
      title={t("workspaces.make")}
      action={t("workspaces.make")}
      form={form}
      onSend={async () => {
        await post("/api/workspaces", form.values);
        await loadSession();
        props.onMade();
      }}
      onClose={props.onClose}
    >
      <Field
        label={t("workspaces.slug")}
        hint={t("workspaces.slugHint")}
        value={form.values.slug}
        onValue={form.set("slug")}
        problem={form.problem("slug")}
        spellcheck={false}
        autofocus
      />
    </FormDialog>
  );
}
