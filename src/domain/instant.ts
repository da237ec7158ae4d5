const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;

/**
 * Reads an ISO 8601 timestamp: date and time, a fraction of any length, `Z` or an offset; without an offset it
 * is UTC, a date alone is its midnight UTC (api-decisions, Search).
 * @returns epoch milliseconds, cut to the millisecond that `createdAt` shows; `null` for any other text
 */
export function parseInstant(text: string): number | null {
  const match = ISO_8601.exec(text);
  if (match === null) return null;
  const number = (group: number) => Number(match[group] ?? 0);
  const [year, month, day] = [number(1), number(2), number(3)];
  const [hour, minute, second] = [number(4), number(5), number(6)];
  const [offsetHour, offsetMinute] = [number(10), number(11)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const milliseconds = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const date = new Date(0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have is one of another month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second, milliseconds);
  const offset = (offsetHour * 60 + offsetMinute) * 60_000;
  return date.getTime() - (match[9] === "-" ? -offset : offset);
}

/** The last moment whose year has four digits, epoch milliseconds: the last that a timestamp can say. */
export const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Writes epoch milliseconds as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function formatInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
