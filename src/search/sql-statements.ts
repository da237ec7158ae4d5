import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import {
  CONTAINS_FUNCTION,
  containsFolded,
  inValueRange,
  RANGE_FUNCTION,
  TEXT_CONTAINS_FUNCTION,
  textContainsOf,
} from "./search-sql.ts";
import { PrintTexts } from "./text/print-texts.ts";

/** Runs statements whose text follows from what is searched for, on a connection that has the functions of searches. */
export class SqlStatements {
  readonly texts = new PrintTexts();
  private readonly dialect = new SQLiteSyncDialect();

  /** @param database a connection of its own, on which the functions are defined */
  constructor(private readonly database: Database) {
    const options = { deterministic: true, directOnly: true };
    database.function(CONTAINS_FUNCTION, options, containsFolded);
    database.function(RANGE_FUNCTION, options, inValueRange());
    database.function(TEXT_CONTAINS_FUNCTION, { ...options, varargs: true }, textContainsOf(this.texts));
  }

  /** Does what it is given in one snapshot, so that what it reads agrees. */
  inSnapshot<Result>(read: () => Result): Result {
    return this.database.transaction(read)();
  }

  /** All rows of a statement. */
  all<Row>(statement: SQL): Row[] {
    const { sql: text, params } = this.dialect.sqlToQuery(statement);
    // Not query(): every shape of search is another statement, and the cache is for those that come again.
    const prepared = this.database.prepare<Row, SQLQueryBindings[]>(text);
    try {
      return prepared.all(...(params as SQLQueryBindings[]));
    } finally {
      prepared.finalize();
    }
  }
}
