import { parseInstant } from "../domain/instant.ts";

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?`;
const DAY_AND_TIME = new RegExp(
  String.raw`^(today|yesterday|(\d{4})-(\d{2})-(\d{2}))(?:[ t]+${TIME})?$`,
  "i",
);
const TIME_ALONE = new RegExp(`^${TIME}$`);

/** What is understood, for who has written something else. */
export const TIME_EXAMPLES = '"2026-11-22 18:00", "yesterday 18:00", "18:00" or "2026-11-22T17:00:00Z"';

/**
 * Reads a moment of the past as people write it: a day (a date, `today` or `yesterday`) and a time, by the clock on the wall
 * of this machine; a time alone is the last one that was; a day alone is its end, or now. With `Z` or an offset it is ISO 8601.
 * @param now epoch milliseconds
 * @returns epoch milliseconds; `null` for any other text
 */
export function readPastTime(text: string, now: number): number | null {
  const written = text.trim();
  if (/[zZ]$|[+-]\d{2}:?\d{2}$/.test(written)) {
    const isWithTime = /\d{2}:\d{2}/.test(written);
    if (isWithTime) return parseInstant(written.replace(" ", "T"));
  }
  const alone = TIME_ALONE.exec(written);
  if (alone !== null) {
    const today = localTime(new Date(now), alone.slice(1));
    if (today === null || today <= now) return today;
    return localTime(dayBefore(now), alone.slice(1));
  }
  const match = DAY_AND_TIME.exec(written);
  if (match === null) return null;
  const [, name = "", year, month, date, ...time] = match;
  const day = namedDay(name.toLowerCase(), now) ?? dateOf(Number(year), Number(month), Number(date));
  if (day === null) return null;
  if (time[0] !== undefined) return localTime(day, time);
  const end = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - 1;
  return Math.min(end, now);
}

function namedDay(name: string, now: number): Date | null {
  if (name === "today") return new Date(now);
  return name === "yesterday" ? dayBefore(now) : null;
}

function dayBefore(now: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() - 1);
  return day;
}

/** A day that the month has; `null` for another. */
function dateOf(year: number, month: number, date: number): Date | null {
  const day = new Date(year, month - 1, date);
  return day.getMonth() === month - 1 && day.getDate() === date ? day : null;
}

function localTime(day: Date, [hour, minute, second]: readonly (string | undefined)[]): number | null {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes, seconds).getTime();
}
