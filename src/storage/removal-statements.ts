import type { Database, SQLQueryBindings } from "bun:sqlite";

/*
 * Which rows know of a print follows from the tables: those with a `print_id`, and those with a `workspace_id` and an
 * `ordinal`. A table that comes later is not forgotten.
 */

/** Rows by these that stay when their print is removed, and why. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  print: "what stays of it is this row",
  print_text: "its lines are emptied: the newest prints are decoded without a gap",
  index_change: "it names a print, with nothing of it, until the segment is built anew",
  journal_entry: "it holds hashes, which tell nothing of the print, and that it was removed",
  ship_change: "an archive is still to be told that it was erased",
  polled_job: "the address that the job came from is still to be told, or it would give it again",
};

/** Rows by a `print_id` that stay when their print is purged, and go when it is erased, and why. */
export const KEPT_BY_PURGING: Readonly<Record<string, string>> = {
  print_reference: "it was approved so that later prints are compared with it, however long prints are kept",
};

/** Columns of `print` that stay; all others are emptied. */
export const KEPT_COLUMNS: readonly string[] = [
  "id",
  "workspace_id",
  "ordinal",
  "user_id",
  "created_at",
  "updated_at",
  "deleted_at",
  "removal_id",
  "journal_state",
];

interface ColumnInfo {
  readonly table: string;
  readonly name: string;
  readonly notnull: number;
  readonly type: string;
}

/** What takes everything of a print away, by its id, its workspace's and its ordinal. */
export function prepareRemoval(database: Database) {
  const columns = Map.groupBy(readColumns(database), ({ table }) => table);
  const query = (text: string) => database.query<unknown, SQLQueryBindings[]>(text);
  const byPrint: ReturnType<typeof query>[] = [];
  const byErasedPrint: ReturnType<typeof query>[] = [];
  const byOrdinal: ReturnType<typeof query>[] = [];
  for (const [table, found] of columns) {
    const names = new Set(found.map(({ name }) => name));
    if (table in KEPT_TABLES) continue;
    if (names.has("print_id"))
      (table in KEPT_BY_PURGING ? byErasedPrint : byPrint).push(
        query(`DELETE FROM ${table} WHERE print_id = ?`),
      );
    else if (names.has("workspace_id") && names.has("ordinal"))
      byOrdinal.push(query(`DELETE FROM ${table} WHERE workspace_id = ? AND ordinal = ?`));
  }
  const emptied = (columns.get("print") ?? []).filter(({ name }) => !KEPT_COLUMNS.includes(name));
  const assignments = emptied.map((column) => `${column.name} = ${emptyValue(column)}`);
  return {
    byPrint,
    byErasedPrint,
    byOrdinal,
    emptyText: query("UPDATE print_text SET lines = '' WHERE workspace_id = ? AND ordinal = ?"),
    empty: query(
      `UPDATE print SET ${assignments.join(", ")}, removal_id = ?1, updated_at = created_at, ` +
        "deleted_at = coalesce(deleted_at, ?2) WHERE id = ?3",
    ),
  };
}

/** The columns of all tables of ours. */
export function readColumns(database: Database): ColumnInfo[] {
  return database
    .query<ColumnInfo, []>(
      'SELECT tables.name AS "table", info.name AS name, info."notnull" AS "notnull", info.type AS type ' +
        "FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS info " +
        "WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all();
}

function emptyValue({ name, notnull, type }: ColumnInfo): string {
  if (notnull === 0) return "NULL";
  // What reads rows of prints expects JSON in it.
  if (name === "tag") return "'{}'";
  return type === "INTEGER" ? "0" : "''";
}
