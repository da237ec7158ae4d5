import type { ComponentHealth, HealthComponent } from "../health.ts";
import type { Log, LogLevel } from "../log.ts";
import { LOG_LIMITS } from "./log-limits.ts";
import { atLeast, logLine, type LogRecord } from "./log-line.ts";
import type { LogPlace } from "./log-place.ts";

/** The log of the service: its lines go to all its places, and the last ones are remembered. */
export class ServiceLog implements Log, HealthComponent {
  readonly name = "log";
  readonly isNeededToPrint = false;
  /** Lines by level since the start, those that are not written too. */
  readonly counts: Record<LogLevel, number> = { error: 0, warning: 0, info: 0 };
  private readonly remembered: LogRecord[] = [];
  private readonly listeners = new Set<(record: LogRecord) => void>();

  /** @param level the least urgent that is written */
  constructor(
    private readonly places: readonly LogPlace[],
    private readonly level: LogLevel = "info",
  ) {}

  write(level: LogLevel, message: string, details: LogRecord["details"] = {}): void {
    this.counts[level]++;
    if (!atLeast(level, this.level)) return;
    const record = { at: Date.now(), level, message, details };
    this.remembered.push(record);
    if (this.remembered.length > LOG_LIMITS.rememberedLines) this.remembered.shift();
    for (const place of this.places) place.write(record);
    for (const listener of this.listeners) listener(record);
  }

  /** Tells each line from now on. @returns ends that */
  listen(listener: (record: LogRecord) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The last lines, the oldest first. */
  get recent(): readonly LogRecord[] {
    return this.remembered;
  }

  /** Whether lines go to standard error, too. */
  get isOnStandardError(): boolean {
    return this.places.some(({ isStandardError }) => isStandardError === true);
  }

  look(): ComponentHealth {
    const troubles = this.places.flatMap(({ trouble }) => (trouble === null ? [] : [trouble]));
    if (troubles.length === 0) return { state: "ok", message: "The log is written." };
    return { state: "degraded", message: troubles.join(" ") };
  }

  /** Writes at once what has not been written yet. */
  flush(): void {
    for (const place of this.places) place.flush();
  }

  /** Writes what has not been written yet, and closes the places. */
  async close(): Promise<void> {
    await Promise.all(this.places.map((place) => place.close()));
  }
}

/** A line as it is remembered and shown. */
export function rememberedLine(record: LogRecord): string {
  return logLine(record, "text").slice(0, LOG_LIMITS.lineCharacters);
}
