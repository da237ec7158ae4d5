import { Database } from "bun:sqlite";
import { SEGMENT_FORMAT } from "../../src/search/segment/segment-directory.ts";
import { SEGMENT_PRINTS } from "../../src/search/index-sizes.ts";
import { IndexStatusReader } from "../../src/search/index-status.ts";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openDataFolder } from "../../src/storage/data-folder.ts";
import { SEGMENT_KINDS } from "../../src/storage/index-writer.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";
import { encodeContent } from "../../src/storage/raw-content.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";

/** Prints, deliveries and events of the large database, each. */
export const ROWS = 1_000_000;

/** The ids of what is in it, for requests that look for it. */
export const WORKSPACES = { busy: { id: 1, slug: "default" }, quiet: { id: 2, slug: "quiet" } } as const;

/** The first prints are the quiet workspace's; all that follow are the busy one's. */
export const QUIET_PRINTS = 10;

/** Printers by what they have: most of all that waits; few and old deliveries; neither. */
export const PRINTERS = { backlog: 1, few: 2, quiet: 3, removed: 4 } as const;

/** Deliveries that wait for a printer that has been removed. */
export const ABANDONED = 2500;

const NUMBERS = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1) ";

/**
 * Makes a data folder whose database holds a million prints, and as many deliveries and events, laid out so that what is
 * looked for is as far as it can be from where a statement without the right index begins: the quiet workspace's prints
 * before all others, the failed and the few deliveries before all others, and above them all that was cancelled, done, and
 * waits. Prints have no bytes but where they are asked for; the index has segments for all of them, without contents, so
 * that no Worker has anything to build.
 */
export function makeLargeDatabase(folder: string): void {
  openDataFolder(folder, 0).release();
  using database = new Database(databasePath(folder), { readwrite: true, strict: true });
  database.run("PRAGMA journal_mode = OFF");
  database.run("PRAGMA synchronous = OFF");
  database.run("PRAGMA cache_size = -200000");
  const now = Date.now();
  new WorkspaceStore(database).create(WORKSPACES.quiet.slug, 48, now);
  addPrinters(database, now);
  const run = (statement: string, ...values: (number | Uint8Array | string)[]) =>
    database.prepare<unknown, (number | Uint8Array | string)[]>(statement).run(...values);
  // Built at the end, as a copy of each table in its order: a third of the time.
  const indexes = dropIndexes(database, ["print", "delivery", "event"]);
  run(
    `${NUMBERS} INSERT INTO print (id, workspace_id, ordinal, print_key, user_id, device_id, label, tag, quantity, width, ` +
      "test_print, created_at, updated_at, deleted_at, printer_id) " +
      `SELECT n, iif(n <= ?2, 2, 1), iif(n <= ?2, n - 1, n - 1 - ?2), 'key-' || n, 1, ` +
      "'till-' || (n % 7), 'Order ' || n, '{\"orderId\":\"' || n || '\"}', NULL, 48, 0, ?3 - ?1 + n, ?3 - ?1 + n, NULL, 1 " +
      "FROM number",
    ROWS,
    QUIET_PRINTS,
    now - 1000,
  );
  run(
    `${NUMBERS} INSERT INTO delivery (id, workspace_id, print_id, printer_id, state, attempts, next_attempt_at, ` +
      "sent_bytes, reason, possible_duplicate, created_at, updated_at) " +
      `SELECT n, iif(n <= ?2, 2, 1), n, ` +
      `CASE WHEN n <= ?2 THEN ${PRINTERS.quiet} WHEN n <= 2 * ?2 THEN ${PRINTERS.few} ` +
      `WHEN n > ?1 - ?3 THEN ${PRINTERS.removed} ELSE ${PRINTERS.backlog} END, ` +
      "CASE WHEN n % ?2 = 1 AND n <= 2 * ?2 THEN 'failed' WHEN n % ?2 = 2 AND n <= 2 * ?2 THEN 'held' " +
      "WHEN n <= 2 * ?2 THEN 'done' WHEN n < ?1 / 3 THEN 'done' WHEN n < 2 * ?1 / 3 THEN 'cancelled' ELSE 'queued' END, " +
      "1, NULL, 0, NULL, 0, ?4, ?4 FROM number",
    ROWS,
    QUIET_PRINTS,
    ABANDONED,
    now,
  );
  run(
    `${NUMBERS} INSERT INTO event SELECT n, iif(n <= ?2, 2, 1), 'print.updated', n, NULL, ?3, ` +
      "iif(n <= ?2, n, n - ?2) FROM number",
    ROWS,
    QUIET_PRINTS,
    now,
  );
  run(
    `${NUMBERS} INSERT INTO idempotency_key SELECT 1, printf('%08d', n), zeroblob(32), n, ?2 FROM number`,
    ROWS / 10,
    now - 1000,
  );
  for (const statement of indexes) database.run(statement);
  addContents(database);
  addSegments(database);
}

function addPrinters(database: Database, now: number): void {
  const store = new PrinterStore(database);
  // Nothing listens there: what waits goes on waiting.
  const target = "tcp://127.0.0.1:1";
  store.create({ ...PRINTER_DEFAULTS, name: "backlog", target }, { workspaceId: 1, userId: 1 }, now);
  store.create({ ...PRINTER_DEFAULTS, name: "few", target }, { workspaceId: 1, userId: 1 }, now);
  store.create({ ...PRINTER_DEFAULTS, name: "quiet", target }, { workspaceId: 2, userId: 1 }, now);
}

function dropIndexes(database: Database, tables: readonly string[]): string[] {
  const indexes = database
    .query<{ name: string; sql: string }, [string]>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?))",
    )
    .all(JSON.stringify(tables));
  for (const { name } of indexes) database.run(`DROP INDEX ${name}`);
  return indexes.map(({ sql }) => sql);
}

/** Bytes for the first and the last prints, which are read and passed on. */
function addContents(database: Database): void {
  const { sha256, byteLength, encoding, content } = encodeContent(new TextEncoder().encode("\x1b@Hello\n"));
  const insert = database.prepare<unknown, (number | Uint8Array)[]>(
    "INSERT INTO print_data (print_id, sha256, byte_length, encoding, content) VALUES (?, ?, ?, ?, ?)",
  );
  for (let id = 1; id <= 100; id++) insert.run(id, sha256, byteLength, encoding, content);
  const firstQueued = Math.ceil((2 * ROWS) / 3);
  for (let id = firstQueued; id < firstQueued + 100; id++)
    insert.run(id, sha256, byteLength, encoding, content);
}

function addSegments(database: Database): void {
  const prints = ROWS - QUIET_PRINTS;
  const settings = new IndexStatusReader(database).textSettings(WORKSPACES.busy.id);
  const insert = database.prepare<unknown, (number | null)[]>(
    "INSERT INTO index_segment (workspace_id, kind, version, first_ordinal, print_count, through_change) " +
      "VALUES (1, ?, ?, ?, ?, 0)",
  );
  for (let first = 0; first < prints; first += SEGMENT_PRINTS) {
    const count = Math.min(SEGMENT_PRINTS, prints - first);
    insert.run(SEGMENT_KINDS.columns, SEGMENT_FORMAT, first, count);
    insert.run(SEGMENT_KINDS.lines, settings?.versionTo(first + count) ?? 0, first, count);
  }
  database.run("UPDATE index_segment SET published = id");
}
