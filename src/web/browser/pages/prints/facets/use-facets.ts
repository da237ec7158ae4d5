import { useEffect, useRef, useState } from "preact/hooks";
import type { FacetsAnswer } from "../../../../../contract/facets.ts";
import type { SearchBody } from "../../../../../contract/search.ts";
import { ALL_SHOPS } from "../../../app/route.ts";
import { isAbort, RefusedError } from "../../../client/errors.ts";
import { post, printsPath } from "../../../client/request.ts";
import { useEvents } from "../../../client/use-events.ts";
import { PRINT_EVENTS } from "../use-feed.ts";
import { TIME_ZONE } from "../finder/search-context.ts";
import { betterInterval, type Interval, intervalFor } from "./chart-scale.ts";

/** Time without another search after which is counted: the list comes first. Milliseconds. */
const DEBOUNCE_MILLISECONDS = 250;

/** How often it is counted anew while prints come, milliseconds. */
const RECOUNT_MILLISECONDS = 5000;

/** What is counted of the prints that a search finds. */
export interface CountWish {
  /** Tags whose values are shown. */
  readonly tagKeys: readonly string[];
  /** The tag whose numbers are added; empty for none. */
  readonly sum: string;
}

/** Of all shops also how many each has. */
export type ShopFacets = FacetsAnswer & { readonly workspace?: FacetsAnswer["deviceId"] };

/** The counts of a search. What was counted last stays until the next counts come. */
export interface Counts {
  readonly answer: ShopFacets;
  readonly values: ReadonlyMap<string, NonNullable<FacetsAnswer["tagValues"]>>;
}

export interface CountState {
  readonly counts: Counts | null;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/** Counts what a search finds, and again while prints come. */
export function useFacets(slug: string, body: SearchBody, wish: CountWish): CountState {
  const [state, setState] = useState<CountState>({ counts: null, error: null, isLoading: true });
  const [round, setRound] = useState(0);
  const wanted = JSON.stringify([body, wish]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isCounting = useRef(true);
  const isOutdated = useRef(false);
  const recount = () => {
    // Where counting takes longer than that, no count would ever come if the next one ended it.
    if (isCounting.current || !isOutdated.current) return;
    // The first of many: the last one is counted with it.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (!isCounting.current) setRound((value) => value + 1);
    }, RECOUNT_MILLISECONDS);
  };
  useEvents(PRINT_EVENTS, () => {
    isOutdated.current = true;
    recount();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const ended = new AbortController();
    isCounting.current = true;
    setState(({ counts }) => ({ counts, error: null, isLoading: true }));
    const end = (told: Partial<CountState>) => {
      if (ended.signal.aborted) return;
      isCounting.current = false;
      setState((last) => ({ ...last, ...told, isLoading: false }));
      recount();
    };
    const wait = setTimeout(() => {
      isOutdated.current = false;
      count(slug, body, wish, ended.signal).then(
        (counts) => end({ counts }),
        (error: unknown) => isAbort(error) || end({ error }),
      );
    }, DEBOUNCE_MILLISECONDS);
    return () => {
      clearTimeout(wait);
      ended.abort();
    };
  }, [slug, wanted, round]);
  return state;
}

async function count(
  slug: string,
  body: SearchBody,
  { tagKeys, sum }: CountWish,
  end: AbortSignal,
): Promise<Counts> {
  const path = printsPath(slug, "facets");
  const ask = (facets: object) => post<ShopFacets>(path, { ...body, facets }, end);
  const shops = slug === ALL_SHOPS.slug ? { workspace: true } : {};
  const time = (interval: Interval) => ({ time: interval, timeZone: TIME_ZONE, ...(sum !== "" && { sum }) });
  const byTime = (interval: Interval) => ask({ ...shops, deviceId: true, tagKeys: true, ...time(interval) });
  const interval = intervalFor(body, Date.now());
  const asked = await byTime(interval).catch((error: unknown) => {
    // A print that a clock has dated decades ago makes too many days.
    if (error instanceof RefusedError && error.status === 400) return byTime("month");
    throw error;
  });
  const given = asked.time?.interval ?? interval;
  const better = betterInterval(given, asked.time?.buckets.length ?? 0);
  const answer = better === given ? asked : { ...asked, ...(await ask(time(better))) };
  // One after the other: what is typed meanwhile is found first.
  const values = new Map<string, NonNullable<FacetsAnswer["tagValues"]>>();
  for (const key of tagKeys) {
    const { tagValues } = await ask({ tagValues: key });
    if (tagValues !== undefined) values.set(key, tagValues);
  }
  return { answer, values };
}
