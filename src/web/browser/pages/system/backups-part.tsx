import type { BackupsAnswer, PlacedBackupsAnswer } from "../../../../contract/backup.ts";
import { attempt } from "../../app/notices.tsx";
import { addressOf } from "../../base-path.ts";
import { get, post } from "../../client/request.ts";
import { type Asked, useAnswer, useProgress } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Facts } from "../../design/facts.tsx";
import { Loading } from "../../design/loading.tsx";
import { Notice } from "../../design/notice.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { formatBytes, formatNumber } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

/** How the backups are, making one, trying the newest, and what there is. */
export function BackupsPart() {
  const asked = useAnswer((end) => get<BackupsAnswer>("/api/backups", end), []);
  const { answer } = asked;
  useProgress(asked, ({ progress, isTrying }) => progress !== null || isTrying);
  if (answer === null) return <Loading of={asked} lines={6} />;
  return (
    <div class="system-part">
      <BackupsCard answer={answer} onAnswer={asked.set} />
      {answer.place === null ? null : <PlacedBackups key={answer.lastRun?.number} />}
      <Card title={t("system.restoreGuide")}>
        <p>{t("system.restoreAbout")}</p>
        <p>
          <code>tillroll restore --stop</code>
        </p>
        <p>
          <a href={addressOf("/guide/backup")}>{t("system.restoreGuide")}</a>
        </p>
      </Card>
    </div>
  );
}

function BackupsCard({
  answer,
  onAnswer,
}: {
  readonly answer: BackupsAnswer;
  readonly onAnswer: (answer: BackupsAnswer) => void;
}) {
  const { place, upToDateAt, fault, trial, progress, isTrying } = answer;
  const act = (path: string) => () => void attempt(async () => onAnswer(await post<BackupsAnswer>(path)));
  if (place === null)
    return (
      <Card title={t("system.part.backups")}>
        <p>{t("system.noPlace")}</p>
      </Card>
    );
  return (
    <Card
      title={t("system.part.backups")}
      actions={
        <>
          <Button kind="main" disabled={progress !== null} onClick={act("/api/backups")}>
            {t("system.makeBackup")}
          </Button>
          <Button disabled={isTrying} onClick={act("/api/backups/verify")}>
            {t("system.tryBackup")}
          </Button>
        </>
      }
    >
      {[fault, trial?.fault ?? null, answer.lastRun?.fault ?? null].map((words) =>
        words === null ? null : <Notice kind="bad">{said(words)}</Notice>,
      )}
      <Facts
        of={[
          [t("system.backupPlace"), <code>{place}</code>],
          [t("system.upToDate"), upToDateAt === null ? null : <Time at={upToDateAt} />],
          [t("system.restorable"), restorableOf(trial)],
          [t("system.tried"), trial === null ? null : <Time at={trial.triedAt} />],
        ]}
      />
      <p role="status">{wordsOf(answer)}</p>
    </Card>
  );
}

function restorableOf(trial: BackupsAnswer["trial"]) {
  if (trial === null || trial.restorableAsOf === null) return t("system.notTried");
  return (
    <>
      <Time at={trial.restorableAsOf} /> · {t("system.triedPrints", { n: trial.prints })}
    </>
  );
}

function wordsOf({ progress, isTrying, lastRun }: BackupsAnswer): string {
  if (progress !== null)
    return t("system.backupProgress", {
      percent: Math.floor((100 * progress.done) / Math.max(progress.total, 1)),
    });
  if (isTrying) return t("system.backupTrying");
  const made = lastRun?.made ?? null;
  return made === null ? "" : t("system.backupMade", { n: made.prints });
}

type Placed = PlacedBackupsAnswer["items"][number];

function PlacedBackups() {
  const asked: Asked<PlacedBackupsAnswer> = useAnswer(
    (end) => get<PlacedBackupsAnswer>("/api/backups/placed", end),
    [],
  );
  const { answer } = asked;
  return (
    <Card title={t("system.backupList")}>
      <Loading of={asked} lines={3} />
      {answer?.items.length === 0 ? <p>{t("system.noBackups")}</p> : null}
      {answer === null || answer.items.length === 0 ? null : (
        <Table
          label={t("system.backupTable")}
          rows={answer.items.toReversed()}
          keyOf={({ name }) => name}
          columns={columns()}
        />
      )}
      {answer?.unreadable.map(({ name, reason }) => (
        <p key={name}>
          <Badge kind="bad">{t("system.unreadable")}</Badge> <code>{name}</code> {said(reason)}
        </p>
      ))}
    </Card>
  );
}

const columns = (): readonly Column<Placed>[] => [
  {
    title: t("administration.name"),
    cell: ({ name, own }) => (
      <>
        <code>{name}</code> {own ? null : <Badge>{t("system.ofOthers")}</Badge>}
      </>
    ),
  },
  { title: t("system.takenAt"), cell: ({ takenAt }) => <Time at={takenAt} /> },
  { title: t("system.until"), cell: ({ until }) => <Time at={until} /> },
  { title: t("system.verified"), cell: ({ verifiedAt }) => <Time at={verifiedAt} /> },
  { title: t("system.prints"), isNumber: true, cell: ({ prints }) => formatNumber(prints) },
  { title: t("system.size"), isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
  { title: t("system.version"), cell: ({ tillroll }) => tillroll },
];
