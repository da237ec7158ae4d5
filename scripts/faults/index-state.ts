import type { Database } from "bun:sqlite";
import { databasePath } from "../../src/platform/data-folder.ts";
import { closeReader, openForReading } from "../../src/storage/database.ts";

/** What is in the tables of the search index. */
export interface IndexState {
  /** Segments begun and not published. */
  readonly unpublished: number;
  /** Chunks of no segment that is published or begun. */
  readonly orphans: number;
  /** Prints that are in no segment of metadata, and of lines. */
  readonly unsealed: number;
  readonly unread: number;
}

/** Looks into the database of a service, which may be running. */
export function readIndexState(dataFolder: string): IndexState {
  return look(dataFolder, (database) => ({
    unpublished: count(database, "index_segment WHERE published IS NULL"),
    orphans: count(database, "index_chunk WHERE id >> 20 NOT IN (SELECT id FROM index_segment)"),
    unsealed: notCovered(database, 0),
    unread: notCovered(database, 1),
  }));
}

/** The ids of the segments that answer searches. One that is built anew has another id. */
export function readSegments(dataFolder: string): ReadonlySet<number> {
  return look(dataFolder, (database) => {
    const query = database.query<{ id: number }, []>(
      "SELECT id FROM index_segment WHERE published IS NOT NULL",
    );
    return new Set(query.all().map(({ id }) => id));
  });
}

function look<Result>(dataFolder: string, at: (database: Database) => Result): Result {
  const database = openForReading(databasePath(dataFolder));
  try {
    return at(database);
  } finally {
    closeReader(database);
  }
}

function count(database: Database, what: string): number {
  return database.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${what}`).get()?.rows ?? 0;
}

function notCovered(database: Database, kind: number): number {
  const covered = database
    .query<{ prints: number | null }, [number]>(
      "SELECT sum(print_count) AS prints FROM index_segment WHERE kind = ? AND published IS NOT NULL",
    )
    .get(kind);
  return count(database, "print") - (covered?.prints ?? 0);
}
