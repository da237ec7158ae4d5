import type { TimeFacet, TimeInterval } from "../../domain/facets-query.ts";
import { badRequest } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { FACET_LIMITS } from "../../domain/limits.ts";

/*
 * Hours, days and months of a time zone's calendar. Each goes from its own beginning to that of the next, so that a
 * day may have 23 or 25 hours, and every moment is in exactly one.
 */

const HALF_AN_HOUR = { minutes: 30 };
const NANOSECONDS_PER_MINUTE = 60_000_000_000;

/** The beginning of a bucket: epoch milliseconds, and as it is written in the time zone. */
export interface BucketStart {
  readonly start: number;
  readonly from: string;
}

/**
 * The beginnings of all hours, days or months from that of `first` to that of `last`, also of those that nothing is in,
 * since a chart has room for them. Ascending.
 * @throws TillrollError BAD_REQUEST when there are too many
 */
export function* eachStart(
  { interval, timeZone }: TimeFacet,
  first: number,
  last: number,
): Generator<BucketStart> {
  const zoned = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(timeZone);
  let count = 0;
  for (let start = startOf(zoned, interval); start.epochMilliseconds <= last; start = next(start, interval)) {
    if (count++ === FACET_LIMITS.timeBuckets) throw tooMany(interval);
    yield { start: start.epochMilliseconds, from: written(start) };
  }
}

/** A moment as it is written in its time zone, or in UTC where its offset is not of whole minutes or is none. */
function written(moment: Temporal.ZonedDateTime): string {
  const { offsetNanoseconds, epochMilliseconds } = moment;
  const isPlain = offsetNanoseconds !== 0 && offsetNanoseconds % NANOSECONDS_PER_MINUTE === 0;
  if (!isPlain) return formatInstant(epochMilliseconds);
  return moment.toString({ timeZoneName: "never", fractionalSecondDigits: 3 });
}

function startOf(moment: Temporal.ZonedDateTime, interval: TimeInterval): Temporal.ZonedDateTime {
  if (interval === "hour") return moment.round({ smallestUnit: "hour", roundingMode: "floor" });
  return (interval === "day" ? moment : moment.with({ day: 1 })).startOfDay();
}

function next(start: Temporal.ZonedDateTime, interval: TimeInterval): Temporal.ZonedDateTime {
  if (interval !== "hour") {
    // By the calendar, not by 24 hours; a day that a zone has left out begins when the one after it does.
    const date = start.toPlainDate().add(interval === "day" ? { days: 1 } : { months: 1 });
    return date.toZonedDateTime(start.timeZoneId);
  }
  let later = start.add({ hours: 1 });
  // Where clocks go back by half an hour, that hour has ninety minutes.
  while (startOf(later, interval).epochMilliseconds <= start.epochMilliseconds)
    later = later.add(HALF_AN_HOUR);
  return startOf(later, interval);
}

function tooMany(interval: TimeInterval) {
  const larger = interval === "month" ? "" : `a larger interval than ${interval}, or `;
  const message =
    `would be more than ${FACET_LIMITS.timeBuckets} from the first matching print to the last; ` +
    `choose ${larger}a shorter time with from and to.`;
  return badRequest([{ path: "facets.time", message }]);
}
