import { momentBefore, readAge } from "../domain/age.ts";
import { parseInstant } from "../domain/instant.ts";
import { type Day, momentOf, monthAfter, plusDays, startOf, wallTimeOf, weekdayOf } from "./calendar.ts";

/** What a date in a search is read by. */
export interface DateContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The shop's: an IANA name. */
  readonly timeZone: string;
}

/** From a moment up to, and without, another, epoch milliseconds; a moment of its own is as long as a millisecond. */
export interface Period {
  readonly from: number;
  readonly end: number;
  readonly isMoment: boolean;
}

type Days = readonly [first: Day, after: Day];

const MONTHS_PER_YEAR = 12;
const DAYS_PER_WEEK = 7;

const weekAt = (today: Day, weeks: number): Days => {
  const monday = plusDays(today, weeks * DAYS_PER_WEEK - weekdayOf(today));
  return [monday, plusDays(monday, DAYS_PER_WEEK)];
};
const monthAt = (today: Day, months: number): Days => [
  monthAfter(today, months),
  monthAfter(today, months + 1),
];
const yearAt = ({ year }: Day, years: number): Days => {
  const first = { year: year + years, month: 1, day: 1 };
  return [first, monthAfter(first, MONTHS_PER_YEAR)];
};
const dayAt = (today: Day, days: number): Days => [plusDays(today, days), plusDays(today, days + 1)];

/** The last such day of the week, today too. */
const weekday =
  (index: number) =>
  (today: Day): Days =>
    dayAt(today, -((weekdayOf(today) - index + DAYS_PER_WEEK) % DAYS_PER_WEEK));

/** A word for some days, in the languages of the dashboard: a search is the same in each. */
interface DateWord {
  readonly words: readonly [english: string, german: string];
  readonly days: (today: Day) => Days;
}

/** All words for days; blanks in them may be written as hyphens. */
export const DATE_WORDS: readonly DateWord[] = [
  { words: ["today", "heute"], days: (today) => dayAt(today, 0) },
  { words: ["yesterday", "gestern"], days: (today) => dayAt(today, -1) },
  { words: ["this-week", "diese-woche"], days: (today) => weekAt(today, 0) },
  { words: ["last-week", "letzte-woche"], days: (today) => weekAt(today, -1) },
  { words: ["this-month", "dieser-monat"], days: (today) => monthAt(today, 0) },
  { words: ["last-month", "letzter-monat"], days: (today) => monthAt(today, -1) },
  { words: ["this-year", "dieses-jahr"], days: (today) => yearAt(today, 0) },
  { words: ["last-year", "letztes-jahr"], days: (today) => yearAt(today, -1) },
  { words: ["monday", "montag"], days: weekday(0) },
  { words: ["tuesday", "dienstag"], days: weekday(1) },
  { words: ["wednesday", "mittwoch"], days: weekday(2) },
  { words: ["thursday", "donnerstag"], days: weekday(3) },
  { words: ["friday", "freitag"], days: weekday(4) },
  { words: ["saturday", "samstag"], days: weekday(5) },
  { words: ["sunday", "sonntag"], days: weekday(6) },
];

/** What ages look like that a search takes for a moment: so long ago. */
export const AGE_WORDS = ["24h", "7d", "4w", "3mo", "1y"] as const;

/** Reads a date: a word such as `yesterday`, an age such as `7d`, a time of today, or ISO 8601. @returns `null` for none */
export function readDate(written: string, { now, timeZone }: DateContext): Period | null {
  const text = written.trim().toLowerCase().replace(/\s+/g, "-");
  const today = wallTimeOf(now, timeZone);
  const word = DATE_WORDS.find(({ words }) => words.some((one) => one === text));
  if (word !== undefined) return periodOf(word.days(today), timeZone);
  if (text === "now" || text === "jetzt") return momentPeriod(now);
  const age = readAge(text);
  if (age !== null) {
    const moment = momentBefore(now, age);
    return Number.isFinite(moment) ? momentPeriod(moment) : null;
  }
  return readDay(text, timeZone) ?? readMoment(written.trim(), today, timeZone);
}

/** `2026`, `2026-11`, `2026-11-22` and `22.11.2026`. */
function readDay(text: string, timeZone: string): Period | null {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const [, year, month, day] =
    german === null
      ? (/^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text) ?? [])
      : [null, german[3], german[2], german[1]];
  if (year === undefined) return null;
  const first = { year: Number(year), month: Number(month ?? 1), day: Number(day ?? 1) };
  if (!isDay(first)) return null;
  if (month === undefined) return periodOf(yearAt(first, 0), timeZone);
  return periodOf(day === undefined ? monthAt(first, 0) : dayAt(first, 0), timeZone);
}

/** A date with a time, in the time zone where it names none; or a time of today. */
function readMoment(text: string, today: Day, timeZone: string): Period | null {
  const time = /^(?:(\d{4})-(\d{2})-(\d{2})[Tt ])?(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (time === null) {
    const moment = parseInstant(text.replace(" ", "T"));
    return moment === null ? null : momentPeriod(moment);
  }
  const day =
    time[1] === undefined ? today : { year: Number(time[1]), month: Number(time[2]), day: Number(time[3]) };
  const [hour, minute, second] = [Number(time[4]), Number(time[5]), Number(time[6] ?? 0)];
  if (!isDay(day) || hour > 23 || minute > 59 || second > 59) return null;
  return momentPeriod(
    momentOf({ year: day.year, month: day.month, day: day.day, hour, minute, second }, timeZone),
  );
}

/** Whether the calendar has the day; ISO 8601 has years from 0 to 9999. */
function isDay({ year, month, day }: Day): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year <= 9998 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function periodOf([first, after]: Days, timeZone: string): Period {
  return { from: startOf(first, timeZone), end: startOf(after, timeZone), isMoment: false };
}

function momentPeriod(moment: number): Period {
  return { from: moment, end: moment + 1, isMoment: true };
}
