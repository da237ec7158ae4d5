import type { FacetsAnswer } from "../../../../../contract/facets.ts";
import type { SearchBody } from "../../../../../contract/search.ts";
import { attempt } from "../../../app/notices.tsx";
import { send, printsPath } from "../../../client/request.ts";
import { Button } from "../../../design/button.tsx";
import { Select } from "../../../design/field.tsx";
import { locale, t } from "../../../texts/texts.ts";
import { download } from "../finder/export-prints.ts";
import { TIME_ZONE } from "../finder/search-context.ts";

interface SumOfTagProps {
  readonly slug: string;
  readonly body: SearchBody;
  readonly answer: FacetsAnswer;
  /** The tag whose numbers are added; empty for none. */
  readonly sum: string;
  readonly onSum: (key: string) => void;
}

/** The numbers of a tag, added over all that is found, and a table of it by day. */
export function SumOfTag({ slug, body, answer, sum, onSum }: SumOfTagProps) {
  const keys = (answer.tagKeys?.keys ?? []).map(({ key }) => key);
  if (keys.length === 0 && sum === "") return null;
  const choices = [...new Set([...keys, ...(sum === "" ? [] : [sum])])].map((key) => ({
    value: key,
    name: key,
  }));
  const added = answer.sum?.key === sum ? answer.sum : undefined;
  return (
    <div class="facet">
      <h3 class="facet-title">{t("finder.sum.title")}</h3>
      <Select
        label={t("finder.sum.of")}
        isLabelHidden
        choices={[{ value: "", name: t("finder.sum.none") }, ...choices]}
        value={sum}
        onValue={onSum}
      />
      {added === undefined ? null : (
        <>
          <p class="facet-sum">
            {t("finder.sum.value", {
              value: exactNumber(added.value),
              count: t("finder.prints", { n: added.count }),
            })}
          </p>
          {added.others === 0 ? null : (
            <p class="facet-about">{t("finder.sum.others", { n: added.others })}</p>
          )}
          <Button
            kind="quiet"
            icon="download"
            onClick={() => void attempt(() => downloadTakings(slug, body, sum))}
          >
            {t("finder.sum.csv")}
          </Button>
        </>
      )}
    </div>
  );
}

/** A decimal number as the reader writes it. Digits are not lost: it is no floating-point number. */
function exactNumber(value: string): string {
  const digits = { minimumFractionDigits: value.includes(".") ? 2 : 0, maximumFractionDigits: 20 };
  return new Intl.NumberFormat(locale(), digits).format(value as `${number}`);
}

async function downloadTakings(slug: string, body: SearchBody, sum: string): Promise<void> {
  const facets = { time: "day", timeZone: TIME_ZONE, sum };
  const response = await send("POST", printsPath(slug, "facets"), {
    body: { ...body, facets },
    headers: { Accept: "text/csv" },
  });
  download(await response.blob(), `${slug}-${sum}.csv`);
}
