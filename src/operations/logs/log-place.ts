import { fstatSync } from "node:fs";
import { type LogFormat, logLine, type LogRecord, messageOf, PRIORITIES } from "./log-line.ts";

/** Where lines go. Nothing of it throws or waits: the service goes on whatever becomes of its log. */
export interface LogPlace {
  write(record: LogRecord): void;
  /** Whether it is standard error, where a command says why it failed. */
  readonly isStandardError?: true;
  /** What is wrong with the place, a sentence; `null` for nothing. */
  readonly trouble: string | null;
  /** Writes at once what has not been written yet: the process is about to end where it stands. */
  flush(): void;
  /** Writes what has not been written yet. */
  close(): Promise<void>;
}

let isWatched = false;

/** Standard error. @param isJournal whether systemd's journal reads it, which wants a priority and has times itself */
export function standardErrorPlace(
  format: LogFormat,
  isJournal = isJournalStream(process.env["JOURNAL_STREAM"]),
): LogPlace {
  // What it says of itself must not be written there again: a file on a full disk would never have done with it.
  if (!isWatched) process.stderr.on("error", () => {});
  isWatched = true;
  return {
    write(record) {
      process.stderr.write(`${isJournal ? journalLine(record, format) : logLine(record, format)}\n`);
    },
    isStandardError: true,
    trouble: null,
    flush() {},
    close: () => Promise.resolve(),
  };
}

/** A line with the priority that sd-daemon(3) gives such lines. */
function journalLine(record: LogRecord, format: LogFormat): string {
  const line = format === "json" ? logLine(record, format) : messageOf(record);
  return `<${PRIORITIES[record.level]}>${line}`;
}

/** Whether standard error is the stream that systemd made for the journal (systemd.exec(5)): device and inode say it. */
function isJournalStream(stream: string | undefined): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(process.stderr.fd);
    return stream === `${dev}:${ino}`;
  } catch {
    return false;
  }
}
