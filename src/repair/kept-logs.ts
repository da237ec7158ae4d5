import type { Database, SQLQueryBindings } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { keptLogs } from "../storage/mend-log.ts";
import { decodeContent, type StoredContent } from "../storage/raw-content.ts";
import { DamagedDatabase } from "./damaged-database.ts";
import type { Salvage } from "./salvage.ts";
import { PageOwners } from "./table-pages.ts";
import { type FoundRow, TableRows } from "./table-rows.ts";
import type { TableShape } from "./table-shapes.ts";

/*
 * A service that meets a log with damage that cannot be put right goes on without what is behind it, and keeps a copy
 * (`storage/mend-log.ts`). What was acknowledged is in that copy alone. It has gone on since: numbers may have been given again, so
 * a print comes back by its number only where that is free, and its bytes become a file otherwise.
 */

/** Prints that only such a log has: ids. */
export interface LoggedPrints {
  readonly taken: readonly number[];
  /** Their number is another print's by now: they are files. */
  readonly apart: readonly number[];
}

/** Takes prints from such logs. @param removed prints that are known to have been removed */
export function takeFromKeptLogs(
  { path }: DamagedDatabase,
  { schema }: Salvage,
  target: Database,
  removed: ReadonlySet<number>,
  foundFolder: string,
): LoggedPrints {
  const taken: number[] = [];
  const apart: number[] = [];
  const shapes = schema.shapes.shapes.filter(({ table }) => !table.startsWith("sqlite_"));
  const find = target.query<{ sha256: Uint8Array }, [number]>(
    "SELECT sha256 FROM print_data WHERE print_id = ?",
  );
  for (const log of keptLogs(path)) {
    using view = new DamagedDatabase(path, log);
    const { rows, contents } = printsIn(view, shapes);
    for (const [id, content] of [...contents].toSorted(([one], [other]) => one - other)) {
      const present = find.get(id);
      const stored = contentOf(content);
      const isThere =
        present !== null && stored !== null && Buffer.compare(present.sha256, stored.sha256) === 0;
      if (removed.has(id) || stored === null || isThere || !isWhole(id, stored)) continue;
      const row = rows.get(id);
      if (row !== undefined && present === null && insert(target, row) && insert(target, content))
        taken.push(id);
      else {
        writeFound(foundFolder, id, stored);
        apart.push(id);
      }
    }
  }
  return { taken, apart };
}

/** A row with the table that it is of. */
type TableRow = readonly [TableShape, FoundRow];

/** The newest rows of prints, and of their bytes, that a log has, by the ids of the prints. */
function printsIn(view: DamagedDatabase, shapes: readonly TableShape[]) {
  const rows = new Map<number, TableRow>();
  const contents = new Map<number, TableRow>();
  for (const found of new TableRows(view, new PageOwners(view, shapes)).logged()) {
    const [{ table, isIndex }, [id]] = found;
    if (isIndex || typeof id !== "number") continue;
    const known = table === "print" ? rows : table === "print_data" ? contents : null;
    if (known !== null && !known.has(id)) known.set(id, found);
  }
  return { rows, contents };
}

function contentOf([{ columns }, row]: TableRow): StoredContent | null {
  const value = (name: string) => row[columns.findIndex((column) => column.name === name)];
  const [sha256, byteLength, encoding, content] = ["sha256", "byte_length", "encoding", "content"].map(value);
  const isContent = sha256 instanceof Uint8Array && content instanceof Uint8Array;
  if (!isContent || typeof byteLength !== "number" || typeof encoding !== "number") return null;
  return { sha256, byteLength, encoding, content };
}

function isWhole(id: number, stored: StoredContent): boolean {
  try {
    decodeContent(id, stored);
    return true;
  } catch {
    return false;
  }
}

/** @returns whether its numbers were free */
function insert(target: Database, [{ table, columns }, row]: TableRow): boolean {
  const names = columns.slice(0, row.length).map(({ name }) => `"${name}"`);
  const statement = `INSERT INTO "${table}" (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`;
  return target.query<unknown, SQLQueryBindings[]>(statement).run(...(row as SQLQueryBindings[])).changes > 0;
}

/** Writes the bytes of a print to a file of their own. */
export function writeFound(folder: string, printId: number, stored: StoredContent): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `print-${printId}.bin`), decodeContent(printId, stored), {
    mode: PRIVATE_FILE_MODE,
  });
}
