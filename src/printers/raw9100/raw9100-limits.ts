import {
  CLIENT_LIMITS,
  KIBIBYTE,
  MILLISECONDS_PER_MINUTE,
  MILLISECONDS_PER_SECOND,
} from "../../domain/limits.ts";

/** Limits and settings of raw printing over TCP. Times are milliseconds. */
export const RAW_LIMITS = {
  /** Silence after a cut that ends a job: hosts keep a connection open over many receipts. */
  silenceAfterCutMilliseconds: 1500,
  /** Silence that ends a job otherwise. Status requests do not break a silence. */
  silenceMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  /**
   * Rest behind a cut after which another beginning is another job. Two parts of one receipt follow each other at once;
   * the orders of a till do not.
   */
  restAfterCutMilliseconds: 150,
  /** How long a connection may be silent that has no job. Long: many hosts never notice that one was closed. */
  idleMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  /** Connections of one printer at a time. */
  connections: 200,
  /** Connections of one printer from one address at a time. */
  connectionsOfClient: CLIENT_LIMITS.connections,
  /** Connections of all printers at a time. Beyond {@link connectionsOfClient}, an address has at most half of what is free. */
  totalConnections: 2000,
  /** How long a connection must have been silent to give way to a new one where there are too many. */
  evictableMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  /** Bytes that may wait for a host that does not read; beyond them it is dropped. */
  waitingReplyBytes: 64 * KIBIBYTE,
  /** Replies in print order that may wait; with more, the host is not read. */
  waitingReplies: 256,
  /** Bytes that may come for the real printer while what came before becomes durable; with more, the host is not read. */
  delayedBytes: 256 * KIBIBYTE,
  /** How long a connection waits for room in memory before its data is refused. */
  roomWaitMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  /** Of data that is refused, a command longer than this is not followed to its end. Bytes. */
  refusedCommandBytes: 64 * KIBIBYTE,
  /** Simulated slowness: how long each reply takes. */
  slowReplyMilliseconds: MILLISECONDS_PER_SECOND,
  /** Simulated slowness: bytes read in a second. */
  slowBytesPerSecond: KIBIBYTE,
  /** Simulated break of the connection: the bytes of a job that still come through. */
  dropAfterBytes: 128,
  /** How long a host has the real printer to itself after its last job, so that its next is joined at once. */
  passedRestMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** How long it keeps it when an answer in print order is still to come. */
  passedUnansweredMilliseconds: 60 * MILLISECONDS_PER_SECOND,
  /** How long a real printer may take to answer a real-time request. */
  passedReplyMilliseconds: MILLISECONDS_PER_SECOND,
  /** How long after an answer another may follow that was asked for with it. */
  passedPauseMilliseconds: 200,
  /** How long a host waits for the real printer to be joined before it is answered by us. */
  joinWaitMilliseconds: 150,
  /** How long a host that has left the printer to others is not joined again. */
  yieldMilliseconds: 250,
  /** How long to wait before it is tried again to join a host to a printer that others use. */
  busyRetryMilliseconds: 50,
  /** The same for one that is out of reach. */
  joinRetryMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** How long a connection may begin like another protocol's before it is taken for a print. */
  settlingMilliseconds: 300,
  /** How often silences are looked at. */
  tickMilliseconds: 100,
  /** The most that counts as time between two looks: a longer step means that the service stood still. */
  longestStepMilliseconds: 200,
  /** The most that a host's TCP waits after it was made to wait, before it tries again (RFC 9293, 3.8.6.1, as built). */
  longestProbeMilliseconds: 2 * MILLISECONDS_PER_MINUTE,
} as const;

export type RawLimits = { readonly [Name in keyof typeof RAW_LIMITS]: number };
