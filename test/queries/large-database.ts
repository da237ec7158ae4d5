import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import { MadeKey, MadeTill, madeTse } from "../fiscal/made-codes.ts";
import { recordOf } from "../../src/fiscal/code-record.ts";
import { readFiscalCode } from "../../src/fiscal/read-codes.ts";
import { NO_KEYS } from "../../src/fiscal/signature.ts";
import { FiscalWriter } from "../../src/storage/fiscal-writer.ts";
import { Database } from "bun:sqlite";
import { SEGMENT_FORMAT } from "../../src/search/segment/segment-directory.ts";
import { SEGMENT_PRINTS } from "../../src/search/index-sizes.ts";
import { IndexStatusReader } from "../../src/search/index-status.ts";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openDataFolder } from "../../src/storage/data-folder.ts";
import { SEGMENT_KINDS } from "../../src/storage/index-writer.ts";
import { NotificationStore } from "../../src/storage/notification-store.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";
import { encodeContent } from "../../src/storage/raw-content.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";

/** Prints, deliveries and events of the large database, each. */
export const ROWS = 1_000_000;

/** The ids of what is in it, for requests that look for it. */
export const WORKSPACES = { busy: { id: 1, slug: "default" }, quiet: { id: 2, slug: "quiet" } } as const;

/** The first prints are the quiet workspace's; all that follow are the busy one's. */
export const QUIET_PRINTS = 10;

/** One of the busy workspace's that was purged before there was a journal. */
export const PURGED_PRINT = ROWS - 1000;

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
  renewChecksums(database);
  addContents(database);
  addJournals(database);
  addSegments(database);
  addListener(database, now);
  addFiscalCodes(database);
}

/** Codes of the quiet workspace, and far more of the other one: a receipt of a TSE, one of an Austrian till. */
function addFiscalCodes(database: Database): void {
  const store = new FiscalWriter(database);
  const [unit, till] = [new MadeKey(), new MadeTill(new MadeKey())];
  const texts = [madeTse({ key: unit }), ...Array.from({ length: 5 }, () => till.next())].toSpliced(3, 1);
  for (const [index, text] of texts.entries()) {
    const code = readFiscalCode(text);
    if (code === null) throw new Error("no code");
    store.add({ workspaceId: 2, printId: index + 1, codes: [recordOf(code, NO_KEYS)] });
  }
  database.run(
    "INSERT INTO fiscal_code (workspace_id, print_id, system, device, sequence, own, previous, verdict, code) " +
      "SELECT 1, print.id, system, device || (print.id % 3), iif(system = 'tse', print.id, NULL), randomblob(8), previous, " +
      "verdict, code FROM print JOIN fiscal_code ON fiscal_code.id < 3 WHERE print.id > ? AND print.id % 20 = 0",
    [QUIET_PRINTS],
  );
}

/** Somebody who is told of what happens, at an address where nobody is. */
function addListener(database: Database, now: number): void {
  const settings = {
    name: "Office",
    kind: "ntfy",
    address: "http://127.0.0.1:1/",
    server: null,
    secret: null,
    workspaceId: null,
    events: ["delivery.failed"],
    quietHours: null,
    language: "en",
    priority: null,
    state: "active",
  } as const;
  new NotificationStore(database).apply({ do: "create", settings }, now);
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

/** As the migration leaves it; of the busy workspace all has been taken up, so that nothing goes on in the background. */
function addJournals(database: Database): void {
  const add = database.prepare<unknown, [number, number, number]>(
    "INSERT INTO journal_head (workspace_id, size, edge, entries, last_at, first_ordinal, adopted_ordinal, last_seal) " +
      "VALUES (?, 0, x'', 0, 0, ?, ?, 0)",
  );
  add.run(WORKSPACES.busy.id, ROWS - QUIET_PRINTS, ROWS - QUIET_PRINTS);
  add.run(WORKSPACES.quiet.id, QUIET_PRINTS, 0);
  // Two that were removed before they are taken up: one by the service, and one when it is erased.
  for (const [removal, workspace, print] of [
    [1, WORKSPACES.quiet.id, QUIET_PRINTS],
    [2, WORKSPACES.busy.id, PURGED_PRINT],
  ] as const) {
    const decided =
      "INSERT INTO removal (id, workspace_id, kind, reason, created_at, prints) VALUES (?, ?, 'purged', 'old', 1, 1)";
    database.run(decided, [removal, workspace]);
    database.run("UPDATE print SET removal_id = ?, deleted_at = updated_at, checksum = NULL WHERE id = ?", [
      removal,
      print,
    ]);
    database.run("DELETE FROM print_data WHERE print_id = ?", [print]);
    database.run("INSERT INTO removal_count (workspace_id, prints) VALUES (?, 1)", [workspace]);
  }
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
