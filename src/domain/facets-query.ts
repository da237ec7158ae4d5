import { throwIfAny } from "./errors.ts";
import { FACET_LIMITS } from "./limits.ts";
import { readSearchBody, readSearchFields, type SearchFilter } from "./search-query.ts";
import { readString } from "./tag-query.ts";
import {
  fieldOf,
  isJsonObject,
  IssueList,
  type IssueSink,
  type JsonObject,
  nameOfType,
  refuseUnknownFields,
} from "./validation.ts";

export const TIME_INTERVALS = ["hour", "day", "month"] as const;

/** What prints are counted by: hours, days or months of the calendar. */
export type TimeInterval = (typeof TIME_INTERVALS)[number];

/** Counts by time of creation, in the calendar of a time zone (an IANA name or an offset such as `+02:00`). */
export interface TimeFacet {
  readonly interval: TimeInterval;
  readonly timeZone: string;
}

/** Which counts are wanted; `null` for none. */
export interface Facets {
  readonly deviceId: boolean;
  readonly tagKeys: boolean;
  /** The key whose values are counted. */
  readonly tagValues: string | null;
  readonly time: TimeFacet | null;
}

/** Counts over all prints that match a filter. */
export interface FacetsQuery {
  readonly filter: SearchFilter;
  readonly facets: Facets;
}

const FIELDS = ["deviceId", "tagKeys", "tagValues", "time", "timeZone"];

const DEFAULT_TIME_ZONE = "UTC";

/** What is counted when the body does not say. */
const DEFAULT_FACETS: Facets = {
  deviceId: true,
  tagKeys: true,
  tagValues: null,
  time: { interval: "day", timeZone: DEFAULT_TIME_ZONE },
};

/**
 * Reads the body of a question for facets: that of a search, whose order and paging are checked and then ignored, so
 * that the same body can be sent for both, and `facets`. Strict as a search.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readFacetsQuery(body: unknown): FacetsQuery {
  const list = new IssueList();
  const object = readSearchBody(body);
  const { filter } = readSearchFields(object, ["facets"], list);
  const given = fieldOf(object, "facets");
  const facets = given === undefined ? DEFAULT_FACETS : readFacets(given, list);
  throwIfAny(list.issues);
  return { filter, facets };
}

function readFacets(value: unknown, list: IssueSink): Facets {
  if (!isJsonObject(value)) {
    list.add("facets", `must be an object such as {"deviceId": true}, not ${nameOfType(value)}.`);
    return DEFAULT_FACETS;
  }
  refuseUnknownFields(value, "facets", FIELDS, list);
  const key = fieldOf(value, "tagValues");
  return {
    deviceId: readFlag(value, "deviceId", list),
    tagKeys: readFlag(value, "tagKeys", list),
    tagValues: key === undefined ? null : readString(key, "facets.tagValues", list),
    time: readTime(value, list),
  };
}

function readFlag(facets: JsonObject, name: string, list: IssueSink): boolean {
  const value = fieldOf(facets, name);
  if (value === undefined || typeof value === "boolean") return value ?? false;
  list.add(`facets.${name}`, "must be true or false.");
  return false;
}

function readTime(facets: JsonObject, list: IssueSink): TimeFacet | null {
  const wanted = fieldOf(facets, "time");
  const zone = fieldOf(facets, "timeZone");
  const timeZone = zone === undefined ? DEFAULT_TIME_ZONE : readTimeZone(zone, list);
  if (wanted === undefined) {
    if (zone !== undefined) list.add("facets.timeZone", "is of no use without facets.time; give both.");
    return null;
  }
  const interval = TIME_INTERVALS.find((name) => name === wanted);
  if (interval === undefined) list.add("facets.time", `must be one of ${TIME_INTERVALS.join(", ")}.`);
  return interval === undefined ? null : { interval, timeZone };
}

/** The time zone by the name that the calendar has for it, since names are taken whatever their case. */
function readTimeZone(value: unknown, list: IssueSink): string {
  if (typeof value === "string" && value.length <= FACET_LIMITS.timeZoneCharacters) {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
    } catch {
      // A RangeError: there is no such zone.
    }
  }
  list.add("facets.timeZone", "must be an IANA name such as Europe/Vienna, or an offset such as +02:00.");
  return DEFAULT_TIME_ZONE;
}
