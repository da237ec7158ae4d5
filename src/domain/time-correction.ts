/** Where the times of a workspace that lie in a wrong future belong. All are epoch milliseconds. */
export interface TimeCorrection {
  /** Later times are wrong. */
  readonly now: number;
  /** None is corrected to before this one: the last that was right. */
  readonly earliest: number;
  /** The first wrong one, and where it goes. */
  readonly firstWrong: number;
  readonly firstRight: number;
  /** How much of the distance from the first wrong one is kept. */
  readonly scale: number;
}

/** What is known of the times at which the prints of a workspace were stored. */
export interface KnownTimes {
  readonly now: number;
  /** The last that is not after `now`, and the first and the last that are; `null` where there is none. */
  readonly lastRight: number | null;
  readonly firstWrong: number | null;
  readonly lastWrong: number | null;
  /** When the workspace was made. */
  readonly workspaceCreatedAt: number;
  /** How far the clock was ahead, where it still was when it was put right, milliseconds; else `null`. */
  readonly ahead: number | null;
}

/**
 * Works out where wrong times belong. With a known error they are moved by it. Else the first follows the last that was
 * right, and the others follow at the distances that they have; where there is not room for these, they are shortened.
 */
export function timeCorrection(known: KnownTimes): TimeCorrection {
  const { now, lastRight, firstWrong, lastWrong, workspaceCreatedAt, ahead } = known;
  if (firstWrong === null || lastWrong === null) {
    return { now, earliest: lastRight ?? 0, firstWrong: now, firstRight: now, scale: 0 };
  }
  const span = lastWrong - firstWrong;
  const earliest = lastRight ?? Math.max(Math.min(workspaceCreatedAt, now), now - span);
  if (ahead !== null) return { now, earliest, firstWrong, firstRight: firstWrong - ahead, scale: 1 };
  const scale = span === 0 ? 0 : Math.min(1, (now - earliest) / span);
  return { now, earliest, firstWrong, firstRight: earliest, scale };
}

/** A time put right: one that is not after `now` stays, and none comes before another that it came after. */
export function correctTime(time: number, correction: TimeCorrection): number {
  const { now, earliest, firstWrong, firstRight, scale } = correction;
  if (time <= now) return time;
  const moved = Math.floor(firstRight + (time - firstWrong) * scale);
  return Math.min(now, Math.max(earliest, moved));
}
