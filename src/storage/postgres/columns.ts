import { type SQL, sql } from "drizzle-orm";
import { columnName } from "../column-name.ts";

/** The columns of a SELECT, each under its field's name: PostgreSQL has names in lower case, unless they are quoted. */
export function columnsFor(fields: readonly string[], table?: string): SQL {
  const prefix = table === undefined ? "" : `${table}.`;
  return sql.raw(fields.map((field) => `${prefix}${columnName(field)} AS "${field}"`).join(", "));
}

/** The columns of an INSERT and their values, by the fields of a row. */
export function insertOf(table: string, row: Readonly<Record<string, unknown>>): SQL {
  const names = sql.raw(Object.keys(row).map(columnName).join(", "));
  const values = Object.values(row).map((value) => sql`${value}`);
  return sql`INSERT INTO ${sql.raw(table)} (${names}) VALUES (${sql.join(values, sql`, `)})`;
}
