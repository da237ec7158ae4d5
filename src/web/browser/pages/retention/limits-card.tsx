import { useState } from "preact/hooks";
import type { RetentionRulesBody } from "../../../../contract/retention.ts";
import { may } from "../../app/session.ts";
import { post, workspacePath } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Facts } from "../../design/facts.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { ageWords } from "./age-words.ts";

/** The limit of how long deleted prints can be restored. */
const PURGE = "purge-after";

interface LimitsCardProps {
  readonly slug: string;
  readonly answer: RetentionRulesBody;
  readonly onChanged: () => void;
}

/** The limits of the service, and the run that deletes. */
export function LimitsCard({ slug, answer, onChanged }: LimitsCardProps) {
  const [deed, setDeed] = useState<"run" | "confirm" | null>(null);
  const { limits, purgeAfter, isRunning, lastRun } = answer;
  // What is deleted for good has a sentence of its own.
  const others = limits.filter(({ name }) => name !== PURGE);
  const waiting = limits.filter(({ appliesFrom }) => Date.parse(appliesFrom ?? "") > Date.now());
  return (
    <Card
      title={t("retention.limits")}
      actions={
        <>
          {may("admin") ? (
            <Button disabled={isRunning} onClick={() => setDeed("run")}>
              {t("retention.run")}
            </Button>
          ) : null}
          {waiting.length > 0 && may("service") ? (
            <Button onClick={() => setDeed("confirm")}>{t("retention.confirm")}</Button>
          ) : null}
        </>
      }
    >
      <p>{t("retention.limitsAbout")}</p>
      {others.length === 0 ? (
        <p>{t("retention.noLimits")}</p>
      ) : (
        <Facts of={others.map(({ name, value }) => [name, ageWords(value)])} />
      )}
      {waiting.map(({ name, wouldDelete, appliesFrom }) => (
        <p key={name} class="retention-waiting">
          <code>{name}</code> {t("retention.wouldDelete", { n: wouldDelete })}{" "}
          {t("retention.waitsUntil", { time: formatFullTime(appliesFrom ?? "") })}
        </p>
      ))}
      <p>
        {purgeAfter === null ? t("retention.noPurge") : t("retention.purge", { age: ageWords(purgeAfter) })}
      </p>
      <p role="status">{isRunning ? t("retention.running") : lastRunWords(lastRun)}</p>
      {deed === null ? null : (
        <Confirmation
          title={t(`retention.${deed}Title`)}
          action={t(`retention.${deed}`)}
          isDangerous
          onConfirm={async () => {
            await post(
              deed === "run" ? workspacePath(slug, "retention-rules", "run") : "/api/retention/confirm",
            );
            onChanged();
          }}
          onClose={() => setDeed(null)}
        >
          {deed === "run" ? (
            <p>{t("retention.runText")}</p>
          ) : (
            waiting.map(({ name, wouldDelete }) => (
              <p key={name}>{t("retention.confirmText", { name, n: wouldDelete })}</p>
            ))
          )}
        </Confirmation>
      )}
    </Card>
  );
}

function lastRunWords(lastRun: RetentionRulesBody["lastRun"]): string {
  if (lastRun === null) return "";
  const { endedAt, resumesAt, deleted, purged, held } = lastRun;
  const count = Object.values(deleted).reduce((sum, each) => sum + each, 0);
  const words = t("retention.lastRun", { time: formatFullTime(endedAt), deleted: count, purged, held });
  return resumesAt === null
    ? words
    : `${words} ${t("retention.resumes", { time: formatFullTime(resumesAt) })}`;
}
