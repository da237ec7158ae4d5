import { Database } from "bun:sqlite";
import { DEFAULT_WIDTH_COLUMNS } from "../../../src/domain/limits.ts";
import { databasePath } from "../../../src/platform/data-folder.ts";
import { openDataFolder } from "../../../src/storage/data-folder.ts";
import { rowChecksum } from "../../../src/storage/row-checksum.ts";
import { openForWriting } from "../../../src/storage/database.ts";
import { WorkspaceStore } from "../../../src/storage/workspace-store.ts";
import type { ChainPrint } from "./chain.ts";
import { FIRST_DAY } from "./opening-hours.ts";
import { OTHER_WORKSPACE_ID, WORKSPACE_ID, type Workload } from "./workload.ts";

const TRANSACTION_PRINTS = 50_000;

const INSERT =
  "INSERT INTO print (id, workspace_id, ordinal, print_key, user_id, device_id, label, tag, quantity, width, " +
  "test_print, created_at, updated_at, deleted_at, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/**
 * Makes a data folder as the first start does, and fills its tables with a workload: the rows that the service would
 * write, without the prints' bytes, which no search reads. Not durable while it runs, and many times as fast.
 */
export async function fillDatabase(folder: string, workload: Workload): Promise<void> {
  openDataFolder(folder, FIRST_DAY).release();
  addOtherWorkspace(folder);
  const database = new Database(databasePath(folder), { strict: true });
  try {
    database.run("PRAGMA journal_mode = OFF");
    database.run("PRAGMA synchronous = OFF");
    const insert = database.prepare<unknown, (string | number | null)[]>(INSERT);
    const rows = workload.rows();
    let isDone = false;
    while (!isDone) {
      database.run("BEGIN");
      isDone = insertSome(rows, (print) => insert.run(...valuesOf(print)));
      database.run("COMMIT");
      // An interruption is noticed only between turns of the event loop.
      await Bun.sleep(0);
    }
    insert.finalize();
  } finally {
    database.close();
  }
}

function addOtherWorkspace(folder: string): void {
  const database = openForWriting(databasePath(folder));
  try {
    const workspaces = new WorkspaceStore(database);
    const other = workspaces.create("kiosk", DEFAULT_WIDTH_COLUMNS, FIRST_DAY);
    const ids = workspaces.list().map(({ id }) => id);
    if (ids.join() !== [WORKSPACE_ID, OTHER_WORKSPACE_ID].join() || other.id !== OTHER_WORKSPACE_ID) {
      throw new Error(`the first start made other workspaces than the benchmark knows: ${ids.join(", ")}`);
    }
  } finally {
    database.close();
  }
}

/** @returns whether there are no more rows */
function insertSome(rows: Generator<ChainPrint>, insert: (print: ChainPrint) => void): boolean {
  for (let count = 0; count < TRANSACTION_PRINTS; count++) {
    const { value, done } = rows.next();
    if (done === true) return true;
    insert(value);
  }
  return false;
}

function valuesOf(print: ChainPrint): (string | number | null)[] {
  return [
    print.id,
    print.workspaceId,
    print.ordinal,
    print.printKey,
    print.userId,
    print.deviceId,
    print.label,
    print.tag,
    print.quantity,
    print.width,
    print.testPrint ? 1 : 0,
    print.createdAt,
    print.updatedAt,
    print.deletedAt,
    rowChecksum({ ...print, recognised: null, printerId: null, defaultWidth: null }),
  ];
}
