import type { FacetsAnswer } from "../../../../../contract/facets.ts";
import { isAskedFor } from "../../../../../search-language/edits.ts";
import { IconButton } from "../../../design/button.tsx";
import { Skeleton } from "../../../design/page.tsx";
import { formatNumber } from "../../../texts/format.ts";
import { t } from "../../../texts/texts.ts";
import { type Narrowing, termOf } from "../wanted.ts";

/** Values that are shown before one asks for all. */
const MOST = 12;

interface FacetValuesProps {
  readonly counts: FacetsAnswer["deviceId"];
  readonly q: string;
  readonly narrowingOf: (value: string) => Narrowing;
  readonly onNarrow: (narrowing: Narrowing, isNot: boolean) => void;
}

/** Values with how many prints have each. Choosing one wants it; its minus, or choosing with Alt, wants all others. */
export function FacetValues({ counts, q, narrowingOf, onNarrow }: FacetValuesProps) {
  if (counts === undefined) return <Skeleton lines={3} />;
  const { values, others, missing } = counts;
  if (values.length === 0) return <p class="facet-about">{t("finder.facets.none")}</p>;
  const most = values[0]?.count ?? 1;
  const shown = values.slice(0, MOST);
  const rest = values.slice(MOST);
  const valueOf = (value: string) => (value === "" ? "“”" : value);
  const row = ({ value, count }: (typeof values)[number]) => (
    <li key={value} class="facet-row">
      <button
        type="button"
        class="facet-choice"
        aria-pressed={isAskedFor(q, termOf(narrowingOf(value))) === true}
        title={t("finder.facets.only", { value })}
        onClick={(event) => onNarrow(narrowingOf(value), event.altKey)}
      >
        <meter class="facet-share" min={0} max={most} value={count} aria-hidden="true" />
        <span class="facet-value">{valueOf(value)}</span>
        <span class="facet-count">{formatNumber(count)}</span>
      </button>
      <IconButton
        icon="minus"
        label={t("finder.facets.without", { value })}
        onClick={() => onNarrow(narrowingOf(value), true)}
      />
    </li>
  );
  const more = [
    others > 0 ? t("finder.facets.others", { n: others }) : "",
    missing > 0 ? t("finder.facets.missing", { n: missing }) : "",
  ].filter((words) => words !== "");
  return (
    <>
      <ul class="facet-values">{shown.map(row)}</ul>
      {rest.length === 0 ? null : (
        <details class="facet-more">
          <summary>{t("shell.more")}</summary>
          <ul class="facet-values">{rest.map(row)}</ul>
        </details>
      )}
      {more.length === 0 ? null : <p class="facet-about">{more.join(" · ")}</p>}
    </>
  );
}
