import { sql } from "drizzle-orm";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { PostgresDatabase } from "../storage/postgres/connection.ts";

/** How often it is counted, milliseconds: a row of each workspace. */
const LOOK_MILLISECONDS = 10 * MILLISECONDS_PER_SECOND;

/** Says how many prints are not found by their text yet, in all workspaces. */
export class TextHealth implements HealthComponent {
  readonly name = "text";
  readonly isNeededToPrint = false;
  private readonly timer: Timer;
  private hasFailed = false;
  /** Prints whose text cannot be searched yet, as of the last look. */
  pending = 0;

  constructor(private readonly database: Pick<PostgresDatabase, "first">) {
    this.timer = setInterval(() => void this.count(), LOOK_MILLISECONDS);
    this.timer.unref();
  }

  /** A round of reading texts has failed. */
  noteFailure(): void {
    this.hasFailed = true;
  }

  /** Texts were stored. */
  noteStored(): void {
    this.hasFailed = false;
  }

  look(): ComponentHealth {
    const details = { pending: this.pending };
    if (this.hasFailed && this.pending > 0)
      return {
        state: "degraded",
        message: "New prints are not found by their text for now; the log says why.",
        details,
      };
    const message =
      this.pending === 0
        ? "All prints are found by their text."
        : "The newest prints are found by their text as soon as it was read.";
    return { state: "ok", message, details };
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Counts anew. Never throws: that the database does not answer is told elsewhere. */
  async count(): Promise<void> {
    try {
      const row = await this.database.first<{ readonly pending: number | null }>(
        sql`SELECT CAST(sum(workspace.next_ordinal - coalesce(text_progress.next_position, 0)) AS bigint) AS pending
          FROM workspace LEFT JOIN text_progress ON text_progress.workspace_id = workspace.id`,
      );
      this.pending = Math.max(row?.pending ?? 0, 0);
    } catch {
      // It stays what it was.
    }
  }
}
