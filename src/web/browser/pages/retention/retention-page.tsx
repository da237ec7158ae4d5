import type { RetentionRulesBody } from "../../../../contract/retention.ts";
import type { PageProps } from "../../app/pages.ts";
import { may } from "../../app/session.ts";
import { get, workspacePath } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { Loading } from "../../design/loading.tsx";
import { Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { EraseCard } from "./erase-card.tsx";
import { HoldsCard } from "./holds-card.tsx";
import { LimitsCard } from "./limits-card.tsx";
import { PresetsCard } from "./presets-card.tsx";
import { RulesCard } from "./rules-card.tsx";

/** How long prints stay: rules, limits, legal holds, and erasing one. */
export function RetentionPage({ slug }: PageProps) {
  const asked = useAnswer(
    (end) => get<RetentionRulesBody>(workspacePath(slug, "retention-rules"), end),
    [slug],
  );
  const { answer } = asked;
  useProgress(asked, ({ isRunning }) => isRunning);
  return (
    <Page title={t("retention.title")} about={t("retention.about")}>
      <Loading of={asked} lines={8} />
      {answer === null ? null : (
        <>
          <RulesCard slug={slug} rules={answer.items} onChanged={asked.again} />
          <PresetsCard slug={slug} count={answer.items.length} onChanged={asked.again} />
          <LimitsCard slug={slug} answer={answer} onChanged={asked.again} />
        </>
      )}
      <HoldsCard slug={slug} />
      {may("admin") ? <EraseCard slug={slug} /> : null}
    </Page>
  );
}
