const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** A time for a list: of today the time alone, of this year with the day, of earlier years the date alone. */
export function shortTime(instant: string, now: Date, locale?: string): string {
  const time = new Date(instant);
  if (time.toDateString() === now.toDateString()) return time.toLocaleTimeString(locale, TIME);
  if (time.getFullYear() === now.getFullYear()) return time.toLocaleString(locale, { ...DAY, ...TIME });
  return time.toLocaleDateString(locale, { ...DAY, year: "numeric" });
}

/** Date and time to the second, with the time zone. */
export function fullTime(instant: string, locale?: string): string {
  return new Date(instant).toLocaleString(locale, {
    ...DAY,
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
}

/** "1,204 prints" in the reader's way of writing numbers. */
export function countOfPrints(count: number, locale?: string): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? "print" : "prints"}`;
}

/** Says that so many prints are not found by their text yet. */
export function stillReading(count: number, locale?: string): string {
  return `Still reading ${count.toLocaleString(locale)} older ${count === 1 ? "print" : "prints"}`;
}
