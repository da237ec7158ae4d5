import { type CountedField, mapCounted } from "../contract/print-fields.ts";
import { FACET_LIMITS } from "./limits.ts";
import type { SearchFilter } from "./search-query.ts";

export const TIME_INTERVALS = ["hour", "day", "month"] as const;

/** What prints are counted by: hours, days or months of the calendar. */
export type TimeInterval = (typeof TIME_INTERVALS)[number];

/** Counts by time of creation, in the calendar of a time zone (an IANA name or an offset such as `+02:00`). */
export interface TimeFacet {
  readonly interval: TimeInterval;
  readonly timeZone: string;
}

/** Which counts are wanted; `null` for none. */
export interface Facets extends Readonly<Record<CountedField, boolean>> {
  readonly tagKeys: boolean;
  /** The key whose values are counted. */
  readonly tagValues: string | null;
  readonly time: TimeFacet | null;
  /** The key whose numbers are added; by time as well where that is counted. */
  readonly sum: string | null;
}

/** Counts over all prints that match a filter. */
export interface FacetsQuery {
  readonly filter: SearchFilter;
  readonly facets: Facets;
}

/** Counts over the prints of several workspaces. */
export interface ChainFacetsQuery extends FacetsQuery {
  /** Whether they are counted by workspace too. */
  readonly byWorkspace: boolean;
}

export const DEFAULT_TIME_ZONE = "UTC";

/** Nothing is counted but all prints. */
export const NO_FACETS: Facets = {
  ...mapCounted(() => false),
  tagKeys: false,
  tagValues: null,
  time: null,
  sum: null,
};

/** What is counted when the body does not say. */
export const DEFAULT_FACETS: Facets = {
  ...mapCounted(() => true),
  tagKeys: true,
  tagValues: null,
  time: { interval: "day", timeZone: DEFAULT_TIME_ZONE },
  sum: null,
};

/** A time zone by the name that the calendar has for it, since names are taken whatever their case; `null`: there is none. */
export function readTimeZone(name: string): string | null {
  if (name.length > FACET_LIMITS.timeZoneCharacters) return null;
  if (name === DEFAULT_TIME_ZONE) return name;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // A RangeError: there is no such zone.
    return null;
  }
}
