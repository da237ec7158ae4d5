import type { Database } from "bun:sqlite";
import type { Writer } from "./writer.ts";

/** How often a print is read, milliseconds. */
const LOOK_MILLISECONDS = 2000;

/**
 * Reads a print now and then, the newest and any other, to find out that the database is damaged before an auditor does.
 * By a connection that only reads: after every transaction of the writer's it reads from the file again, while the writer
 * goes on with the pages that it has in memory.
 */
export class DamageWatch {
  private readonly last;
  private readonly from;
  private readonly timer: Timer;

  /** @param writer is told what reading has met */
  constructor(
    database: Database,
    private readonly writer: Pick<Writer, "noteFault">,
  ) {
    this.last = database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM print");
    this.from = database.query<unknown, [number]>(
      "SELECT label, tag, sha256, byte_length FROM print LEFT JOIN print_data ON print_id = id " +
        "WHERE id >= ? ORDER BY id LIMIT 1",
    );
    this.timer = setInterval(() => this.look(), LOOK_MILLISECONDS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Reads two prints. */
  look(): void {
    try {
      const last = this.last.get()?.id ?? 0;
      this.from.get(last);
      this.from.get(Math.ceil(Math.random() * last));
    } catch (error) {
      this.writer.noteFault(error);
    }
  }
}

/**
 * Tries whether a print could be stored: reads one, by chance, and makes a tiny transaction durable. Nothing is changed by it.
 * @throws what SQLite throws
 */
export function probeStorage(database: Database): void {
  const probe = database.transaction(() => {
    const newest =
      database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM print").get()?.id ?? 0;
    const chosen = Math.ceil(Math.random() * newest);
    database
      .query(
        "SELECT label, created_at, length(sha256) FROM print LEFT JOIN print_data ON print_id = id WHERE id >= ? LIMIT 1",
      )
      .get(chosen);
    const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
    // Written though it stays the same.
    if (row !== null) database.run(`PRAGMA user_version = ${row.user_version}`);
  });
  probe.immediate();
}
