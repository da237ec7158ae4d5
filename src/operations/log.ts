export type LogLevel = "info" | "warning" | "error";

type Details = Readonly<Record<string, unknown>>;

/** Where the service writes what its operator should know. */
export interface Log {
  write(level: LogLevel, message: string, details?: Details): void;
}

/**
 * Writes one line an event to standard error: time, level, message, and the particulars as JSON, so that it can be
 * read by a person and searched by a machine.
 */
export const standardErrorLog: Log = {
  write(level, message, details) {
    const particulars = details === undefined ? "" : ` ${JSON.stringify(details)}`;
    process.stderr.write(`${new Date().toISOString()} ${level} ${message}${particulars}\n`);
  },
};
