import type { LogLevel } from "../log.ts";

/** The levels of lines, the most urgent first, with the priorities of syslog(3) that stand for them. */
export const LOG_LEVELS = ["error", "warning", "info"] as const satisfies readonly LogLevel[];

/** Whether a line is of a level, or more urgent. */
export function atLeast(level: LogLevel, wanted: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(wanted);
}

export const PRIORITIES: Readonly<Record<LogLevel, number>> = { error: 3, warning: 4, info: 6 };

/** How lines are written: for people, or for programs that collect logs. */
export const LOG_FORMATS = ["text", "json"] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** What is written in one line. */
export interface LogRecord {
  /** Epoch milliseconds by the machine's clock, as other logs of the machine have it. */
  readonly at: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A record as a line of a format, without the line's end. */
export function logLine(record: LogRecord, format: LogFormat): string {
  return format === "json" ? jsonLine(record) : `${timeOf(record)} ${record.level} ${messageOf(record)}`;
}

/** What a record says, in one line: its message, and its details as JSON. */
export function messageOf({ message, details }: LogRecord): string {
  const particulars = Object.keys(details).length === 0 ? "" : ` ${JSON.stringify(details)}`;
  return oneLine(message) + particulars;
}

function jsonLine(record: LogRecord): string {
  const { level, message, details } = record;
  return JSON.stringify({ time: timeOf(record), level, message, ...(hasAny(details) && { details }) });
}

function hasAny(details: LogRecord["details"]): boolean {
  return Object.keys(details).length > 0;
}

function timeOf({ at }: LogRecord): string {
  return new Date(at).toISOString();
}

/** A line stays one: whoever is named in it must not be able to write others. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
