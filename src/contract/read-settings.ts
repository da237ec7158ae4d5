import { type TSchema, Type } from "@sinclair/typebox";
import { isJsonObject, type IssueList } from "../domain/validation.ts";
import { readInto } from "./check.ts";
import { type About, nullable, strict } from "./schema.ts";
import { fieldOf, type Setting, type SettingsOf, type SettingTable } from "./settings.ts";

/** The body that makes something with these settings. @param retired settings that may be given and are not read */
export function creation(table: SettingTable, about: About, retired: SettingTable = {}) {
  return bodyOf({ ...table, ...retired }, about, (row) => row.default !== undefined);
}

/** The body that changes some of these settings: a merge patch (RFC 7396). @param retired as of {@link creation} */
export function patch(table: SettingTable, about: About, retired: SettingTable = {}) {
  return bodyOf({ ...table, ...retired }, about, () => true);
}

function bodyOf(table: SettingTable, about: About, isOptional: (row: Setting) => boolean) {
  const fields = Object.entries(table).map(([name, row]) => {
    const schema = row.takesNull === true ? nullable(fieldOf(row)) : fieldOf(row);
    return [name, isOptional(row) ? Type.Optional(schema) : schema] as const;
  });
  return strict(Object.fromEntries<TSchema>(fields), about);
}

/**
 * Reads the settings that a body gives, those without a fault.
 * @param body of the schema that {@link creation} or {@link patch} made
 * @param issues where faults go
 */
export function readSettings<Table extends SettingTable>(
  table: Table,
  schema: TSchema,
  body: unknown,
  issues: IssueList,
): Partial<SettingsOf<Table>> {
  const given = readInto(schema, body, issues) as unknown;
  if (!isJsonObject(given)) return {};
  const settings: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    if (!Object.hasOwn(given, name)) continue;
    const value = given[name];
    if (value === null && row.takesNull === true) settings[name] = row.default;
    else if (!issues.has(name)) settings[name] = row.canonical?.(value as never) ?? value;
  }
  return settings as Partial<SettingsOf<Table>>;
}
