import { useState } from "preact/hooks";
import type { FacetsAnswer } from "../../../../contract/facets.ts";
import type { GapsAnswer } from "../../../../contract/gaps.ts";
import { attempt } from "../../app/notices.tsx";
import type { PageProps } from "../../app/pages.ts";
import { isArchive } from "../../app/session.ts";
import { goTo } from "../../app/router.ts";
import { post, send, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Checkbox, Field, Select } from "../../design/field.tsx";
import { Failure } from "../../design/notice.tsx";
import { Page, Skeleton } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { download } from "../prints/finder/export-prints.ts";
import { CardsCard } from "./cards-card.tsx";
import { choiceOf, FIRST_CHOICE, type GapChoice, gapsAddress, LABEL, questionOf } from "./gap-choice.ts";
import { GapReportView } from "./gap-report-view.tsx";

/** Whether all numbers of receipts are there, each once and in order; and which prints have full card numbers. */
export function GapsPage({ slug, query }: PageProps) {
  const choice = choiceOf(query);
  const page = Number(query.get("page") ?? "1") || 1;
  return (
    <Page title={t("gaps.title")} about={t(isArchive() ? "gaps.aboutInArchive" : "gaps.about")}>
      <Card title={t("gaps.numbers")}>
        <GapForm key={query.toString()} slug={slug} choice={choice ?? FIRST_CHOICE} />
      </Card>
      {choice === null ? null : <Report slug={slug} choice={choice} page={page} />}
      {isArchive() ? null : <CardsCard slug={slug} />}
    </Page>
  );
}

interface ChoiceProps {
  readonly slug: string;
  readonly choice: GapChoice;
}

/** Where the numbers are, and how they are counted up. */
function GapForm({ slug, choice }: ChoiceProps) {
  const [draft, setDraft] = useState(choice);
  const { answer } = useAnswer<FacetsAnswer>(
    (signal) => post(workspacePath(slug, "prints", "facets"), { facets: { tagKeys: true } }, signal),
    [slug],
  );
  const keys = (answer?.tagKeys?.keys ?? []).map(({ key }) => key);
  const all = [...new Set([...keys, ...(draft.tag === LABEL ? [] : [draft.tag])])];
  const set = (name: keyof GapChoice) => (value: string | boolean) => setDraft({ ...draft, [name]: value });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        goTo(gapsAddress(slug, draft));
      }}
    >
      <div class="gaps-fields">
        <Select
          label={t("gaps.of")}
          choices={[
            { value: LABEL, name: t("gaps.label") },
            ...all.map((key) => ({ value: key, name: key })),
          ]}
          value={draft.tag}
          onValue={set("tag")}
        />
        <Field
          label={t("gaps.pattern")}
          hint={t("gaps.patternHint")}
          value={draft.pattern}
          onValue={set("pattern")}
          spellcheck={false}
        />
        <Field
          label={t("gaps.startsAt")}
          hint={t("gaps.startsAtHint")}
          value={draft.startsAt}
          onValue={(value) => set("startsAt")(value.replaceAll(/\D/g, ""))}
          inputMode="numeric"
        />
        <Field label={t("gaps.from")} type="date" value={draft.from} onValue={set("from")} />
        <Field label={t("gaps.to")} type="date" value={draft.to} onValue={set("to")} />
        <Field label={t("gaps.dayBegins")} type="time" value={draft.dayBegins} onValue={set("dayBegins")} />
      </div>
      <Checkbox label={t("gaps.byDevice")} checked={draft.byDevice} onValue={set("byDevice")} />
      <Checkbox label={t("gaps.byDay")} checked={draft.byDay} onValue={set("byDay")} />
      <div class="gaps-look">
        <Button kind="main" type="submit">
          {t("gaps.look")}
        </Button>
      </div>
    </form>
  );
}

function Report({ slug, choice, page }: ChoiceProps & { readonly page: number }) {
  const question = questionOf(choice, page);
  const path = workspacePath(slug, "prints", "gaps");
  const { answer, error, isLoading, again } = useAnswer<GapsAnswer>(
    (signal) => post(path, question, signal),
    [slug, JSON.stringify(question)],
  );
  const table = async () => {
    const response = await send("POST", path, { body: question, headers: { Accept: "text/csv" } });
    download(await response.blob(), `${slug}-gaps.csv`);
  };
  return (
    <Card
      title={t("gaps.report")}
      actions={
        <Button icon="download" disabled={answer === null} onClick={() => void attempt(table)}>
          {t("gaps.csv")}
        </Button>
      }
    >
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {answer === null && isLoading ? <Skeleton lines={4} /> : null}
      {answer === null ? null : (
        <GapReportView
          slug={slug}
          report={answer}
          onPage={(wanted) => goTo(gapsAddress(slug, choice, wanted))}
        />
      )}
    </Card>
  );
}
