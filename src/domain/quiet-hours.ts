import { MILLISECONDS_PER_DAY } from "./limits.ts";

const HOURS = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** Whether a text says quiet hours: two local times that are not the same, such as `22:00-07:00`. */
export function isQuietHours(text: string): boolean {
  const minutes = minutesOf(text);
  return minutes !== null && minutes.begin !== minutes.end;
}

/**
 * Until when it is quiet.
 * @param hours as {@link isQuietHours} takes them; `null` for none
 * @param at epoch milliseconds, told by the machine's time zone
 * @returns epoch milliseconds; `null` when it is not quiet
 */
export function quietUntil(hours: string | null, at: number): number | null {
  const minutes = hours === null ? null : minutesOf(hours);
  if (minutes === null) return null;
  // From yesterday's beginning too: most quiet hours go past midnight.
  for (const days of [-1, 0]) {
    const begin = localTime(at, days, minutes.begin);
    const end = localTime(at, minutes.end > minutes.begin ? days : days + 1, minutes.end);
    if (at >= begin && at < end) return end;
  }
  return null;
}

/** A time of the day of `at`, some days later; the clocks may go forward or back in between. */
function localTime(at: number, days: number, minutes: number): number {
  const noon = new Date(at);
  noon.setHours(12, 0, 0, 0);
  const day = new Date(noon.getTime() + days * MILLISECONDS_PER_DAY);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minutes).getTime();
}

function minutesOf(text: string): { begin: number; end: number } | null {
  const parts = HOURS.exec(text);
  if (parts === null) return null;
  const [, fromHour, fromMinute, toHour, toMinute] = parts.map(Number);
  const hour = 60;
  return { begin: (fromHour ?? 0) * hour + (fromMinute ?? 0), end: (toHour ?? 0) * hour + (toMinute ?? 0) };
}
