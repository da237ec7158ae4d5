import type { JournalAnswer, VerificationAnswer } from "../../../../contract/journal.ts";
import { attempt } from "../../app/notices.tsx";
import { printsAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { post, workspacePath } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Facts } from "../../design/facts.tsx";
import { Notice } from "../../design/notice.tsx";
import { Time } from "../../design/time.tsx";
import { formatFullTime, formatNumber } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

export interface JournalCardProps {
  readonly slug: string;
  readonly answer: JournalAnswer;
  readonly onAnswer: (answer: JournalAnswer) => void;
}

/** What the last verification found, and verifying again. */
export function StateCard({ slug, answer, onAnswer }: JournalCardProps) {
  const { entries, unsealed, toAdopt, progress, verification } = answer;
  const verify = async () =>
    onAnswer(await post<JournalAnswer>(workspacePath(slug, "journal", "verification")));
  return (
    <Card
      title={t("journal.state")}
      actions={
        may("admin") ? (
          <Button kind="main" disabled={progress !== null} onClick={() => void attempt(verify)}>
            {t("journal.verify")}
          </Button>
        ) : undefined
      }
    >
      <Verdict verification={verification} />
      <Facts
        of={[
          [t("journal.entries"), `${formatNumber(entries)} · ${t("journal.unsealed", { n: unsealed })}`],
          [t("journal.toAdopt"), toAdopt === 0 ? null : t("journal.toAdoptPrints", { n: toAdopt })],
          [t("journal.verifiedAt"), verification === null ? null : <Verified verification={verification} />],
        ]}
      />
      <p role="status">
        {progress === null
          ? ""
          : t("journal.verifying", {
              percent: Math.floor((100 * progress.done) / Math.max(progress.total, 1)),
            })}
      </p>
      {verification === null ? null : <Findings slug={slug} verification={verification} />}
    </Card>
  );
}

function Verdict({ verification }: { readonly verification: VerificationAnswer | null }) {
  if (verification === null) return <p>{t("journal.unknown")}</p>;
  const { findingCount, fault } = verification;
  return (
    <>
      {findingCount === 0 ? (
        <p>{t("journal.whole")}</p>
      ) : (
        <Notice kind="bad">{t("journal.wrong", { n: findingCount })}</Notice>
      )}
      {fault === null ? null : <Notice>{t("journal.fault", { reason: said(fault) })}</Notice>}
    </>
  );
}

function Verified({ verification }: { readonly verification: VerificationAnswer }) {
  const { endedAt, prints, seals } = verification;
  return (
    <>
      <Time at={endedAt} /> · {t("journal.comparedPrints", { n: prints })} ·{" "}
      {t("journal.comparedSeals", { n: seals })}
    </>
  );
}

interface FindingsProps {
  readonly slug: string;
  readonly verification: VerificationAnswer;
}

function Findings({ slug, verification }: FindingsProps) {
  const { findings, findingCount, restores } = verification;
  const more = findingCount - findings.length;
  return (
    <>
      {findings.length === 0 ? null : <h3 class="journal-heading">{t("journal.findings")}</h3>}
      <ul class="journal-findings">
        {findings.map(({ code, message, printId, entry }) => (
          <li key={`${code} ${printId} ${entry} ${message}`}>
            {said(message)}{" "}
            {printId === null ? null : (
              <a href={printsAddress(slug, printId)}>{t("journal.print", { id: String(printId) })}</a>
            )}
          </li>
        ))}
        {more > 0 ? <li>{t("journal.more", { n: more })}</li> : null}
      </ul>
      {restores.length === 0 ? null : <h3 class="journal-heading">{t("journal.restores")}</h3>}
      <ul class="journal-findings">
        {restores.map(({ at, seals }) => (
          <li key={at}>{t("journal.restored", { n: seals, time: formatFullTime(at) })}</li>
        ))}
      </ul>
    </>
  );
}
