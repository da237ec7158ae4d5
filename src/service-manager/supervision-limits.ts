/** Times of what starts, watches and stops the service. */
export const SUPERVISION_LIMITS = {
  /** How long the service may say nothing until systemd ends it and starts it again, seconds. */
  watchdogSeconds: 60,
  /** How long a start may take that brings a large database up to date, milliseconds. */
  startMilliseconds: 60 * 60 * 1000,
  /** How often the words about the service are looked at, milliseconds. */
  wordsMilliseconds: 5000,
  /** How long a command waits for a service to have started or stopped, milliseconds. */
  changeMilliseconds: 60_000,
  /** How long a service may take to say how it is, milliseconds. */
  answerMilliseconds: 5000,
  /** How often it looks, milliseconds. */
  lookMilliseconds: 250,
} as const;
