import {
  KIBIBYTE,
  MEBIBYTE,
  MILLISECONDS_PER_SECOND,
  MILLISECONDS_PER_MINUTE,
  MILLISECONDS_PER_DAY,
} from "./limits.ts";

/** Limits on storing, with their units: what waits for the disk, the write-ahead log, room on the disk, the clock. */

/** Limits on what waits for the writer: beyond it 503 with Retry-After, never unbounded memory. */
export const WRITER_LIMITS = {
  waitingOperations: 20_000,
  /** Bodies of writing requests, from before they are read until they are answered. */
  waitingBytes: 64 * MEBIBYTE,
  /** How long a request that goes on beyond the room may bring nothing before another may instead, milliseconds. */
  graceMilliseconds: MILLISECONDS_PER_SECOND,
  /** What a request takes beside its body's bytes, roughly. */
  requestBytes: KIBIBYTE,
  /** Operations that go to the writer's Worker in one message. */
  messageOperations: 16,
  /** What has gone to the Worker and is not answered: two transactions, one being committed and the next. */
  sentOperations: 512,
  sentBytes: 8 * MEBIBYTE,
  transactionOperations: 256,
  transactionBytes: 4 * MEBIBYTE,
  /** A print from here on is encoded before its turn, and goes to the Worker alone: copying it would hold others up. */
  largePrintBytes: 256 * KIBIBYTE,
  /** What a client may write before it is the next one's turn: some forty small prints. */
  turnBytes: 64 * KIBIBYTE,
} as const;

/** Limits on the write-ahead log. */
export const WAL_LIMITS = {
  /** From here on it is folded into the database file when the writer has nothing else to do, bytes. */
  idleCheckpointBytes: 8 * MEBIBYTE,
  /** From here on also when it has, bytes. */
  busyCheckpointBytes: 16 * MEBIBYTE,
  /** From here on no transaction begins before readers have left room for it, bytes. */
  fullBytes: 192 * MEBIBYTE,
  /** What the file never exceeds, bytes: one more transaction, with all the pages it may touch, fits. */
  mostBytes: 256 * MEBIBYTE,
  /** What the file is cut to when the log begins anew, bytes. */
  keptBytes: 64 * MEBIBYTE,
  /** How long a transaction then waits for readers before it is refused, milliseconds. */
  readerWaitMilliseconds: 1000,
} as const;

/** Refuse new prints below this much free disk: on a full disk SQLite can do nothing, DELETE included. */
export const MINIMUM_FREE_DISK_BYTES = 64 * MEBIBYTE;

/** Kept of the disk in a file of its own, and given up on a full one for what its owner does to make room. */
export const RESERVE_BYTES = 16 * MEBIBYTE;

/** How the place where prints are stored is watched. */
export const STORAGE_LIMITS = {
  /** How often it is looked at: whether the file is still the same, and what is free. */
  lookMilliseconds: MILLISECONDS_PER_SECOND,
  /** How often free space is looked at where it is nearly gone. */
  diskLookMilliseconds: 20,
  /** After how long without a transaction a tiny one tries whether there could be one. */
  probeMilliseconds: 12 * MILLISECONDS_PER_SECOND,
  /** After how long without a word from the writer the disk is taken to have stalled. */
  stalledMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  /** How long a stop waits for the disk, and how long altogether. */
  closeMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  stopMilliseconds: 8 * MILLISECONDS_PER_SECOND,
} as const;

/** What is believed of the machine's clock; see `TrustedClock`. */
export const CLOCK_LIMITS = {
  /** It is followed when it is set by no more than this against the time that has passed. */
  believedStepMilliseconds: MILLISECONDS_PER_DAY,
  /** How long the service may have been away, at a start, before what the clock says has to be accepted. */
  believedAbsenceMilliseconds: 180 * MILLISECONDS_PER_DAY,
  /**
   * After so long without another jump, one to a time within that absence is believed too. Longer than the hours after which
   * machines usually set their clocks right by the network (Windows, outside a domain: nine).
   */
  steadyMilliseconds: 12 * 60 * MILLISECONDS_PER_MINUTE,
  /** How far the clock may drift from the time that has passed, meanwhile. */
  steadyDriftMilliseconds: MILLISECONDS_PER_MINUTE,
  /** How far it may move from one look to the next before it is asked whether the machine was asleep. */
  adjustmentMilliseconds: MILLISECONDS_PER_SECOND,
  /** How often it is looked at while nothing is stored. */
  lookMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  /** How often the trusted time is stored. */
  storeMilliseconds: 10 * MILLISECONDS_PER_MINUTE,
} as const;
