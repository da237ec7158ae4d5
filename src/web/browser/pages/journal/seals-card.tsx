import type { JournalAnswer, SealAnswer, SealsAnswer } from "../../../../contract/journal.ts";
import { attempt, toast } from "../../app/notices.tsx";
import { may } from "../../app/session.ts";
import { addressOf } from "../../base-path.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Facts } from "../../design/facts.tsx";
import { Failure, Notice } from "../../design/notice.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { formatNumber } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import type { JournalCardProps } from "./state-card.tsx";

/** The seals of the journal, where they are kept, and making one. */
export function SealsCard({ slug, answer, onAnswer }: JournalCardProps) {
  const { lastSeal, place, placeFault, authority, authorityFault } = answer;
  const asked = useAnswer(
    (end) => get<SealsAnswer>(workspacePath(slug, "journal", "seals"), end),
    [slug, lastSeal?.number],
  );
  const seal = async () => {
    onAnswer(await post<JournalAnswer>(workspacePath(slug, "journal", "seals")));
    toast(t("journal.sealed"));
  };
  return (
    <Card
      title={t("journal.seals")}
      actions={
        <>
          {may("operate") ? <Button onClick={() => void attempt(seal)}>{t("journal.seal")}</Button> : null}
          {lastSeal === null ? null : (
            <LinkButton
              icon="download"
              href={addressOf(workspacePath(slug, "journal", "export"))}
              download=""
            >
              {t("journal.export")}
            </LinkButton>
          )}
        </>
      }
    >
      {[placeFault, authorityFault].map((words) => (words === null ? null : <Notice>{said(words)}</Notice>))}
      <Facts
        of={[
          [t("journal.lastSeal"), lastSeal === null ? t("journal.noSeals") : <Time at={lastSeal.sealedAt} />],
          [t("journal.place"), place === null ? t("journal.noPlace") : <code>{place}</code>],
          [t("journal.authority"), authority === null ? t("journal.noAuthority") : <code>{authority}</code>],
        ]}
      />
      {asked.error === null ? null : <Failure error={asked.error} onRetry={asked.again} />}
      {asked.answer === null || asked.answer.items.length === 0 ? null : (
        <Table
          label={t("journal.newestSeals")}
          rows={asked.answer.items}
          keyOf={({ number }) => String(number)}
          columns={columns()}
        />
      )}
    </Card>
  );
}

const columns = (): readonly Column<SealAnswer>[] => [
  { title: t("journal.number"), isNumber: true, cell: ({ number }) => formatNumber(number) },
  { title: t("journal.sealedAt"), cell: ({ sealedAt }) => <Time at={sealedAt} /> },
  { title: t("journal.entries"), isNumber: true, cell: ({ entries }) => formatNumber(entries) },
  {
    title: t("journal.timeStamp"),
    cell: ({ timeStampedAt, authority }) =>
      timeStampedAt === null ? null : <span title={authority ?? ""}>{<Time at={timeStampedAt} />}</span>,
  },
  { title: t("journal.hash"), cell: ({ hash }) => <code class="journal-hash">{hash}</code> },
];
