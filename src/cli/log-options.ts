import { isAbsolute, join, resolve } from "node:path";
import { choice, integer, TRUTH, type ValueKind } from "../configuration/value-kinds.ts";
import { type Age, AGE_EXAMPLES, readAge } from "../domain/age.ts";
import { readSeconds } from "../domain/duration.ts";
import { MEBIBYTE, MILLISECONDS_PER_DAY, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { eventLogPlace } from "../operations/logs/event-log.ts";
import { JOURNAL_SOCKET, journalPlace } from "../operations/logs/journal.ts";
import { LogFile } from "../operations/logs/log-file.ts";
import { LOG_FILE_DEFAULTS, LOG_LIMITS } from "../operations/logs/log-limits.ts";
import { LOG_FORMATS, LOG_LEVELS, type LogFormat } from "../operations/logs/log-line.ts";
import { type LogPlace, standardErrorPlace } from "../operations/logs/log-place.ts";
import { ServiceLog } from "../operations/logs/service-log.ts";
import type { SlowQueries } from "../search/search-effort.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

/** Where the log may go, as it is given. */
const PLACE: ValueKind<string> = {
  form: "stderr, journald, file, file:PATH or eventlog",
  written: "string",
  example: "file",
  read: (given) => (/^(stderr|journald|eventlog|file(:.+)?)$/.test(given) ? given : undefined),
};

const LOG_TO = {
  name: "log-to",
  value: "PLACE",
  help:
    "Where the log goes: stderr, journald, file (logs/tillroll.log in the data folder), file:PATH, or eventlog " +
    "(Windows); repeatable.",
  repeatable: true,
  kind: PLACE,
  default: ["stderr"],
} as const;

const LOG_FORMAT = {
  name: "log-format",
  value: "FORMAT",
  help: "text, for people, or json, an object a line; of stderr and of files.",
  kind: choice(LOG_FORMATS),
  default: "text",
} as const;

const LOG_LEVEL = {
  name: "log-level",
  value: "LEVEL",
  help: `The least urgent lines that are written: ${LOG_LEVELS.join(", ")}.`,
  kind: choice([...LOG_LEVELS].toReversed()),
  default: "info",
} as const;

const LOG_REQUESTS = {
  name: "log-requests",
  value: "B",
  help: "Whether each HTTP request is logged when it is answered.",
  kind: { ...TRUTH, example: "true" },
  default: false,
} as const;

const LARGEST_FILE_MEBIBYTES = 10_240;
const MOST_FILES = 1000;
const MOST_DAYS = 3650;

const LOG_FILE_SIZE = {
  name: "log-file-size",
  value: "MIB",
  help: "The size at which another log file is begun, MiB; one is begun each day, too.",
  kind: integer(1, LARGEST_FILE_MEBIBYTES, "MiB"),
  default: LOG_FILE_DEFAULTS.sizeMebibytes,
} as const;

const LOG_FILES = {
  name: "log-files",
  value: "N",
  help: "How many log files are kept beside the one that is written.",
  kind: integer(0, MOST_FILES),
  default: LOG_FILE_DEFAULTS.files,
} as const;

const LOG_FILE_DAYS = {
  name: "log-file-days",
  value: "DAYS",
  help: "How long log files are kept, days.",
  kind: integer(1, MOST_DAYS, "days"),
  default: LOG_FILE_DEFAULTS.days,
} as const;

const LONGEST_SLOW_QUERY_SECONDS = 3600;

/** A time in milliseconds; the other durations have seconds. */
const SHORT_TIME: ValueKind<number> = {
  form: `a time such as 200ms, 2s or 1min, up to ${LONGEST_SLOW_QUERY_SECONDS} s`,
  written: "string",
  example: "200ms",
  read(given) {
    const [, digits] = /^(\d{1,9}) ?ms$/.exec(given) ?? [];
    const seconds = digits === undefined ? readSeconds(given) : Number(digits) / MILLISECONDS_PER_SECOND;
    if (seconds === null || seconds > LONGEST_SLOW_QUERY_SECONDS) return undefined;
    return seconds * MILLISECONDS_PER_SECOND;
  },
  write: (milliseconds) => `${milliseconds}ms`,
};

const SLOW_QUERY = {
  name: "slow-query",
  value: "TIME",
  help: "Searches that take as long are logged, without what they look for; 0s: none.",
  kind: SHORT_TIME,
  default: LOG_LIMITS.slowQueryMilliseconds,
} as const;

const LOG_QUERIES = {
  name: "log-queries",
  value: "B",
  help: "Whether what slow searches look for is logged too: it may be what is on a receipt.",
  kind: { ...TRUTH, example: "true" },
  default: false,
} as const;

/** An age, or for ever. */
const AUDIT_AGE: ValueKind<Age | "never"> = {
  form: `an age such as ${AGE_EXAMPLES}, or never`,
  written: "string",
  example: "10y",
  read: (given) => (given === "never" ? given : (readAge(given) ?? undefined)),
};

const AUDIT_MAX_AGE = {
  name: "audit-max-age",
  value: "AGE",
  help: "How old entries of the audit log become before they are removed.",
  kind: AUDIT_AGE,
  default: "never",
} as const;

export const LOG_OPTIONS: readonly Option[] = [
  LOG_TO,
  LOG_FORMAT,
  LOG_LEVEL,
  LOG_REQUESTS,
  LOG_FILE_SIZE,
  LOG_FILES,
  LOG_FILE_DAYS,
  SLOW_QUERY,
  LOG_QUERIES,
  AUDIT_MAX_AGE,
];

/** Opens the log. @param dataFolder in which a file without a path is @throws UsageError when this system has no such place */
export function openLog(given: GivenOptions, dataFolder: string): ServiceLog {
  const format = given.value(LOG_FORMAT);
  const names = new Set(given.values(LOG_TO));
  const places = [...names].map((name) => placeOf(name, format, given, dataFolder));
  return new ServiceLog(places, given.value(LOG_LEVEL));
}

/** What else of requests is logged, and how long the audit log is kept. */
export function requestLogOf(given: GivenOptions): {
  readonly logRequests: boolean;
  readonly slowQueries: SlowQueries | null;
  readonly auditMaximumAge: Age | null;
} {
  const milliseconds = given.value(SLOW_QUERY);
  const withValues = given.value(LOG_QUERIES);
  const age = given.value(AUDIT_MAX_AGE);
  return {
    logRequests: given.value(LOG_REQUESTS),
    slowQueries: milliseconds === 0 ? null : { milliseconds, withValues },
    auditMaximumAge: age === "never" ? null : age,
  };
}

function placeOf(name: string, format: LogFormat, given: GivenOptions, dataFolder: string): LogPlace {
  if (name === "stderr") return standardErrorPlace(format);
  if (name === "journald") {
    const place = journalPlace(JOURNAL_SOCKET, standardErrorPlace(format));
    if (place === null) throw new UsageError("--log-to journald: only Linux with systemd has a journal.");
    return place;
  }
  if (name === "eventlog") {
    const place = eventLogPlace();
    if (place === null) throw new UsageError("--log-to eventlog: only Windows has an event log.");
    return place;
  }
  return new LogFile({
    path: pathOf(name, dataFolder),
    format,
    maximumBytes: given.value(LOG_FILE_SIZE) * MEBIBYTE,
    keptFiles: given.value(LOG_FILES),
    keptMilliseconds: given.value(LOG_FILE_DAYS) * MILLISECONDS_PER_DAY,
  });
}

/** The file of `file` or `file:PATH`: a relative path is one in the data folder's `logs`. */
function pathOf(name: string, dataFolder: string): string {
  const path = name.slice("file:".length) || "tillroll.log";
  return isAbsolute(path) ? path : resolve(join(dataFolder, "logs"), path);
}
