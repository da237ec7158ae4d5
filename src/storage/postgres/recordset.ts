import { type SQL, sql } from "drizzle-orm";
import { jsonAscii, storableText } from "./text-escape.ts";

/** What a column of a row takes; a map of texts goes into `jsonb`. */
export type RowValue = string | number | null | Uint8Array | ReadonlyMap<string, string>;

/**
 * Rows of a table as something to select from: one value however many there are. A statement with a value for each column
 * of each would be another one for each number of rows, and the server keeps all of them prepared.
 * @param table what the columns and their types are those of
 */
export function recordset(table: string, rows: readonly Readonly<Record<string, RowValue>>[]): SQL {
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonValue(value)])),
  );
  const text = jsonAscii(JSON.stringify(records));
  return sql`jsonb_populate_recordset(NULL::${sql.raw(table)}, ${text}::text::jsonb)`;
}

/** Inserts rows; an ON CONFLICT or RETURNING may follow. There must be one at least. */
export function insertRows(table: string, rows: readonly Readonly<Record<string, RowValue>>[]): SQL {
  const names = sql.raw(Object.keys(rows[0] ?? {}).join(", "));
  return sql`INSERT INTO ${sql.raw(table)} (${names}) SELECT ${names} FROM ${recordset(table, rows)}`;
}

/** What a column takes, as JSON has it; of a map an object. */
export function jsonValue(value: RowValue): unknown {
  if (typeof value === "string") return storableText(value);
  if (value instanceof Uint8Array) return `\\x${value.toHex()}`;
  if (value instanceof Map)
    return Object.fromEntries(Array.from(value, ([key, text]) => [storableText(key), storableText(text)]));
  return value;
}
