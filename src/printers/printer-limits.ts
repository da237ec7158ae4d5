import { MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** Times of telling how printers are, milliseconds. */
export const SITUATION_TIMES = {
  /** How often it is looked. Who watches a card is to see a cover that was opened within a second. */
  look: 500,
  /** For how long a printer is in a state before that is told: a cover is opened for a moment to tear paper. */
  settle: 5 * MILLISECONDS_PER_SECOND,
  /** How long a print waits before that is told. */
  waiting: 10 * MILLISECONDS_PER_SECOND,
  /** How often it is looked which prints wait. */
  waitingLook: 2 * MILLISECONDS_PER_SECOND,
  /** How long a printer that was in trouble before a restart may take to tell how it is. */
  unknown: MILLISECONDS_PER_MINUTE,
  /** How often it is stored when the last prints came. */
  lastPrints: MILLISECONDS_PER_MINUTE,
  /** Until it is tried again to store what is to be told. */
  retry: 2 * MILLISECONDS_PER_SECOND,
} as const;

export type SituationTimes = { readonly [Name in keyof typeof SITUATION_TIMES]: number };

/** Prints of each workspace that are looked at, at the start, for the last print of each printer. */
export const NEWEST_PRINTS = 1000;
