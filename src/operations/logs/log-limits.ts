import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";

/** Limits on the log, with their units. */
export const LOG_LIMITS = {
  /** Bytes of lines that wait for a slow disk; what comes beyond that is left out, and counted. */
  waitingBytes: MEBIBYTE,
  /** How long nothing is tried after a file could not be written, milliseconds. */
  retryMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  /** Lines that are remembered for the diagnostics bundle. */
  rememberedLines: 1000,
  /** Characters of a line that is remembered, and of one that the system's own log gets. */
  lineCharacters: 8 * KIBIBYTE,
  /** How long a search takes that is told of, milliseconds, unless the owner says otherwise. */
  slowQueryMilliseconds: MILLISECONDS_PER_SECOND,
} as const;

/** When a log file is put aside, and how long it is kept, unless the owner says otherwise. */
export const LOG_FILE_DEFAULTS = {
  /** MiB of a file until another one is begun; one is begun each day as well. */
  sizeMebibytes: 10,
  /** How many files there are beside the one that is written. */
  files: 14,
  /** How long each is kept, days. */
  days: 30,
} as const;
