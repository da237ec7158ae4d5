import type { FacetsAnswer } from "../../../../../contract/facets.ts";
import type { ValueCount, ValueSource } from "../../../../../search-language/completion.ts";
import { post, printsPath } from "../../../client/request.ts";

/** Answers that are kept, so that typing back and forth asks once. */
const MOST_KEPT = 50;
const FRESH_MILLISECONDS = 30_000;

const kept = new Map<string, { readonly at: number; readonly values: readonly ValueCount[] }>();

/** The values that prints have, the most frequent first. @param prefix what they contain */
export async function facetValues(
  slug: string,
  source: Extract<ValueSource, { kind: "facet" }>,
  prefix: string,
  end: AbortSignal,
): Promise<readonly ValueCount[]> {
  const contains = { op: "contains", value: prefix };
  const body =
    source.of === "deviceId"
      ? { deviceId: contains, facets: { deviceId: true } }
      : { tag: { ...contains, key: source.key }, facets: { tagValues: source.key } };
  const name = JSON.stringify([slug, body]);
  const known = kept.get(name);
  if (known !== undefined && Date.now() - known.at < FRESH_MILLISECONDS) return known.values;
  const answer = await post<FacetsAnswer>(printsPath(slug, "facets"), body, end);
  const { values = [] } = (source.of === "deviceId" ? answer.deviceId : answer.tagValues) ?? {};
  kept.delete(name);
  kept.set(name, { at: Date.now(), values });
  for (const [oldest] of kept) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return values;
}
