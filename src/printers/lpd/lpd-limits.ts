import {
  CLIENT_LIMITS,
  KIBIBYTE,
  MILLISECONDS_PER_MINUTE,
  MILLISECONDS_PER_SECOND,
} from "../../domain/limits.ts";

/** Limits on LPD; a listener may be given others. */
export interface LpdLimits {
  /** The longest command or subcommand line, bytes; RFC 1179 has no limit, its lines have a few dozen bytes. */
  readonly lineBytes: number;
  /** The largest control file, bytes: a few hundred in practice. */
  readonly controlFileBytes: number;
  /** Data files that may wait for their control file in one connection. */
  readonly waitingDataFiles: number;
  /** How long a host may say nothing between commands, milliseconds. */
  readonly commandMilliseconds: number;
  /** How long a host may say nothing inside a file, milliseconds: a pipe's far end may be thinking. */
  readonly dataMilliseconds: number;
  /** How long the zero octet behind a file is waited for; some hosts never send it. */
  readonly terminatorMilliseconds: number;
  /** How long a file is waited for whose size was declared as 0 and of which only a zero octet came. */
  readonly emptyFileMilliseconds: number;
  /** How long a host's bytes wait for room in memory before its file is refused, milliseconds. */
  readonly roomMilliseconds: number;
  /** How often room is asked for meanwhile, milliseconds. */
  readonly roomRetryMilliseconds: number;
  /** How often a job is tried again that can neither be stored nor be forgotten, and how long between, milliseconds. */
  readonly settlingTries: number;
  readonly settlingRetryMilliseconds: number;
  /** How long bytes of a refused file are read and thrown away, so that the host sees the refusal. */
  readonly lingerMilliseconds: number;
  /** What a connection keeps of bytes that came and are not yet read, before its socket is paused. */
  readonly bufferedBytes: number;
  /** Where the simulated fault `drop` breaks a file of unknown size, bytes. */
  readonly dropBytes: number;
  /** How long each answer waits under the simulated fault `slow`, milliseconds. */
  readonly slowMilliseconds: number;
  /** Connections at a time: from everywhere, and from one address. */
  readonly connections: number;
  readonly connectionsOfClient: number;
}

export const LPD_LIMITS: LpdLimits = {
  lineBytes: 4 * KIBIBYTE,
  controlFileBytes: 64 * KIBIBYTE,
  waitingDataFiles: 50,
  commandMilliseconds: MILLISECONDS_PER_MINUTE,
  dataMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  terminatorMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  emptyFileMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  roomMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  roomRetryMilliseconds: 100,
  settlingTries: 30,
  settlingRetryMilliseconds: MILLISECONDS_PER_SECOND,
  lingerMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  bufferedBytes: 256 * KIBIBYTE,
  dropBytes: 512,
  slowMilliseconds: 3 * MILLISECONDS_PER_SECOND,
  connections: 256,
  connectionsOfClient: CLIENT_LIMITS.connections,
};

/** The port of LPD (RFC 1179, section 3.1). */
export const LPD_PORT = 515;
