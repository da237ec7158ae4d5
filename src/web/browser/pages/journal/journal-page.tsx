import type { JournalAnswer } from "../../../../contract/journal.ts";
import type { PageProps } from "../../app/pages.ts";
import { addressOf } from "../../base-path.ts";
import { get, workspacePath } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { Failure } from "../../design/notice.tsx";
import { Page, Skeleton } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { SealsCard } from "./seals-card.tsx";
import { StateCard } from "./state-card.tsx";

/** How the journal of a workspace is, verifying it, and its seals. */
export function JournalPage({ slug }: PageProps) {
  const asked = useAnswer((end) => get<JournalAnswer>(workspacePath(slug, "journal"), end), [slug]);
  const { answer, error, again, set } = asked;
  useProgress(asked, ({ progress }) => progress !== null);
  return (
    <Page title={t("journal.title")} about={t("journal.about")}>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {answer === null && error === null ? <Skeleton lines={6} /> : null}
      {answer === null ? null : (
        <div class="journal">
          <StateCard slug={slug} answer={answer} onAnswer={set} />
          <SealsCard slug={slug} answer={answer} onAnswer={set} />
          <p class="journal-limits">
            {t("journal.limits")} <a href={addressOf("/guide/journal")}>{t("journal.guide")}</a>
          </p>
        </div>
      )}
    </Page>
  );
}
