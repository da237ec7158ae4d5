import type { Database } from "bun:sqlite";

/** Tells whether anything was written to a database, by whichever connection or process. */
export class DatabaseVersion {
  private readonly byOthers;
  private readonly own;

  constructor(database: Database) {
    // https://sqlite.org/pragma.html#pragma_data_version: commits of this connection itself do not count in it.
    this.byOthers = database.query<unknown, []>("PRAGMA data_version");
    this.own = database.query<unknown, []>("SELECT total_changes()");
  }

  /** A number that has grown since it was last asked for when something was committed meanwhile. */
  read(): number {
    return Number(this.byOthers.values()[0]?.[0]) + Number(this.own.values()[0]?.[0]);
  }
}
