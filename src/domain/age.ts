import { readSeconds } from "./duration.ts";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_SECOND } from "./limits.ts";

/** How old something may become: months of the calendar, and what does not depend on the calendar. */
export interface Age {
  readonly months: number;
  readonly milliseconds: number;
  /** Counted from the end of the calendar year. */
  readonly isFromYearEnd?: boolean;
}

const MONTHS_PER_YEAR = 12;
const DAYS_PER_WEEK = 7;

/** What an age looks like, for messages. */
export const AGE_EXAMPLES = "2y, 18mo, 6w, 90d or 36h";

/** Behind an age that counts from the end of the calendar year, as laws have receipts kept: `8y from year end`. */
const FROM_YEAR_END = /\s+from\s+year\s+end$/i;

/** How long before a year begins in UTC it begins somewhere (UTC+14), milliseconds: what is of the new year is not taken for the old one's. */
const EARLIEST_NEW_YEAR_MILLISECONDS = 14 * 3_600_000;

/** The units that only ages have; the others are those of durations. */
const UNITS: Readonly<Record<string, (number: number) => Age>> = {
  y: (number) => ({ months: number * MONTHS_PER_YEAR, milliseconds: 0 }),
  mo: (number) => ({ months: number, milliseconds: 0 }),
  w: (number) => ({ months: 0, milliseconds: number * DAYS_PER_WEEK * MILLISECONDS_PER_DAY }),
};

/**
 * Reads an age such as `2y`, `18mo`, `6w`, `90d` or `36h`. A number alone is none: who writes 30 may mean days or seconds. Nor
 * is one with `m`, though durations have it: who writes 2m may mean months, and would lose what is older than two minutes.
 * With `from year end` it counts from the end of the calendar year.
 * @returns `null` for what is no age, and for 0, which would be everything
 */
export function readAge(text: string): Age | null {
  const counted = text.trim().replace(FROM_YEAR_END, "");
  const age = readPlainAge(counted);
  return age === null || counted === text.trim() ? age : { ...age, isFromYearEnd: true };
}

function readPlainAge(text: string): Age | null {
  const [, digits = "", unit = ""] = /^(\d{1,5}) ?([a-z]+)$/i.exec(text) ?? [];
  const number = Number(digits);
  if (number === 0 || unit.toLowerCase() === "m") return null;
  const own = UNITS[unit.toLowerCase()];
  if (own !== undefined) return own(number);
  const seconds = readSeconds(`${digits}${unit}`);
  return seconds === null ? null : { months: 0, milliseconds: seconds * MILLISECONDS_PER_SECOND };
}

/**
 * The moment that was an age before another, by the calendar in UTC: two years before 22 November are on 22 November, whatever
 * leap years were between. Where the month is too short for the day, its last day. Of an age from the end of the year it is the
 * beginning of that moment's year, wherever that is earliest: all of the years before are as old.
 * @param now epoch milliseconds @returns epoch milliseconds
 */
export function momentBefore(now: number, { isFromYearEnd, ...age }: Age): number {
  const moment = plainMomentBefore(now, age);
  if (isFromYearEnd !== true || !Number.isFinite(moment)) return moment;
  return Date.UTC(new Date(moment).getUTCFullYear(), 0) - EARLIEST_NEW_YEAR_MILLISECONDS;
}

function plainMomentBefore(now: number, { months, milliseconds }: Age): number {
  const moment = new Date(now - milliseconds);
  const day = moment.getUTCDate();
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();
  moment.setUTCDate(Math.min(day, lastDay));
  // Before the first moment that a date can be: nothing is as old.
  return Number.isNaN(moment.getTime()) ? Number.NEGATIVE_INFINITY : moment.getTime();
}
