import { useEffect, useState } from "preact/hooks";
import type { SavedSearchAnswer } from "../../../../../contract/saved-search.ts";
import {
  type Completion,
  completionPoint,
  type CompletionPoint,
  completionsFor,
  type ValueCount,
} from "../../../../../search-language/completion.ts";
import { ALL_SHOPS } from "../../../app/route.ts";
import { facetValues } from "./facet-values.ts";
import { readSavedSearches, savedSearches } from "./saved-searches.ts";
import { readSearchContext, searchContext } from "./search-context.ts";

/** Something that the box offers. */
export type Offer =
  | { readonly kind: "completion"; readonly completion: Completion }
  | { readonly kind: "saved"; readonly search: SavedSearchAnswer };

export interface Offers {
  readonly point: CompletionPoint | null;
  readonly all: readonly Offer[];
}

/** Time without a key press after which values are asked for, milliseconds. */
const DEBOUNCE_MILLISECONDS = 30;

/** What may be written at the caret. @param isOpen whether that is shown */
export function useCompletion(slug: string, text: string, caret: number, isOpen: boolean): Offers {
  const context = searchContext(slug);
  const point = isOpen ? completionPoint(text, caret, context) : null;
  const [values, setValues] = useState<readonly ValueCount[]>([]);
  const source = point?.source?.kind === "facet" ? point.source : null;
  const asked = source === null ? null : JSON.stringify([source, point?.prefix]);
  const key = source === null ? "" : JSON.stringify(source);
  useEffect(() => setValues([]), [key]);
  useEffect(() => {
    if (!isOpen) return;
    void readSearchContext(slug);
    if (slug !== ALL_SHOPS.slug) void readSavedSearches(slug).catch(() => {});
  }, [slug, isOpen]);
  useEffect(() => {
    if (source === null) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      facetValues(slug, source, point?.prefix ?? "", ended.signal).then(setValues, () => {});
    }, DEBOUNCE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [slug, asked]);
  if (point === null) return { point, all: [] };
  const saved = text.trim() === "" ? savedSearches(slug) : [];
  const completions = completionsFor(point, context, values);
  return {
    point,
    all: [
      ...saved.map((search): Offer => ({ kind: "saved", search })),
      ...completions.map((completion): Offer => ({ kind: "completion", completion })),
    ],
  };
}
