import type { TSchema } from "@sinclair/typebox";
import { integer, text } from "drizzle-orm/sqlite-core";
import { columnName } from "./column-name.ts";

/** A column that has the values of a schema, `null` among them where it may be. */
type SchemaColumn<Value> = ReturnType<typeof typed<Value>>;

function typed<Value>(column: string) {
  return text(column, { mode: "json" }).$type<Value>().notNull();
}

/** The columns of some fields: what is kept, and whether it may be NULL, follows from each field's schema. */
export function columnsOf<Values>(schemas: Readonly<Record<keyof Values & string, TSchema>>): {
  [Name in keyof Values]: SchemaColumn<Values[Name]>;
} {
  const columns = Object.entries<TSchema>(schemas).map(([name, schema]) => {
    const types = [schema["type"] as string | readonly string[]].flat();
    const column = columnOf(columnName(name), types[0] ?? "");
    return [name, types.includes("null") ? column : column.notNull()] as const;
  });
  return Object.fromEntries(columns) as never;
}

/** @param type of JSON Schema */
function columnOf(name: string, type: string) {
  if (type === "integer") return integer(name);
  if (type === "boolean") return integer(name, { mode: "boolean" });
  return type === "string" ? text(name) : text(name, { mode: "json" });
}
