import type { FacetsAnswer } from "../../../../../contract/facets.ts";
import type { SearchBody } from "../../../../../contract/search.ts";

/** What prints are counted by. */
export type Interval = NonNullable<FacetsAnswer["time"]>["interval"];

/** A bar of the chart: from a moment up to, and without, another, epoch milliseconds. */
export interface Bar {
  readonly from: number;
  readonly end: number;
  readonly count: number;
  /** The numbers of a tag added; `null` where none are. */
  readonly sum: number | null;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days that are shown by the hour, and those that are shown by the day, when the search says which. */
const DAYS_BY_HOUR = 3;
const DAYS_BY_DAY = 800;

/** With fewer days than this between the first print and the last, hours tell more; with more, months do. */
const FEW_DAYS = 3;
const MANY_DAYS = 400;

/** What the prints of a search are asked to be counted by, as far as the search tells. @param now epoch milliseconds */
export function intervalFor({ from, to }: Pick<SearchBody, "from" | "to">, now: number): Interval {
  if (from === undefined) return "day";
  const days = ((to === undefined ? now : Date.parse(to)) - Date.parse(from)) / DAY;
  if (days <= DAYS_BY_HOUR) return "hour";
  return days <= DAYS_BY_DAY ? "day" : "month";
}

/** A better one, once it is known how many intervals there are; the same where it is right. */
export function betterInterval(interval: Interval, buckets: number): Interval {
  if (interval !== "day") return interval;
  if (buckets <= FEW_DAYS) return "hour";
  return buckets > MANY_DAYS ? "month" : "day";
}

/** The counts by time as bars. */
export function barsOf({ interval, buckets }: NonNullable<FacetsAnswer["time"]>): Bar[] {
  return buckets.map(({ from, count, sum }, index) => {
    const start = Date.parse(from);
    const next = buckets[index + 1]?.from;
    const end = next === undefined ? endOf(start, interval) : Date.parse(next);
    return { from: start, end, count, sum: sum === undefined ? null : Number(sum) };
  });
}

/** Where the last interval ends, about: the next one is not told. */
function endOf(start: number, interval: Interval): number {
  if (interval === "hour") return start + HOUR;
  if (interval === "day") return start + DAY;
  const date = new Date(start + DAY / 2);
  return date.setMonth(date.getMonth() + 1) - DAY / 2;
}

/** What a bar shows. */
export function valueOf(bar: Bar): number {
  return bar.sum ?? bar.count;
}

/** The greatest value of the axis: 1, 2 or 5 times a power of ten, or 1 for nothing. */
export function topOf(bars: readonly Bar[]): number {
  const most = Math.max(1, ...bars.map(valueOf));
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10);
}
