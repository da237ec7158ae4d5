import { SCRUB_LIMITS } from "./scrub-limits.ts";

/** How what is stored is checked. */
export interface ScrubOptions {
  /** From the end of a round to the beginning of the next, milliseconds; `null`: only when somebody asks. */
  readonly everyMilliseconds: number | null;
  /** The most that is read for it. */
  readonly bytesPerSecond: number;
}

export const DEFAULT_SCRUB: ScrubOptions = {
  everyMilliseconds: SCRUB_LIMITS.everyMilliseconds,
  bytesPerSecond: SCRUB_LIMITS.bytesPerSecond,
};
