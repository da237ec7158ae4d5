import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { isJsonObject, type IssueList } from "../domain/validation.ts";
import { readInto } from "./check.ts";
import { type Keywords, nullable, strict } from "./schema.ts";

/** A value of a schema; lists are never changed in their place. */
type ValueOf<Schema extends TSchema> =
  Static<Schema> extends (infer Entry)[] ? readonly Entry[] : Static<Schema>;

/** How a setting is given on the command line; what it means is the description of its schema. */
export interface SettingOption {
  /** What stands for the value in the help, such as `N`. */
  readonly value: string;
  /** Without the dashes; by default the setting's name, as in `raw-port`. */
  readonly name?: string;
  /** Of an option that is given once for each entry: what one is, where the description tells of all. */
  readonly repeatable?: true | string;
  /** What is written for `null`, or for no entries. */
  readonly none?: string;
}

/** All that is known of a setting. Its column, its fields in the API and the reference, and its option follow from it. */
export interface Setting<Schema extends TSchema = TSchema> {
  readonly schema: Schema;
  /** What it is where it is not given; a setting without a default must be given. */
  readonly default?: ValueOf<Schema>;
  /** Whether a client may give `null` for the default, although the setting never is `null`. */
  readonly takesNull?: true;
  /** The one of several equal values that is kept. */
  canonical?(value: ValueOf<Schema>): ValueOf<Schema>;
  readonly option?: SettingOption;
}

/** Settings by name. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The values of all settings of a table. */
export type SettingsOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Schema> ? ValueOf<Schema> : never;
};

/** A row of a table of settings. */
export function setting<Schema extends TSchema>(row: Setting<Schema>): Setting<Schema> {
  return row;
}

/** The names of all settings. */
export function namesOf<Table extends SettingTable>(table: Table): (keyof Table & string)[] {
  return Object.keys(table);
}

/** The settings as fields of an answer. */
export function answerFields<Table extends SettingTable>(table: Table) {
  const fields = namesOf(table).map((name) => [name, table[name]?.schema]);
  return Object.fromEntries(fields) as { [Name in keyof Table]: Table[Name]["schema"] };
}

/** The default of each setting that has one. */
export function defaultsOf(table: SettingTable): Record<string, unknown> {
  const known = Object.entries(table).filter(([, row]) => row.default !== undefined);
  return Object.fromEntries(known.map(([name, row]) => [name, row.default]));
}

/** The body that makes something with these settings. */
export function creation(table: SettingTable, keywords: Keywords) {
  return strict(
    bodyFields(table, (row) => row.default !== undefined),
    keywords,
  );
}

/** The body that changes some of these settings: a merge patch (RFC 7396). */
export function patch(table: SettingTable, keywords: Keywords) {
  return strict(
    bodyFields(table, () => true),
    keywords,
  );
}

function bodyFields(table: SettingTable, isOptional: (row: Setting) => boolean): TProperties {
  const fields = Object.entries(table).map(([name, row]) => {
    const schema = row.takesNull === true ? nullable(row.schema) : row.schema;
    return [name, isOptional(row) ? Type.Optional(schema) : schema] as const;
  });
  return Object.fromEntries(fields);
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
