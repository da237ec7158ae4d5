import type { Static, TSchema } from "@sinclair/typebox";

/** A value of a schema; lists are never changed in their place. */
type ValueOf<Schema extends TSchema> =
  Static<Schema> extends (infer Entry)[] ? readonly Entry[] : Static<Schema>;

/** How a setting is given on the command line; what it means is the description of its schema. */
interface SettingOption {
  /** What stands for the value in the help, such as `N`. */
  readonly value: string;
  /** Without the dashes; by default the setting's name, as in `raw-port`. */
  readonly name?: string;
  /** Of an option that is given once for each entry: what one is, where the description tells of all. */
  readonly repeatable?: true | string;
  /** The command that lists what it can be, where that is too much for a help. */
  readonly listedBy?: string;
  /** What is written for `null`, or for no entries. */
  readonly none?: string;
  /** Of a number of seconds: it may be given with a unit, such as `5min`. */
  readonly isDuration?: true;
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
  /** Whether answers tell only that it is set. */
  readonly isSecret?: true;
  /**
   * Where it counts, of what does not count everywhere: `intake` where prints come in, so not for those that a shop sends to
   * an archive; `shop` in a shop alone.
   */
  readonly countsIn?: "shop" | "intake";
}

/** Settings by name. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The values of all settings of a table. */
export type SettingsOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Schema> ? ValueOf<Schema> : never;
};

/** A row of a table of settings. */
export function setting<Schema extends TSchema>(
  schema: Schema,
  row: Omit<Setting<Schema>, "schema">,
): Setting<Schema> {
  return { schema, ...row };
}

/** What the reference says of a setting that does not count everywhere. */
const COUNTS_IN = {
  shop: "Of a shop: an archive refuses another value.",
  intake: "Not of prints that a shop sends to an archive, which refuses another value for them.",
} as const satisfies Readonly<Record<NonNullable<Setting["countsIn"]>, string>>;

/** The schema of a setting as a field of the API: its description says where it counts. */
export function fieldOf<Schema extends TSchema>({ schema, countsIn }: Setting<Schema>): Schema {
  if (countsIn === undefined) return schema;
  return { ...schema, description: `${schema.description} ${COUNTS_IN[countsIn]}` };
}

/** The settings as fields of an answer. */
export function answerFields<Table extends SettingTable>(table: Table) {
  const fields = Object.entries(table).map(([name, row]) => [name, fieldOf(row)]);
  return Object.fromEntries(fields) as { [Name in keyof Table]: Table[Name]["schema"] };
}

/** What answers tell of a secret that is set. Given back, it stays as it is. */
const HIDDEN_SECRET = "(set)";

/** Settings as answers tell them: secrets are hidden. */
export function withoutSecrets<Values extends object>(table: SettingTable, values: Values): Values {
  const secrets = secretsOf(table, values).map((name) => [name, HIDDEN_SECRET]);
  return { ...values, ...Object.fromEntries(secrets) };
}

/** Settings as a client gave them, without the secrets that it was not told and has given back. */
export function withoutHidden<Values extends object>(table: SettingTable, values: Values): Values {
  const secrets = new Set(secretsOf(table, values));
  const isNews = ([name, value]: [string, unknown]) => !secrets.has(name) || value !== HIDDEN_SECRET;
  return Object.fromEntries(Object.entries(values).filter(isNews)) as Values;
}

/** The names of the secrets that are set. */
function secretsOf(table: SettingTable, values: object): string[] {
  return Object.keys(table).filter(
    (name) => table[name]?.isSecret === true && (Reflect.get(values, name) ?? null) !== null,
  );
}

/** The default of each setting that has one. */
export function defaultsOf(table: SettingTable): Record<string, unknown> {
  const known = Object.entries(table).filter(([, row]) => row.default !== undefined);
  return Object.fromEntries(known.map(([name, row]) => [name, row.default]));
}
