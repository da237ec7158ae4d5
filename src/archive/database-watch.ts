import { sql } from "drizzle-orm";
import { type MonotonicClock, monotonicClock } from "../domain/clock.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { PostgresDatabase } from "../storage/postgres/connection.ts";
import { POSTGRES_MIGRATIONS } from "../storage/postgres/migrations/migrations.ts";
import type { PostgresWriter } from "../storage/postgres/postgres-writer.ts";

/** How often the database is asked, milliseconds. */
const LOOK_MILLISECONDS = 2 * MILLISECONDS_PER_SECOND;

/** How long an answer may take until it counts as none, milliseconds. */
const SLOW_MILLISECONDS = 3 * MILLISECONDS_PER_SECOND;

interface Look {
  readonly schema: number;
  readonly milliseconds: number;
}

/** Asks the database from time to time whether it answers, and tries to write once more after it could not be. */
export class DatabaseWatch implements HealthComponent {
  readonly name = "database";
  readonly isNeededToPrint = true;
  private readonly timer: Timer;
  private beganAt: number | null = null;
  private last: Look | null = null;
  private fault: string | null = null;

  constructor(
    private readonly database: Pick<PostgresDatabase, "first">,
    private readonly writer: Pick<PostgresWriter, "state" | "probe">,
    private readonly monotonic: MonotonicClock = monotonicClock,
  ) {
    this.timer = setInterval(() => void this.ask(), LOOK_MILLISECONDS);
    this.timer.unref();
  }

  look(): ComponentHealth {
    const { last, beganAt, writer } = this;
    const { schema: present, milliseconds } = last ?? { schema: KNOWN_SCHEMA, milliseconds: 0 };
    const details = {
      answeredMilliseconds: Math.round(milliseconds),
      schema: present,
      consecutiveFailures: writer.state.consecutiveFailures,
    };
    const isSilent = beganAt !== null && this.monotonic() - beganAt > SLOW_MILLISECONDS;
    if (isSilent || this.fault !== null || !writer.state.isWritable)
      return { state: "failed", message: isSilent ? SILENT : FAILING, details };
    if (present > KNOWN_SCHEMA) return { state: "degraded", message: NEWER, details };
    return { state: "ok", message: "The database answers, and prints are stored durably.", details };
  }

  /** Asks now. Never throws. */
  async ask(): Promise<void> {
    if (this.beganAt !== null) return;
    const began = (this.beganAt = this.monotonic());
    try {
      const row = await this.database.first<{ readonly version: number }>(
        sql`SELECT max(version) AS version FROM schema_step`,
      );
      this.last = { schema: row?.version ?? 0, milliseconds: this.monotonic() - began };
      this.fault = null;
      if (!this.writer.state.isWritable) await this.writer.probe();
    } catch (error) {
      this.fault = String(error);
    } finally {
      this.beganAt = null;
    }
  }

  close(): void {
    clearInterval(this.timer);
  }
}

const KNOWN_SCHEMA = POSTGRES_MIGRATIONS.at(-1)?.version ?? 0;

const SILENT = "The database does not answer; nothing can be stored or read until it does.";

const FAILING =
  "The database cannot be read or written; nothing can be stored until it can: the service's log says why.";

const NEWER =
  "A newer Tillroll has changed the schema of the database; start that version here too, one instance after the other.";
