/** How the times of a workspace that lie in a wrong future are corrected. All are epoch milliseconds. */
export interface TimeCorrection {
  /** Later times are wrong. */
  readonly now: number;
  /** The last right time: none is corrected to an earlier one. */
  readonly earliest: number;
  /** The first wrong one, and where it goes. */
  readonly firstWrong: number;
  readonly firstRight: number;
  /** By what the distances from the first wrong time are multiplied, 0 to 1. */
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
 * Works out the correction. A known error is subtracted from all wrong times. Else the first of them follows the last right
 * time, and the others keep their distances, which are shortened where they would reach beyond `now`.
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

/** A time, corrected: one that is not after `now` stays as it is, and the order of times is kept. */
export function correctTime(time: number, correction: TimeCorrection): number {
  const { now, earliest, firstWrong, firstRight, scale } = correction;
  if (time <= now) return time;
  const moved = Math.floor(firstRight + (time - firstWrong) * scale);
  return Math.min(now, Math.max(earliest, moved));
}
