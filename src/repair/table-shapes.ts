import { Database } from "bun:sqlite";
import { readColumns } from "../storage/removal-statements.ts";
import { migrate } from "../storage/migrate.ts";
import { MIGRATIONS } from "../storage/migrations/migrations.ts";

/*
 * What the rows of all tables look like, taken from the migrations themselves: by that a page is known whose table is not, and a
 * value that cannot be one is known as damaged.
 */

/** A column as its values are stored. */
interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Whether it is the rowid, of which the record has NULL. */
  readonly isRowid: boolean;
}

/** How the rows of a table, or the entries of an index, are stored. */
export interface TableShape {
  readonly name: string;
  /** The table that an index is of; a table's own name. */
  readonly table: string;
  readonly isIndex: boolean;
  /** Whether rows have a rowid: they are in pages of a table then, and else in those of an index. */
  readonly hasRowid: boolean;
  /** In the order of the record. */
  readonly columns: readonly StoredColumn[];
  /** How few of them a row may have: rows from before a column was added lack it. */
  readonly leastColumns: number;
}

/** The tables of a version of the schema. */
export interface SchemaShapes {
  readonly version: number;
  readonly shapes: readonly TableShape[];
  /** The text of each table and index, by its name. */
  readonly statements: ReadonlyMap<string, string>;
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
  readonly sql: string | null;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly required: number;
  readonly key: number;
}

/** SQLite's own table of the highest numbers given, which has no types. */
export const SEQUENCES = "sqlite_sequence";

/** Those that were asked for: all migrations run for one. */
const KNOWN = new Map<number, SchemaShapes>();

/** The shapes of the schema at a version. */
export function shapesOf(version: number): SchemaShapes {
  return KNOWN.getOrInsertComputed(version, readShapes);
}

function readShapes(version: number): SchemaShapes {
  using database = new Database(":memory:", { strict: true });
  database.run("PRAGMA auto_vacuum = INCREMENTAL");
  const least = new Map<string, number>();
  for (let step = 1; step <= version; step++) {
    migrate(database, MIGRATIONS.slice(0, step));
    for (const [table, columns] of Map.groupBy(readColumns(database), (column) => column.table))
      least.set(table, Math.min(columns.length, least.get(table) ?? columns.length));
  }
  const rows = schemaRows(database);
  const tables = rows
    .filter(({ type }) => type === "table")
    .map((row) => tableShape(database, row, least.get(row.name) ?? 0));
  const byName = new Map(tables.map((shape) => [shape.table, shape]));
  const indexes = rows
    .filter(({ type, rootpage }) => type === "index" && rootpage > 0)
    // The key of a table without rowid is the table.
    .filter(
      ({ name, tbl_name }) =>
        !(name.startsWith("sqlite_autoindex_") && byName.get(tbl_name)?.hasRowid === false),
    )
    .map((row) => indexShape(database, row, byName));
  const statements = new Map(rows.flatMap(({ name, sql }) => (sql === null ? [] : [[name, sql] as const])));
  return { version, shapes: [...tables, ...indexes], statements };
}

function schemaRows(database: Database): SchemaRow[] {
  return database.query<SchemaRow, []>("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema").all();
}

function tableShape(database: Database, { name, sql }: SchemaRow, leastColumns: number): TableShape {
  const hasRowid = !/\bWITHOUT ROWID\b/i.test(sql ?? "");
  const columns = columnsOf(database, name);
  const keys = columns.filter(({ key }) => key > 0).toSorted((one, other) => one.key - other.key);
  const [only, ...more] = keys;
  const rowid = hasRowid && more.length === 0 && only?.type === "INTEGER" ? only.name : null;
  const ordered = hasRowid ? columns : [...keys, ...columns.filter(({ key }) => key === 0)];
  return {
    name,
    table: name,
    isIndex: false,
    hasRowid,
    columns: ordered.map((column) => ({
      name: column.name,
      type: column.type,
      isRequired: column.required === 1 || column.key > 0,
      isRowid: column.name === rowid,
    })),
    leastColumns,
  };
}

function columnsOf(database: Database, table: string): ColumnRow[] {
  return database
    .query<ColumnRow, [string]>(
      'SELECT name, type, "notnull" AS required, pk AS "key" FROM pragma_table_info(?) ORDER BY cid',
    )
    .all(table);
}

function indexShape(
  database: Database,
  { name, tbl_name }: SchemaRow,
  tables: ReadonlyMap<string, TableShape>,
): TableShape {
  const known = tables.get(tbl_name)?.columns ?? [];
  const parts = database
    .query<{ name: string | null }, [string]>("SELECT name FROM pragma_index_xinfo(?) ORDER BY seqno")
    .all(name);
  const columns = parts.map((part) => {
    const column = known.find((each) => each.name === part.name) ?? known.find(({ isRowid }) => isRowid);
    const rowid = { name: "rowid", type: "INTEGER", isRequired: true, isRowid: false };
    return part.name === null ? rowid : { ...(column ?? rowid), name: part.name, isRowid: false };
  });
  return { name, table: tbl_name, isIndex: true, hasRowid: false, columns, leastColumns: columns.length };
}

/** SQLite's own table of tables and indexes, which begins in the first page. */
export const SCHEMA_TABLE: TableShape = {
  name: "sqlite_schema",
  table: "sqlite_schema",
  isIndex: false,
  hasRowid: true,
  columns: [
    { name: "type", type: "TEXT", isRequired: true, isRowid: false },
    { name: "name", type: "TEXT", isRequired: true, isRowid: false },
    { name: "tbl_name", type: "TEXT", isRequired: true, isRowid: false },
    { name: "rootpage", type: "INTEGER", isRequired: false, isRowid: false },
    { name: "sql", type: "TEXT", isRequired: false, isRowid: false },
  ],
  leastColumns: 5,
};

/** Whether a record with these types can be a row of a table: each value of its column's type. See {@link readTypes} */
export function fits({ columns, leastColumns }: TableShape, types: readonly number[]): boolean {
  if (types.length < leastColumns || types.length > columns.length) return false;
  return types.every((type, index) => {
    const column = columns[index];
    return column !== undefined && fitsColumn(column, type);
  });
}

function fitsColumn({ type, isRequired, isRowid }: StoredColumn, stored: number): boolean {
  if (isRowid) return stored === 0;
  if (stored === 0) return !isRequired;
  switch (type) {
    case "INTEGER":
      return stored < 10 && stored !== 7;
    case "TEXT":
      return stored > 12 && stored % 2 === 1;
    case "BLOB":
      return stored >= 12 && stored % 2 === 0;
    default:
      return true;
  }
}
