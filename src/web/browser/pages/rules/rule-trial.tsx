import { Card } from "../../design/card.tsx";
import { Select } from "../../design/field.tsx";
import { Skeleton } from "../../design/page.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { markedPieces } from "./marked-text.ts";
import { Gives } from "./rule-list.tsx";
import type { RuleTrial } from "./use-rule-trial.ts";

/** The receipt that a rule is tried on, with what it finds marked in its text. */
export function RuleTrialView({ trial }: { readonly trial: RuleTrial }) {
  const { prints, printId, isLoading, answer } = trial;
  return (
    <Card title={t("rules.trial")}>
      {!isLoading && prints.length === 0 ? <p>{t("rules.noPrints")}</p> : null}
      {prints.length === 0 ? null : (
        <Select
          label={t("rules.trialOn")}
          choices={prints.map(({ id, label, createdAt }) => ({
            value: String(id),
            name: `${label ?? t("rules.noLabel")} · ${formatShortTime(createdAt)} · ${id}`,
          }))}
          value={String(printId)}
          onValue={(value) => trial.choose(Number(value))}
        />
      )}
      {isLoading ? <Skeleton lines={6} /> : null}
      {answer === null ? null : <Found trial={trial} answer={answer} />}
    </Card>
  );
}

function Found({
  trial,
  answer,
}: {
  readonly trial: RuleTrial;
  readonly answer: NonNullable<RuleTrial["answer"]>;
}) {
  const matches = trial.isEmpty || trial.patternProblem !== "" ? [] : answer.matches;
  const pieces = markedPieces(
    answer.text,
    matches.flatMap(({ groups }) => groups),
  );
  return (
    <>
      <p role="status" class="rules-found">
        {wordsOf(trial)}{" "}
        {matches.length === 0 || !trial.gives ? null : <Gives label={answer.label} tag={answer.tag} />}
      </p>
      <pre class="rules-text" role="region" tabIndex={0} aria-label={t("rules.text")}>
        {pieces.map(({ text, group }, index) =>
          group === null ? (
            text
          ) : (
            <mark key={index} class={group === 0 ? "rules-match" : "rules-group"}>
              {text}
            </mark>
          ),
        )}
      </pre>
    </>
  );
}

function wordsOf({ isEmpty, patternProblem, answer }: RuleTrial): string {
  if (isEmpty) return t("rules.nothingAsked");
  if (patternProblem !== "" || answer === null) return "";
  return answer.matches.length === 0 ? t("rules.findsNothing") : t("rules.finds");
}
