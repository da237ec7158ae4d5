import type { Database } from "bun:sqlite";
import { isWholeRow, PRINT_COLUMNS, type PrintRow } from "./print-row.ts";
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

  /**
   * @param writer is told what reading has met
   * @param onDamagedPrint told a print whose row is not what was written
   */
  constructor(
    private readonly database: Database,
    private readonly writer: Pick<Writer, "noteFault">,
    private readonly onDamagedPrint: (printId: number) => void = () => {},
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
      for (const place of [1, Math.random()]) {
        const row = readPrint(this.database, place);
        if (row !== null && !isWholeRow(row)) this.onDamagedPrint(row.id);
      }
    } catch (error) {
      this.writer.noteFault(error);
    }
  }
}

/**
 * Tries whether a print could be stored: reads the newest, beside which the next will be, and commits a change of nothing.
 * @throws what SQLite throws
 */
export function probeStorage(database: Database): void {
  const probe = database.transaction(() => {
    readPrint(database, 1);
    // Written though it stays the same.
    database.run(`PRAGMA user_version = ${schemaVersion(database)}`);
  });
  probe.immediate();
}

/** Reads a print. @param place among all of them: 1 for the newest */
function readPrint(database: Database, place: number): PrintRow | null {
  const newest = database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM print").get()?.id ?? 0;
  const read =
    `SELECT ${PRINT_COLUMNS}, sha256, byte_length FROM print LEFT JOIN print_data ON print_id = print.id ` +
    "WHERE print.id >= ? ORDER BY print.id LIMIT 1";
  return database.query<PrintRow, [number]>(read).get(Math.ceil(place * newest));
}
