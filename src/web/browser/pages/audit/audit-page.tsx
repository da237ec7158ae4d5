import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import { AUDIT_ACT_NAMES } from "../../../../audit/acts.ts";
import type { AuditEntriesAnswer, AuditEntryAnswer } from "../../../../contract/audit.ts";
import { attempt } from "../../app/notices.tsx";
import { addressOf } from "../../base-path.ts";
import { get, withQuery } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useSettled } from "../../client/use-settled.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Field, Select } from "../../design/field.tsx";
import { EmptyState, Page } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { t } from "../../texts/texts.ts";
import { partWords } from "./actor-words.ts";
import { toldDetails } from "./told-details.ts";

/** Time between the last key in a filter and the question, milliseconds. */
const TYPING_MILLISECONDS = 250;

const NO_FILTER = { act: "", subject: "", since: "", until: "" };

/** The audit log: filtered, and as a file. */
export function AuditPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const wanted = useSettled(filter, TYPING_MILLISECONDS);
  const parameters = parametersOf(wanted);
  const asked = useAnswer(
    (end) => get<AuditEntriesAnswer>(withQuery("/api/audit", parameters), end),
    [wanted],
  );
  const { answer } = asked;
  const set = (name: keyof typeof NO_FILTER) => (value: string) => setFilter({ ...filter, [name]: value });
  const older = async () => {
    if (answer === null) return;
    const path = withQuery("/api/audit", { ...parameters, before: answer.nextBefore });
    const next = await get<AuditEntriesAnswer>(path);
    asked.set({ items: [...answer.items, ...next.items], nextBefore: next.nextBefore });
  };
  return (
    <Page
      title={t("audit.title")}
      about={t("audit.about")}
      actions={
        <LinkButton icon="download" href={addressOf(withQuery("/api/audit/export", parameters))} download="">
          {t("audit.export")}
        </LinkButton>
      }
    >
      <form class="audit-filter" onSubmit={(event) => event.preventDefault()}>
        <Select label={t("audit.act")} choices={ACTS()} value={filter.act} onValue={set("act")} />
        <Field label={t("audit.subjectFilter")} value={filter.subject} onValue={set("subject")} />
        <Field label={t("audit.since")} type="date" value={filter.since} onValue={set("since")} />
        <Field label={t("audit.until")} type="date" value={filter.until} onValue={set("until")} />
      </form>
      <Loading of={asked} lines={8} />
      {answer?.items.length === 0 ? <EmptyState title={t("audit.empty")} /> : null}
      {answer === null || answer.items.length === 0 ? null : (
        <Table label={t("audit.list")} rows={answer.items} keyOf={({ id }) => id} columns={columns()} />
      )}
      {answer === null || answer.nextBefore === null ? null : (
        <p>
          <Button onClick={() => void attempt(older)}>{t("audit.older")}</Button>
        </p>
      )}
    </Page>
  );
}

const ACTS = () => [
  { value: "", name: t("audit.anyAct") },
  ...AUDIT_ACT_NAMES.map((value) => ({
    value,
    name: t(`audit.act.${value}`),
    group: value.split(".")[0] ?? "",
  })),
];

/** Days as the service takes them: from the first moment of the one to the last of the other, by the reader's clock. */
function parametersOf({ act, subject, since, until }: typeof NO_FILTER) {
  const end = until === "" ? null : new Date(`${until}T00:00`);
  end?.setDate(end.getDate() + 1);
  return {
    act,
    subject: subject.trim(),
    since: since === "" ? "" : new Date(`${since}T00:00`).toISOString(),
    until: end?.toISOString(),
  };
}

const columns = (): readonly Column<AuditEntryAnswer>[] => [
  { title: t("audit.time"), cell: ({ at }) => <Time at={at} /> },
  {
    title: t("audit.who"),
    cell: ({ actor: { kind, name, id } }) => (
      <>
        <div>{kind === "system" ? partWords(id) : name === "" ? id : name}</div>
        <div class="audit-soft">{t(`audit.kind.${kind}`)}</div>
      </>
    ),
  },
  { title: t("audit.from"), cell: ({ actor }) => actor.address ?? "" },
  {
    title: t("audit.act"),
    cell: ({ act }) => (
      <>
        <div>{t(`audit.act.${act}`)}</div>
        <code class="audit-soft">{act}</code>
      </>
    ),
  },
  { title: t("audit.subject"), cell: ({ subject }) => subject },
  { title: t("audit.details"), cell: (entry) => <Details {...entry} /> },
];

function Details({ act, details }: Pick<AuditEntryAnswer, "act" | "details">) {
  const told = toldDetails(act, details);
  if (told.length === 0) return null;
  return (
    <dl class="audit-details">
      {told.map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
