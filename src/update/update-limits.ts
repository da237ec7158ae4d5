import { MEBIBYTE } from "../domain/limits.ts";
import { WAL_LIMITS } from "../domain/storage-limits.ts";

/** Limits of an update. */
export const UPDATE_LIMITS = {
  /** How long the new version is watched until it is taken for good, seconds. */
  trialSeconds: 60,
  /** How long a service may take until it answers, beyond its trial: a migration of many prints takes its time, milliseconds. */
  startMilliseconds: 300_000,
  /** The log of a running service at which a copy beside it is given up, bytes: far from where it is full. */
  copyLogBytes: WAL_LIMITS.fullBytes / 2,
  copyLookMilliseconds: 100,
  /** How often it is asked how it is, milliseconds. */
  lookMilliseconds: 500,
  /** How long an answer about its health may take, milliseconds. */
  answerMilliseconds: 5000,
  /** Looks in a row that must fail before the old version comes back: one may meet a busy moment. */
  badLooks: 4,
  /** How long a program that was told to end may take, milliseconds: longer than the service's own limit. */
  stopMilliseconds: 20_000,
  /** The largest executable that is taken, bytes. */
  executableBytes: 1024 * MEBIBYTE,
} as const;
