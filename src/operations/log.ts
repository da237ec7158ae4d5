import type { MonotonicClock } from "../domain/clock.ts";
import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";

export type LogLevel = "info" | "warning" | "error";

type Details = Readonly<Record<string, unknown>>;

/** Where the service writes what its operator should know. */
export interface Log {
  write(level: LogLevel, message: string, details?: Details): void;
}

/** Lines remembered; the one written the longest ago is forgotten first. */
const MOST_REMEMBERED = 1000;

/**
 * A log that writes the same line about the same client, printer or webhook at most once a minute: port scanners, hosts that
 * retry, and a full disk would bury everything else. Lines left out are counted, and their number is in the next one.
 */
export class ThrottledLog implements Log {
  private readonly remembered = new Map<string, { writtenAt: number; leftOut: number }>();

  constructor(
    private readonly log: Log,
    private readonly clock: MonotonicClock,
  ) {}

  write(level: LogLevel, message: string, details: Details = {}): void {
    const now = this.clock();
    const about = details["client"] ?? details["printer"] ?? details["webhook"] ?? "";
    const key = `${level} ${message} ${String(about)}`;
    const known = this.remembered.get(key);
    if (known !== undefined && now - known.writtenAt < MILLISECONDS_PER_MINUTE) {
      known.leftOut++;
      return;
    }
    this.remembered.delete(key);
    this.remembered.set(key, { writtenAt: now, leftOut: 0 });
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
    const more = known === undefined || known.leftOut === 0 ? {} : { leftOut: known.leftOut };
    this.log.write(level, message, { ...details, ...more });
  }
}
