import {
  CLIENT_LIMITS,
  KIBIBYTE,
  MILLISECONDS_PER_MINUTE,
  MILLISECONDS_PER_SECOND,
} from "../../domain/limits.ts";

/** Limits and settings of raw printing over TCP. Times are milliseconds. */
export interface RawLimits {
  /** Silence after a cut that ends a job: hosts keep a connection open over many receipts. */
  readonly silenceAfterCutMilliseconds: number;
  /** Silence that ends a job otherwise. Status requests do not break a silence. */
  readonly silenceMilliseconds: number;
  /** How long a connection may be silent that has no job. Long: many hosts never notice that one was closed. */
  readonly idleMilliseconds: number;
  /** Connections of one printer at a time. */
  readonly connections: number;
  /** Connections of one printer from one address at a time. */
  readonly connectionsOfClient: number;
  /** Connections of all printers at a time; beyond {@link connectionsOfClient} an address has at most half of what is free. */
  readonly totalConnections: number;
  /** How long a connection must have been silent to give way to a new one where there are too many. */
  readonly evictableMilliseconds: number;
  /** Bytes that may wait for a host that does not read; beyond them it is dropped. */
  readonly waitingReplyBytes: number;
  /** Replies in print order that may wait; beyond them nothing more is read until some have gone. */
  readonly waitingReplies: number;
  /** How long a connection waits for room in memory before its data is refused. */
  readonly roomWaitMilliseconds: number;
  /** Bytes of one command that are kept only to find where it ends, of data that is refused. */
  readonly refusedCommandBytes: number;
  /** Simulated slowness: how long each reply takes. */
  readonly slowReplyMilliseconds: number;
  /** Simulated slowness: bytes read in a second. */
  readonly slowBytesPerSecond: number;
  /** Simulated break of the connection: the bytes of a job that still come through. */
  readonly dropAfterBytes: number;
  /** How long a host has the real printer to itself after its last job, so that its next is joined at once. */
  readonly passedRestMilliseconds: number;
  /** How long it keeps it when an answer in print order is still to come. */
  readonly passedUnansweredMilliseconds: number;
  /** How long a real printer may take to answer a real-time request. */
  readonly passedReplyMilliseconds: number;
  /** How long after an answer another may follow that was asked for with it. */
  readonly passedPauseMilliseconds: number;
  /** How long to wait before it is tried again to join a host to a printer that could not be had. */
  readonly joinRetryMilliseconds: number;
  /** How long a connection may begin like another protocol's before it is taken for a print. */
  readonly settlingMilliseconds: number;
  /** How often silences are looked at. */
  readonly tickMilliseconds: number;
  /** The most that counts as time between two looks: for the rest the service stood still, and listened to nobody. */
  readonly longestStepMilliseconds: number;
  /** The most that a host's TCP waits after it was made to wait, before it tries again (RFC 9293, 3.8.6.1, as built). */
  readonly longestProbeMilliseconds: number;
}

export const RAW_LIMITS: RawLimits = {
  silenceAfterCutMilliseconds: 1500,
  silenceMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  idleMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  connections: 200,
  connectionsOfClient: CLIENT_LIMITS.connections,
  totalConnections: 2000,
  evictableMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  waitingReplyBytes: 64 * KIBIBYTE,
  waitingReplies: 256,
  roomWaitMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  refusedCommandBytes: 64 * KIBIBYTE,
  slowReplyMilliseconds: MILLISECONDS_PER_SECOND,
  slowBytesPerSecond: KIBIBYTE,
  dropAfterBytes: 128,
  passedRestMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  passedUnansweredMilliseconds: 60 * MILLISECONDS_PER_SECOND,
  passedReplyMilliseconds: MILLISECONDS_PER_SECOND,
  passedPauseMilliseconds: 200,
  joinRetryMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  settlingMilliseconds: 300,
  tickMilliseconds: 100,
  longestStepMilliseconds: 200,
  longestProbeMilliseconds: 2 * MILLISECONDS_PER_MINUTE,
};
