import type { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openDataFolder } from "../../src/storage/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { beginGeneration } from "../../src/storage/generation.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import type { SeededRandom } from "./random.ts";

/** When the shop begins, and how long it is between two prints, epoch milliseconds. */
const START = Date.UTC(2026, 10, 22, 3);
const STEP_MILLISECONDS = 7000;

/** Prints that are only in the log, as after a crash. */
const LOGGED_SHARE = 0.1;

/** What was stored of a print, as the database has it. */
export interface TruePrint {
  readonly id: number;
  /** All columns of its row but the bytes, as JSON. */
  readonly row: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
  /** Pages that have a part of it: of its row, and of its bytes. */
  readonly pages: ReadonlySet<number>;
}

/** What is true of a database before it is damaged. */
export interface Truth {
  readonly prints: ReadonlyMap<number, TruePrint>;
  /** Ids of prints that were erased, or purged. */
  readonly removed: ReadonlySet<number>;
  readonly pages: number;
  /** The first and the interior pages of tables and indexes, by name. */
  readonly roots: ReadonlyMap<string, number>;
  readonly interior: readonly number[];
}

/** A shop's data: in one folder all of it is in the file, in the other a part is only in the log. */
export interface Shop {
  readonly stopped: { readonly folder: string; readonly truth: Truth };
  readonly crashed: { readonly folder: string; readonly truth: Truth };
}

/** Makes a shop with prints of all sizes, in two workspaces, some of them changed, deleted, erased and purged. */
export function makeShop(folder: string, prints: number, random: SeededRandom): Shop {
  const [stopped, crashed] = [join(folder, "stopped"), join(folder, "crashed")];
  const opened = openDataFolder(stopped, START);
  let now = START;
  const database = openForWriting(databasePath(stopped));
  try {
    beginGeneration(database, opened.file);
    const workspaces = [1, new WorkspaceStore(database).create("kitchen", null, START).id];
    const writer = new BatchWriter(database, () => (now += STEP_MILLISECONDS));
    const write = (operation: WriteOperation) => writer.write([operation]).results[0];
    const store = (count: number) => {
      for (let number = 0; number < count; number++) {
        const workspaceId = random.pick(workspaces) ?? 1;
        const made = write(createOperation(workspaceId, random));
        if (made?.ok === true) change(made.id, workspaceId, random, write);
      }
    };
    store(Math.ceil(prints * (1 - LOGGED_SHARE)));
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    database.run("PRAGMA wal_autocheckpoint = 0");
    store(Math.floor(prints * LOGGED_SHARE));
    mkdirSync(crashed);
    for (const end of ["", "-wal", "-generation"])
      copyFileSync(databasePath(stopped) + end, databasePath(crashed) + end);
    const whole = truthOf(database);
    return { stopped: { folder: stopped, truth: whole }, crashed: { folder: crashed, truth: whole } };
  } finally {
    database.close();
    opened.release();
  }
}

function createOperation(workspaceId: number, random: SeededRandom): WriteOperation {
  const bytes = random.happens(0.05) ? random.integer(9000, 60_000) : random.integer(20, 4000);
  return {
    ...NO_FIELDS,
    kind: "create",
    workspaceId,
    userId: 1,
    label: random.happens(0.7) ? `Order ${random.integer(1, 9999)}` : null,
    tag: random.happens(0.5) ? JSON.stringify({ table: String(random.integer(1, 30)) }) : "{}",
    defaultWidth: 48,
    testPrint: false,
    raw: random.bytes(bytes),
    idempotencyKey: null,
    printQuota: null,
    printerId: null,
    isDelivered: false,
    spoolKey: null,
  };
}

/** Some prints are changed soon after they were stored. */
function change(
  printId: number,
  workspaceId: number,
  random: SeededRandom,
  write: (operation: WriteOperation) => unknown,
): void {
  if (random.happens(0.1))
    write({ kind: "update", workspaceId, printId, patch: { label: `Table ${printId}` } });
  if (random.happens(0.05)) write({ kind: "delete", workspaceId, printId });
  if (!random.happens(0.04)) return;
  const decision = { userId: 1, reason: "asked for", removalId: null, isLast: true };
  write({ kind: "remove", how: "erased", workspaceId, printIds: [printId], ...decision });
}

/** Reads it by SQLite alone, whose `dbstat` tells which page has which cells. */
export function truthOf(database: Database): Truth {
  const rows = cellPages(database, "print", "id");
  const contents = cellPages(database, "print_data", "print_id");
  const prints = database
    .query<{ id: number; sha256: string }, []>(
      "SELECT print.id, lower(hex(sha256)) AS sha256 FROM print JOIN print_data ON print_id = print.id",
    )
    .all()
    .map(({ id, sha256 }) => {
      const pages = new Set([...(rows.get(id) ?? []), ...(contents.get(id) ?? [])]);
      return [id, { id, sha256, pages, row: rowOf(database, id) }] as const;
    });
  const removed = database
    .query<{ id: number }, []>("SELECT id FROM print WHERE removal_id IS NOT NULL")
    .all();
  const roots = database
    .query<{ name: string; page: number }, []>(
      "SELECT name, rootpage AS page FROM sqlite_schema WHERE rootpage > 0",
    )
    .all();
  const interior = database
    .query<{ page: number }, []>("SELECT pageno AS page FROM dbstat WHERE pagetype = 'internal'")
    .all();
  const pages = database
    .query<{ count: number }, []>("SELECT page_count AS count FROM pragma_page_count")
    .get();
  return {
    prints: new Map(prints),
    removed: new Set(removed.map(({ id }) => id)),
    pages: pages?.count ?? 0,
    roots: new Map(roots.map(({ name, page }) => [name, page])),
    interior: interior.map(({ page }) => page),
  };
}

/** A print's row, all columns in the order of their names, as JSON. */
export function rowOf(database: Database, id: number): string {
  const row = database.query<Record<string, unknown>, [number]>("SELECT * FROM print WHERE id = ?").get(id);
  const entries = Object.entries(row ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(
    entries.map(([name, value]) => [name, value instanceof Uint8Array ? value.toHex() : value]),
  );
}

interface StatRow {
  readonly path: string;
  readonly page: number;
  readonly kind: "leaf" | "overflow";
  readonly cells: number;
}

/** The pages of each row of a table, by its rowid. */
function cellPages(database: Database, table: string, key: string): Map<number, Set<number>> {
  const ids = database.query<{ id: number }, []>(`SELECT ${key} AS id FROM ${table} ORDER BY ${key}`).all();
  const stats = database
    .query<StatRow, [string]>(
      "SELECT path, pageno AS page, pagetype AS kind, ncell AS cells FROM dbstat WHERE name = ? AND pagetype <> 'internal' ORDER BY path",
    )
    .all(table);
  const pages = new Map<number, Set<number>>();
  const firstOfLeaf = new Map<string, number>();
  let next = 0;
  for (const { path, page, kind, cells } of stats) {
    if (kind === "leaf") {
      firstOfLeaf.set(path, next);
      for (let cell = 0; cell < cells; cell++) pages.set(ids[next + cell]?.id ?? 0, new Set([page]));
      next += cells;
      continue;
    }
    // Such as /000/01c/003+000000: the leaf, its cell and the number of the overflow page.
    const [, leaf = "", cell = "0"] = /^(.*\/)([0-9a-f]+)\+[0-9a-f]+$/.exec(path) ?? [];
    pages.get(ids[(firstOfLeaf.get(leaf) ?? 0) + Number.parseInt(cell, 16)]?.id ?? 0)?.add(page);
  }
  return pages;
}
