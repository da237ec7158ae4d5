import { integer, text } from "drizzle-orm/sqlite-core";
import { namesOf, type SettingsOf, type SettingTable } from "../contract/settings.ts";
import { columnName } from "./column-name.ts";

/** A column that has the values of a setting, `null` among them where it may be. */
type SettingColumn<Value> = ReturnType<typeof typed<Value>>;

function typed<Value>(column: string) {
  return text(column, { mode: "json" }).$type<Value>().notNull();
}

/** The columns of settings: what is kept, and whether it may be NULL, follows from each setting's schema. */
export function settingColumns<Table extends SettingTable>(
  table: Table,
): { [Name in keyof Table]: SettingColumn<SettingsOf<Table>[Name]> } {
  const columns = namesOf(table).map((name) => {
    const types = [table[name]?.schema["type"] as string | readonly string[]].flat();
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
