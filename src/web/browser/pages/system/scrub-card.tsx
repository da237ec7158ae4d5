import type { ScrubAnswer } from "../../../../contract/scrub.ts";
import { attempt } from "../../app/notices.tsx";
import { addressOf } from "../../base-path.ts";
import { get, post } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Facts } from "../../design/facts.tsx";
import { Failure, Notice } from "../../design/notice.tsx";
import { Skeleton } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

type Finding = ScrubAnswer["findings"][number];

/** Findings that are shown at once. */
const SHOWN = 20;

/** Whether all that is stored is what was written, and checking it now. */
export function ScrubCard() {
  const asked = useAnswer((end) => get<ScrubAnswer>("/api/scrub", end), []);
  const { answer } = asked;
  useProgress(asked, ({ round }) => round !== null);
  if (asked.error !== null) return <Failure error={asked.error} onRetry={asked.again} />;
  if (answer === null) return <Skeleton lines={4} />;
  const { round, last, nextAt, findings } = answer;
  const begin = () => void attempt(async () => asked.set(await post<ScrubAnswer>("/api/scrub")));
  return (
    <Card
      title={t("system.scrub")}
      actions={
        <Button disabled={round !== null} onClick={begin}>
          {t("system.scrubNow")}
        </Button>
      }
    >
      {findings.length === 0 ? null : (
        <Notice kind="bad">
          {t("system.scrubFound", { n: findings.length })} {t("system.scrubRemedy")}{" "}
          <a href={addressOf("/guide/integrity")}>{t("system.scrubGuide")}</a>
        </Notice>
      )}
      <Facts
        of={[
          [
            t("system.scrubLast"),
            last === null ? (
              t("system.scrubNever")
            ) : (
              <>
                <Time at={last.finishedAt} /> · {t("system.scrubPrints", { n: last.prints })}
              </>
            ),
          ],
          [t("system.scrubNext"), nextAt === null ? null : <Time at={nextAt} />],
        ]}
      />
      <p role="status">{wordsOf(answer)}</p>
      {findings.length === 0 ? null : (
        <Table
          label={t("system.scrubFindings")}
          rows={findings.slice(0, SHOWN)}
          keyOf={({ kind, subject }) => `${kind} ${subject}`}
          columns={columns()}
        />
      )}
    </Card>
  );
}

function wordsOf({ round, findings }: ScrubAnswer): string {
  if (round !== null) {
    // The prints are all that takes long.
    const percent = Math.floor((100 * Math.min(round.prints, round.total)) / Math.max(round.total, 1));
    return t("system.scrubProgress", { percent });
  }
  return findings.length === 0 ? t("system.scrubWell") : "";
}

function columns(): Column<Finding>[] {
  return [
    { title: t("system.scrubWhat"), cell: ({ kind }) => t(`system.scrubKind.${kind}`) },
    { title: t("system.scrubWhich"), cell: ({ subject }) => subject },
    { title: t("system.scrubDetail"), cell: ({ detail }) => said(detail) },
  ];
}
