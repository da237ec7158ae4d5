import { Database } from "bun:sqlite";

/*
 * Going back to the version before must not lose what was stored while the new one was tried. The database that was kept from
 * before its migration gets what has changed since: of each table that both have, the rows by their primary key, of the
 * columns that both have. So a migration may add tables and columns, and must leave what is there as it means (see the guide's
 * page for developers). The search index is left out, and made anew from the prints.
 */

/** Tables that can always be made again from the prints. */
const DERIVED = ["index_segment", "index_chunk", "index_change", "print_text"];

/** What was carried back. */
export interface CarriedBack {
  /** Prints that were stored since. */
  readonly prints: number;
  /** All rows that were written or removed. */
  readonly rows: number;
}

/**
 * Brings what has changed into the database that was kept, all of it in one transaction.
 * @param keptPath the database from before; no other connection has it
 * @param latestPath the migrated one that has been written to since; it is only read
 * @throws Error when it cannot be done without a loss; the kept database is as it was then
 */
export function carryBack(keptPath: string, latestPath: string): CarriedBack {
  using database = new Database(keptPath, { readwrite: true, strict: true });
  database.run("PRAGMA foreign_keys = OFF");
  database.run("PRAGMA synchronous = FULL");
  database.run("ATTACH ? AS latest", [latestPath]);
  const carry = database.transaction(() => {
    const before = countPrints(database, "main");
    const triggers = takeTriggers(database);
    let rows = 0;
    for (const table of commonTables(database)) rows += carryTable(database, table);
    if (rows > 0) for (const table of DERIVED) clear(database, table);
    carrySequences(database);
    for (const { sql } of triggers) database.run(sql);
    verify(database);
    return { prints: countPrints(database, "main") - before, rows };
  });
  const carried = carry.immediate();
  database.run("DETACH latest");
  return carried;
}

interface Column {
  readonly name: string;
  /** Its place in the primary key, from 1; 0 when it is not in it. */
  readonly pk: number;
}

function columnsOf(database: Database, schema: string, table: string): Column[] {
  return database
    .query<Column, [string, string]>("SELECT name, pk FROM pragma_table_info(?, ?)")
    .all(table, schema);
}

function commonTables(database: Database): string[] {
  const tables = (schema: string) =>
    database
      .query<{ name: string }, []>(
        `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .all()
      .map(({ name }) => name);
  const latest = tables("latest");
  return tables("main").filter((name) => latest.includes(name) && !DERIVED.includes(name));
}

/** Makes a table's rows those of the latest. @returns how many were written or removed */
function carryTable(database: Database, table: string): number {
  const own = columnsOf(database, "main", table);
  const theirs = new Set(columnsOf(database, "latest", table).map(({ name }) => name));
  const names = own.map(({ name }) => name).filter((name) => theirs.has(name));
  const key = own.filter(({ pk }) => pk > 0).map(({ name }) => name);
  if (key.length === 0 || !key.every((name) => theirs.has(name)))
    throw new Error(`the rows of ${table} cannot be told apart`);
  const same = (columns: readonly string[]) =>
    columns.map((name) => `kept.${quoted(name)} IS now.${quoted(name)}`).join(" AND ");
  // What has a sum need not be compared byte by byte.
  const compared = names.includes("sha256") ? names.filter((name) => name !== "content") : names;
  const rest = names.filter((name) => !key.includes(name));
  const change = rest.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(", ");
  const columns = names.map(quoted).join(", ");
  const removed = database.run(
    `DELETE FROM main.${quoted(table)} AS kept WHERE NOT EXISTS ` +
      `(SELECT 1 FROM latest.${quoted(table)} AS now WHERE ${same(key)})`,
  ).changes;
  const written = database.run(
    `INSERT INTO main.${quoted(table)} (${columns}) SELECT ${columns} FROM latest.${quoted(table)} AS now ` +
      `WHERE NOT EXISTS (SELECT 1 FROM main.${quoted(table)} AS kept WHERE ${same(compared)}) ` +
      `ON CONFLICT (${key.map(quoted).join(", ")}) DO ${change === "" ? "NOTHING" : `UPDATE SET ${change}`}`,
  ).changes;
  return removed + written;
}

/** No id that was given is given again. */
function carrySequences(database: Database): void {
  database.run(
    "UPDATE main.sqlite_sequence SET seq = max(seq, coalesce(" +
      "(SELECT now.seq FROM latest.sqlite_sequence AS now WHERE now.name = main.sqlite_sequence.name), 0))",
  );
}

/** Triggers guard what the service does; here rows come as they are. @returns them, to be made again */
function takeTriggers(database: Database): { readonly name: string; readonly sql: string }[] {
  const triggers = database
    .query<{ name: string; sql: string }, []>(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.run(`DROP TRIGGER main.${quoted(name)}`);
  return triggers;
}

/** @throws Error when a print is missing, or something is about one that is not there */
function verify(database: Database): void {
  const missing = database
    .query<{ count: number }, []>(
      "SELECT count(*) AS count FROM latest.print_data AS now WHERE NOT EXISTS " +
        "(SELECT 1 FROM main.print_data AS kept WHERE kept.print_id = now.print_id AND kept.sha256 = now.sha256)",
    )
    .get();
  if (missing === null || missing.count > 0) throw new Error(`${missing?.count} prints would be missing`);
  const dangling = database.query("PRAGMA main.foreign_key_check").get();
  if (dangling !== null) throw new Error("rows would be about what is not there");
}

function countPrints(database: Database, schema: string): number {
  const row = database.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${schema}.print`).get();
  return row?.count ?? 0;
}

function clear(database: Database, table: string): void {
  if (columnsOf(database, "main", table).length > 0) database.run(`DELETE FROM main.${quoted(table)}`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
