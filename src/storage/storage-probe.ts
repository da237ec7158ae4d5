import type { Database } from "bun:sqlite";
import { schemaVersion } from "./migrate.ts";
import type { Writer } from "./writer.ts";

/** How often a print is read, milliseconds. */
const LOOK_MILLISECONDS = 2000;

/**
 * Reads a print now and then, the newest and any other, to find out that the database is damaged before an auditor does.
 * By a connection that only reads: after every transaction of the writer's it reads from the file again, while the writer
 * goes on with the pages that it has in memory.
 */
export class DamageWatch {
  private readonly timer: Timer;

  /** @param writer is told what reading has met */
  constructor(
    private readonly database: Database,
    private readonly writer: Pick<Writer, "noteFault">,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MILLISECONDS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Reads two prints. */
  look(): void {
    try {
      readPrint(this.database, 1);
      readPrint(this.database, Math.random());
    } catch (error) {
      this.writer.noteFault(error);
    }
  }
}

/** Tries whether a print could be stored: reads one and commits a change of nothing. @throws what SQLite throws */
export function probeStorage(database: Database): void {
  const probe = database.transaction(() => {
    readPrint(database, Math.random());
    // Written though it stays the same.
    database.run(`PRAGMA user_version = ${schemaVersion(database)}`);
  });
  probe.immediate();
}

/** Reads a print. @param place among all of them: 1 for the newest */
function readPrint(database: Database, place: number): void {
  const newest = database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM print").get()?.id ?? 0;
  const read =
    "SELECT label, tag, sha256, byte_length FROM print LEFT JOIN print_data ON print_id = id " +
    "WHERE id >= ? ORDER BY id LIMIT 1";
  database.query<unknown, [number]>(read).get(Math.ceil(place * newest));
}
