import { useState } from "preact/hooks";
import { printsAddress } from "../../../app/route.ts";
import { setQuery } from "../../../app/router.ts";
import { IconButton } from "../../../design/button.tsx";
import { Failure } from "../../../design/notice.tsx";
import { Skeleton } from "../../../design/page.tsx";
import { formatNumber } from "../../../texts/format.ts";
import { t } from "../../../texts/texts.ts";
import { narrowedBy, type Narrowing, wantedOf } from "../wanted.ts";
import { facetsShown } from "./facets-shown.ts";
import { FacetValues } from "./facet-values.tsx";
import { rememberedKeys, rememberedSum, rememberKeys, rememberSum } from "./remembered.ts";
import { SumOfTag } from "./sum-of-tag.tsx";
import { TimeChart } from "./time-chart.tsx";
import { type Counts, type ShopFacets, useFacets } from "./use-facets.ts";

/** Tags that are open when nobody has chosen any. */
const OPEN_TAGS = 2;

/** Tags that are another one on each print tell little as values. */
const IS_SINGULAR = /(?:id|nr|no|number|nummer|total|amount|betrag|summe|time|zeit)$/i;

interface FacetsProps {
  readonly slug: string;
  /** What is searched, as it is written. */
  readonly q: string;
}

/** What the prints that are found have, with counts; choosing a value narrows the search. */
export function Facets({ slug, q }: FacetsProps) {
  const { body } = wantedOf(slug, q);
  const [chosen, setChosen] = useState(() => rememberedKeys(slug));
  const [sum, setSum] = useState(() => rememberedSum(slug));
  const [known, setKnown] = useState<readonly string[]>([]);
  const open = chosen ?? known.filter((key) => !IS_SINGULAR.test(key)).slice(0, OPEN_TAGS);
  const { counts, error, isLoading } = useFacets(slug, body, { tagKeys: open, sum });
  const keys = counts?.answer.tagKeys?.keys ?? [];
  if (known.length === 0 && keys.length > 0) setKnown(keys.map(({ key }) => key));
  const narrow = (narrowing: Narrowing, isNot: boolean) => setQuery(narrowedBy(q, narrowing, isNot));
  const toggle = (key: string) => {
    const next = open.includes(key) ? open.filter((other) => other !== key) : [...open, key];
    setChosen(next);
    rememberKeys(slug, next);
  };
  const chooseSum = (key: string) => {
    setSum(key);
    rememberSum(slug, key);
  };
  const { answer } = counts ?? {};
  return (
    <section class="facets" aria-label={t("finder.facets")} aria-busy={isLoading}>
      <header class="facets-head">
        <h2 class="facets-title">{t("finder.facets")}</h2>
        <IconButton icon="cross" label={t("design.dismiss")} onClick={() => (facetsShown.value = false)} />
      </header>
      {error === null ? null : <Failure error={error} />}
      {answer === undefined ? (
        error === null && <Skeleton lines={8} />
      ) : (
        <>
          <TimeChart time={answer.time} q={q} sum={sum} />
          <ShopFacet counts={answer.workspace} q={q} />
          <SumOfTag slug={slug} body={body} answer={answer} sum={sum} onSum={chooseSum} />
          <div class="facet">
            <h3 class="facet-title">{t("finder.facets.device")}</h3>
            <FacetValues
              counts={answer.deviceId}
              q={q}
              narrowingOf={(value) => ({ kind: "device", value })}
              onNarrow={narrow}
            />
          </div>
          <TagFacets counts={counts} q={q} open={open} onToggle={toggle} onNarrow={narrow} />
        </>
      )}
    </section>
  );
}

/** The shops that have what is found, each with the way to the same search in it. */
function ShopFacet({ counts, q }: { readonly counts: ShopFacets["workspace"]; readonly q: string }) {
  if (counts === undefined) return null;
  const { values, others } = counts;
  const most = values[0]?.count ?? 1;
  return (
    <div class="facet">
      <h3 class="facet-title">{t("shops.title")}</h3>
      {values.length === 0 ? <p class="facet-about">{t("finder.facets.none")}</p> : null}
      <ul class="facet-values">
        {values.map(({ value, count }) => (
          <li key={value} class="facet-row">
            <a class="facet-choice" href={printsAddress(value, null, q)}>
              <meter class="facet-share" min={0} max={most} value={count} aria-hidden="true" />
              <span class="facet-value">{value}</span>
              <span class="facet-count">{formatNumber(count)}</span>
            </a>
          </li>
        ))}
      </ul>
      {others > 0 ? <p class="facet-about">{t("finder.facets.others", { n: others })}</p> : null}
    </div>
  );
}

interface TagFacetsProps {
  readonly counts: Counts | null;
  readonly q: string;
  /** The tags whose values are shown. */
  readonly open: readonly string[];
  readonly onToggle: (key: string) => void;
  readonly onNarrow: (narrowing: Narrowing, isNot: boolean) => void;
}

function TagFacets({ counts, q, open, onToggle, onNarrow }: TagFacetsProps) {
  const { keys = [], others = 0 } = counts?.answer.tagKeys ?? {};
  return (
    <div class="facet">
      <h3 class="facet-title">{t("finder.facets.tags")}</h3>
      {keys.length === 0 ? <p class="facet-about">{t("finder.facets.none")}</p> : null}
      {keys.map(({ key, count }) => (
        <details key={key} class="facet-tag" open={open.includes(key)}>
          <summary
            onClick={(event) => {
              // What is open is told by what is remembered.
              event.preventDefault();
              onToggle(key);
            }}
          >
            <span class="facet-value">{key}</span>
            <span class="facet-count">{formatNumber(count)}</span>
          </summary>
          {open.includes(key) ? (
            <FacetValues
              counts={counts?.values.get(key)}
              q={q}
              narrowingOf={(value) => ({ kind: "tag", key, value })}
              onNarrow={onNarrow}
            />
          ) : null}
        </details>
      ))}
      {others > 0 ? <p class="facet-about">{t("finder.facets.otherKeys")}</p> : null}
    </div>
  );
}
