import type { SessionAnswer } from "../../../../contract/service.ts";
import { get } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Failure } from "../../design/notice.tsx";
import { Page, Skeleton } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { SessionTable } from "./session-table.tsx";

/** Who is signed in to the dashboard, as far as one may see it. */
export function SessionsPage() {
  const { answer, error, again } = useAnswer(
    (end) => get<{ readonly items: readonly SessionAnswer[] }>("/api/sessions", end),
    [],
  );
  return (
    <Page title={t("people.sessions")} about={t("people.sessionsAbout")}>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {answer === null ? (
        <Skeleton lines={4} />
      ) : (
        <SessionTable sessions={answer.items} hasPeople onEnded={again} />
      )}
    </Page>
  );
}
