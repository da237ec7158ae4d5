import { locale } from "./texts.ts";

/* Numbers, dates and sizes as the reader writes them. A component that calls one of these follows the language. */

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const DAY = { day: "numeric", month: "short" } as const;

/** How dates are written, each made once for a language: to make one takes longer than to use it a hundred times. */
const DATES = {
  time: TIME,
  dayAndTime: { ...DAY, ...TIME },
  date: { ...DAY, year: "numeric" },
  wall: { ...DAY, ...TIME, year: "numeric", timeZone: "UTC" },
  full: { ...DAY, ...TIME, year: "numeric", second: "2-digit", timeZoneName: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const made = new Map<string, Intl.DateTimeFormat>();

function dateFormat(kind: keyof typeof DATES): Intl.DateTimeFormat {
  const tag = locale();
  const key = `${kind} ${tag}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(tag, DATES[kind]);
  made.set(key, format);
  return format;
}

/** A number: `1,204`. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(locale(), options);
}

/** A time for a list: of today the time alone, of this year with the day, of earlier years the date alone. */
export function formatShortTime(instant: string, now = new Date()): string {
  const time = new Date(instant);
  if (time.toDateString() === now.toDateString()) return dateFormat("time").format(time);
  return dateFormat(time.getFullYear() === now.getFullYear() ? "dayAndTime" : "date").format(time);
}

/** Date and time to the second, with the time zone. */
export function formatFullTime(instant: string): string {
  return dateFormat("full").format(new Date(instant));
}

/** A date and a time of another clock than the reader's, such as `2026-11-22T03:12`: of no time zone. */
export function formatWallTime(time: string): string {
  return dateFormat("wall").format(new Date(`${time}Z`));
}

/** How long ago something was, in the largest unit that fits: `5 minutes ago`. */
export function formatAgo(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit);
  return words.format(0, "second");
}

/** Units of time and their seconds, the longest first. */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Bytes in the unit that fits: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTE_UNITS.length - 1);
  const unit = BYTE_UNITS[power] ?? "byte";
  return formatNumber(bytes / 1000 ** power, {
    style: "unit",
    unit,
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
