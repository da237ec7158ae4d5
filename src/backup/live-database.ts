import type { Database } from "bun:sqlite";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { StateFacts, WorkspaceFacts } from "./backup-layout.ts";
import { formatInstant } from "../domain/instant.ts";
import { closeReader, openForReading } from "../storage/database.ts";
import { framePageOffset, readFrames } from "../storage/log-watch.ts";
import { schemaVersion } from "../storage/migrate.ts";
import { VERSION } from "../version.ts";
import { FIRST_PAGE, normaliseFirstPage } from "./page-hashes.ts";

/** Where the first page says how many there are. */
const DATABASE_PAGES_OFFSET = 28;

/** How long another connection may checkpoint before a view is given up, milliseconds. */
const PATIENCE_MILLISECONDS = 10_000;

/** A state of the database that stays as it is until it is closed; meanwhile the log only grows. To be short. */
export interface DatabaseView extends Disposable {
  /** Pages of the database. */
  readonly pages: number;
  /** Those that the log has; all others are as they are in the file. */
  readonly logPages: Iterable<number>;
  /** A page's bytes, as they are in a backup; in a buffer that the next call uses again. */
  page(number: number): Uint8Array;
  facts(): Omit<StateFacts, "takenAt" | "pageBytes" | "databasePages" | "checksum">;
}

/**
 * The database as a backup reads it beside the service: page by page, from the file and its log. The file changes only where
 * pages are folded into it from the log, of which `ChangedPages` tells.
 */
export class LiveDatabase {
  readonly pageBytes: number;
  /** Holds the state that is looked at. */
  private readonly holder: Database;
  /** Asks how long the log is, which no connection can that holds a state. */
  private readonly asker: Database;

  /**
   * @param path of the file
   * @param file its descriptor, held by the service: SQLite's locks would go with any that is closed
   */
  constructor(
    private readonly path: string,
    private readonly file: number,
  ) {
    this.holder = openForReading(path);
    this.asker = openForReading(path);
    this.pageBytes = this.asker.query<{ page_size: number }, []>("PRAGMA page_size").get()?.page_size ?? 0;
  }

  /** Pages that the file has now. */
  get filePages(): number {
    return Math.floor(fstatSync(this.file).size / this.pageBytes);
  }

  /** Reads pages from the file as they are this moment: one that is being folded in may be half of it. @returns how many */
  readFile(first: number, into: Uint8Array): number {
    const bytes = readSync(this.file, into, 0, into.byteLength, (first - FIRST_PAGE) * this.pageBytes);
    const pages = Math.floor(bytes / this.pageBytes);
    if (first === FIRST_PAGE && pages > 0) normaliseFirstPage(into.subarray(0, this.pageBytes));
    return pages;
  }

  /** Holds the present state. @throws what SQLite throws; Error when the log does not come to rest */
  view(): DatabaseView {
    this.holder.run("BEGIN");
    try {
      this.holder.query("SELECT 1 FROM sqlite_schema LIMIT 1").get();
      return this.held();
    } catch (error) {
      this.holder.run("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    closeReader(this.holder);
    closeReader(this.asker);
  }

  private held(): DatabaseView {
    const { frames, databasePages, log } = this.readLog();
    const buffer = new Uint8Array(this.pageBytes);
    const page = (number: number) => {
      const frame = frames.get(number);
      const isInLog = frame !== undefined && log !== null;
      const offset = isInLog
        ? framePageOffset(frame, this.pageBytes)
        : (number - FIRST_PAGE) * this.pageBytes;
      const read = readSync(isInLog ? log : this.file, buffer, 0, this.pageBytes, offset);
      // A page that was never written is in neither.
      buffer.fill(0, read);
      if (number === FIRST_PAGE) normaliseFirstPage(buffer);
      return buffer;
    };
    const pages = databasePages || new DataView(page(FIRST_PAGE).buffer).getUint32(DATABASE_PAGES_OFFSET);
    return {
      pages,
      logPages: frames.keys(),
      page,
      facts: () => factsOf(this.holder),
      [Symbol.dispose]: () => {
        this.holder.run("ROLLBACK");
        if (log !== null) closeSync(log);
      },
    };
  }

  /** Where the log has which pages, newest last. Where the file has all of it too, the log may begin anew, and is not read. */
  private readLog() {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    const frames = new Map<number, number>();
    while (performance.now() < deadline) {
      const state = this.asker
        .query<{ log: number; checkpointed: number }, []>("PRAGMA wal_checkpoint(NOOP)")
        .get();
      if (state !== null && state.log >= 0) {
        if (state.log <= state.checkpointed) return { frames, databasePages: 0, log: null };
        const log = openSync(`${this.path}-wal`, "r");
        const read = readFrames(log, this.pageBytes, [1, state.log], (page, frame) =>
          frames.set(page, frame),
        );
        if (read !== null) return { frames, databasePages: read.databasePages, log };
        // It was begun anew between the two looks.
        closeSync(log);
        frames.clear();
      }
      // Another connection checkpoints.
      Bun.sleepSync(1);
    }
    throw new Error(
      "the write-ahead log cannot be read, because another program checkpoints it without a pause",
    );
  }
}

/** What a database says of itself; tables are only read that every version has. */
export function factsOf(database: Database) {
  const rows = database
    .query<{ name: string; seq: number }, []>("SELECT name, seq FROM sqlite_sequence")
    .all();
  const workspaces = database
    .query<WorkspaceFacts, []>(
      "SELECT slug, coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = workspace.id), 0) AS nextOrdinal " +
        "FROM workspace ORDER BY id",
    )
    .all();
  const newest = database
    .query<{ created_at: number }, []>("SELECT created_at FROM print ORDER BY id DESC LIMIT 1")
    .get();
  return {
    tillroll: VERSION,
    schema: schemaVersion(database),
    sequences: Object.fromEntries(rows.map(({ name, seq }) => [name, seq])),
    workspaces,
    newestPrintAt: newest === null ? null : formatInstant(newest.created_at),
  };
}
