import {
  CLIENT_LIMITS,
  KIBIBYTE,
  MILLISECONDS_PER_MINUTE,
  MILLISECONDS_PER_SECOND,
} from "../../domain/limits.ts";

/** Limits on LPD. */
export const LPD_LIMITS = {
  /** The longest command or subcommand line, bytes; RFC 1179 has no limit, its lines have a few dozen bytes. */
  lineBytes: 4 * KIBIBYTE,
  /** The largest control file, bytes: a few hundred in practice. */
  controlFileBytes: 64 * KIBIBYTE,
  /** Data files that may wait for their control file in one connection. */
  waitingDataFiles: 50,
  /** How long a host may say nothing between commands, milliseconds. */
  commandMilliseconds: MILLISECONDS_PER_MINUTE,
  /** How long a host may say nothing inside a file, milliseconds: a pipe's far end may be thinking. */
  dataMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  /** How long the zero octet behind a file is waited for; some hosts never send it. */
  terminatorMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  /** How long a file is waited for whose size was declared as 0 and of which only a zero octet came. */
  emptyFileMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** How long a host's bytes wait for room in memory before its file is refused, milliseconds. */
  memoryWaitMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  /** How often room is asked for meanwhile, milliseconds. */
  memoryRetryMilliseconds: 100,
  /** How often a job is tried again that can neither be stored nor be forgotten, and how long between, milliseconds. */
  storingTries: 30,
  storingRetryMilliseconds: MILLISECONDS_PER_SECOND,
  /** How long bytes of a refused file are read and thrown away, so that the host sees the refusal. */
  lingerMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** What a connection keeps of bytes that came and are not yet read, before its socket is paused. */
  bufferedBytes: 256 * KIBIBYTE,
  /** Where the simulated fault `drop` breaks a file of unknown size, bytes. */
  dropBytes: 512,
  /** How long each answer waits under the simulated fault `slow`, milliseconds. */
  slowMilliseconds: 3 * MILLISECONDS_PER_SECOND,
  /** Connections at a time: from everywhere, and from one address. */
  connections: 256,
  connectionsOfClient: CLIENT_LIMITS.connections,
};

/** The same, of which a listener may be given others. */
export type LpdLimits = Readonly<Record<keyof typeof LPD_LIMITS, number>>;
