import { useState } from "preact/hooks";
import type {
  RetentionPresetAnswer,
  RetentionPresetsAnswer,
} from "../../../../contract/retention-presets.ts";
import { may } from "../../app/session.ts";
import { get, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Failure } from "../../design/notice.tsx";
import { Table } from "../../design/table.tsx";
import { locale, t } from "../../texts/texts.ts";
import { keptUntil } from "./age-words.ts";
import { RuleDialog } from "./rule-dialog.tsx";

interface PresetsCardProps {
  readonly slug: string;
  /** How many rules there are. */
  readonly count: number;
  readonly onChanged: () => void;
}

/** How long countries have receipts kept, each as a rule that is to be looked at before it is made. */
export function PresetsCard({ slug, count, onChanged }: PresetsCardProps) {
  const [chosen, setChosen] = useState<RetentionPresetAnswer | null>(null);
  const { answer, error, again } = useAnswer<RetentionPresetsAnswer>(
    (end) => get(workspacePath(slug, "retention-presets"), end),
    [slug],
  );
  return (
    <Card title={t("retention.presets")}>
      <p>{t("retention.presetsAbout")}</p>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {answer === null ? null : <Presets presets={answer.items} onChoose={setChosen} />}
      {chosen === null ? null : (
        <RuleDialog
          slug={slug}
          rule={null}
          count={count}
          suggested={{
            name: t("retention.presetName", { country: countryName(chosen.country) }),
            age: chosen.maxAge,
          }}
          onSaved={onChanged}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

interface PresetsProps {
  readonly presets: RetentionPresetsAnswer["items"];
  readonly onChoose: (preset: RetentionPresetAnswer) => void;
}

function Presets({ presets, onChoose }: PresetsProps) {
  const actions = {
    title: t("administration.actions"),
    isTitleHidden: true,
    cell: (preset: RetentionPresetAnswer) => (
      <Button
        aria-label={`${t("retention.presetUse")}: ${countryName(preset.country)}`}
        onClick={() => onChoose(preset)}
      >
        {t("retention.presetUse")}
      </Button>
    ),
  };
  return (
    <Table
      label={t("retention.presetList")}
      rows={presets}
      keyOf={({ country }) => country}
      columns={[
        { title: t("retention.country"), cell: ({ country }) => countryName(country) },
        { title: t("retention.keeps"), cell: ({ maxAge }) => keptUntil(maxAge) },
        { title: t("retention.law"), cell: ({ law }) => law },
        {
          title: t("retention.source"),
          cell: ({ source, address, lookedAt }) => (
            <>
              <a href={address} target="_blank" rel="noopener noreferrer">
                {source}
              </a>{" "}
              {t("retention.lookedAt", { date: dateOf(lookedAt) })}
            </>
          ),
        },
        ...(may("admin") ? [actions] : []),
      ]}
    />
  );
}

function countryName(country: string): string {
  return new Intl.DisplayNames(locale(), { type: "region" }).of(country) ?? country;
}

/** A date of the calendar, which is of no time zone. */
function dateOf(date: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(date));
}
