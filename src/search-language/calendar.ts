/*
 * The calendar of a time zone. Browsers have no Temporal everywhere yet: Intl tells what a clock on the wall shows, and the
 * rest is counted from that.
 */

/** A day of the calendar; months from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** What a clock on the wall shows. */
export interface WallTime extends Day {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const MILLISECONDS_PER_MINUTE = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** What the clocks of a time zone show at a moment (epoch milliseconds). */
export function wallTimeOf(moment: number, timeZone: string): WallTime {
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatOf(timeZone).formatToParts(moment))
    if (type in parts) parts[type as keyof WallTime] = Number(value);
  return parts;
}

/** How far a zone's clocks are ahead of UTC at a moment, milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const whole = Math.floor(moment / 1000) * 1000;
  return utcOf(wallTimeOf(whole, timeZone)) - whole;
}

/** Epoch milliseconds of a wall time in UTC; years before 100 are years before 100. */
function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

/**
 * The moment at which clocks show a time. Where they leave it out, as in spring, that much later; where they show it twice,
 * the first of both.
 */
export function momentOf(wall: WallTime, timeZone: string): number {
  const utc = utcOf(wall);
  const [before, behind] = [utc - 24 * 60 * MILLISECONDS_PER_MINUTE, utc + 24 * 60 * MILLISECONDS_PER_MINUTE];
  const guesses = [utc - offsetAt(before, timeZone), utc - offsetAt(behind, timeZone)];
  const right = guesses.filter((guess) => guess + offsetAt(guess, timeZone) === utc);
  return right.length > 0 ? Math.min(...right) : Math.max(...guesses);
}

/** The first moment of a day. */
export function startOf({ year, month, day }: Day, timeZone: string): number {
  return momentOf({ year, month, day, hour: 0, minute: 0, second: 0 }, timeZone);
}

/** A day so many days after another. */
export function plusDays({ year, month, day }: Day, days: number): Day {
  return dayOf(utcOf({ year, month, day: day + days, hour: 12, minute: 0, second: 0 }));
}

/** The first day of the month so many months after that of a day. */
export function monthAfter({ year, month }: Day, months: number): Day {
  const count = year * 12 + (month - 1) + months;
  return { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1, day: 1 };
}

/** From 0 for Monday to 6 for Sunday. */
export function weekdayOf({ year, month, day }: Day): number {
  return (new Date(utcOf({ year, month, day, hour: 12, minute: 0, second: 0 })).getUTCDay() + 6) % 7;
}

/** A day as it is written in ISO 8601. */
export function isoDayOf({ year, month, day }: Day): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function dayOf(utc: number): Day {
  const date = new Date(utc);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
