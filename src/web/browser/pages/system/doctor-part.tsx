import { useState } from "preact/hooks";
import type { DoctorAnswer, DoctorRow } from "../../../../contract/doctor.ts";
import { addressOf } from "../../base-path.ts";
import { get } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Checkbox } from "../../design/field.tsx";
import { Failure } from "../../design/notice.tsx";
import { Skeleton } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

const KINDS = { ok: "good", warning: "warning", fault: "bad", unknown: "plain" } as const;

/** What is told first. */
const RANKS = { fault: 0, warning: 1, unknown: 2, ok: 3 } as const;

/** What may be wrong with the machine of the service, and what to do: looked at when the part is opened, and when it is asked for. */
export function DoctorPart() {
  const asked = useAnswer((end) => get<DoctorAnswer>("/api/doctor", end), []);
  const [showsAll, setShowsAll] = useState(false);
  const { answer, error, isLoading } = asked;
  const findings = answer?.findings.filter(({ state }) => showsAll || state !== "ok") ?? [];
  return (
    <div class="system-part">
      <Card
        title={t("system.part.doctor")}
        actions={
          <Button disabled={isLoading} onClick={asked.again}>
            {t("system.doctorAgain")}
          </Button>
        }
      >
        <p>{t("system.doctorAbout")}</p>
        <p role="status">{isLoading ? t("system.doctorLooking") : answer === null ? "" : wordsOf(answer)}</p>
        <p>
          <a href={addressOf("/guide/repair")}>{t("system.doctorGuide")}</a>
        </p>
      </Card>
      {error === null ? null : <Failure error={error} onRetry={asked.again} />}
      {answer === null && isLoading ? <Skeleton lines={8} /> : null}
      {answer === null ? null : (
        <>
          <Checkbox label={t("system.doctorShowAll")} checked={showsAll} onValue={setShowsAll} />
          {findings.length === 0 ? null : (
            <Table
              label={t("system.doctorTable")}
              rows={findings.toSorted((one, other) => RANKS[one.state] - RANKS[other.state])}
              keyOf={({ code, finding }) => `${code} ${finding}`}
              columns={columns()}
            />
          )}
        </>
      )}
    </div>
  );
}

function wordsOf({ findings, lookedAt }: DoctorAnswer): string {
  const n = findings.filter(({ state }) => state === "warning" || state === "fault").length;
  const words = n === 0 ? t("system.doctorWell") : t("system.doctorTrouble", { n });
  return `${words} ${t("system.doctorAt", { time: formatFullTime(lookedAt) })}`;
}

const columns = (): readonly Column<DoctorRow>[] => [
  { title: t("system.doctorArea"), cell: ({ area }) => t(`system.doctorArea.${area}`) },
  {
    title: t("administration.state"),
    cell: ({ state }) => <Badge kind={KINDS[state]}>{t(`system.doctorState.${state}`)}</Badge>,
  },
  {
    title: t("system.doctorFinding"),
    cell: ({ finding, meaning, advice }) => (
      <>
        {said(finding)}
        {[meaning, advice].map((words) => (words === null ? null : <div key={words}>{said(words)}</div>))}
      </>
    ),
  },
];
