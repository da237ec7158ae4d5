import { MILLISECONDS_PER_SECOND, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_DAY } from "./limits.ts";

/** Limits on telling who listens, with their units: events, webhooks, notifications. */

/** How long what happened to prints is kept for those who listen. */
export const EVENT_LIFETIME_MILLISECONDS = 7 * MILLISECONDS_PER_DAY;

/** Limits on clients that wait for events. */
export const EVENT_LIMITS = {
  /** Streams and waiting requests at the same time. */
  listeners: 500,
  waitDefaultMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  waitMostMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
} as const;

/** Limits on finding the newest print of some. */
export const LATEST_LIMITS = {
  /** Prints that are asked for at once to find one of a printer, and how often: of 5,000 the newest is found. */
  pagePrints: 500,
  printerPages: 10,
  /** The least time between two looks of one that waits, milliseconds. */
  restMilliseconds: 20,
} as const;

/** Limits on webhooks. */
export const WEBHOOK_LIMITS = {
  webhooksPerWorkspace: 20,
  urlCharacters: 2000,
  secretBytesMinimum: 24,
  secretBytesMaximum: 64,
  answerMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  firstRetryMilliseconds: MILLISECONDS_PER_SECOND,
  waitMostMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  /** Attempts that are remembered of each webhook, and the most of an answer. */
  attempts: 20,
  answerCharacters: 300,
  /** An address that has failed for this long is paused, and told of nothing until a person says so. */
  pauseAfterMilliseconds: 3 * MILLISECONDS_PER_DAY,
} as const;

/** Limits on telling people away from the page. Lengths of what a person writes are in code points. */
export const NOTIFICATION_LIMITS = {
  targets: 20,
  nameCharacters: 100,
  addressCharacters: 2000,
  secretCharacters: 200,
  /** Recipients of one target. */
  recipients: 5,
  /** Of the same printer and kind no more than one message is sent in this time; what comes meanwhile goes together. */
  topicMilliseconds: 10 * MILLISECONDS_PER_MINUTE,
  /** How long what has happened waits for what happens with it. */
  gatherMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  answerMilliseconds: 15 * MILLISECONDS_PER_SECOND,
  firstRetryMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  waitMostMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  /** What could not be told for this long is not told any more. */
  oldestMilliseconds: 3 * MILLISECONDS_PER_DAY,
  /** What waits to be told to one target; of more the oldest go. */
  notices: 1000,
  /** Lines of one message; of more it is said how many there are. */
  lines: 50,
} as const;
