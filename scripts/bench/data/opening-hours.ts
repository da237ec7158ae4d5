import { MILLISECONDS_PER_DAY } from "../../../src/domain/limits.ts";

const MILLISECONDS_PER_HOUR = MILLISECONDS_PER_DAY / 24;

/** The first day of the chain's two years. */
export const FIRST_DAY = Date.UTC(2024, 0, 1);
export const DAYS = 730;

/** How many of a day's prints have come by an hour: nobody comes before nine, lunch and dinner are busy. */
const COME_BY_HOUR: readonly (readonly [part: number, hour: number])[] = [
  [0, 9],
  [0.1, 11.5],
  [0.4, 14],
  [0.5, 17.5],
  [0.9, 21.5],
  [1, 24],
];

/**
 * The time of a print, epoch milliseconds; never earlier for a larger part.
 * @param part how many of all prints came before it, from 0 up to, not including, 1
 */
export function instantAt(part: number): number {
  const days = part * DAYS;
  const day = Math.floor(days);
  return FIRST_DAY + day * MILLISECONDS_PER_DAY + Math.floor(hourAt(days - day) * MILLISECONDS_PER_HOUR);
}

function hourAt(part: number): number {
  for (let index = 1; index < COME_BY_HOUR.length; index++) {
    const [endPart = 1, endHour = 24] = COME_BY_HOUR[index] ?? [];
    const [startPart = 0, startHour = 0] = COME_BY_HOUR[index - 1] ?? [];
    if (part < endPart)
      return startHour + ((part - startPart) / (endPart - startPart)) * (endHour - startHour);
  }
  return 24;
}
