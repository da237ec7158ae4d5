import type { Static, TUnsafe } from "@sinclair/typebox";
import { PRINT_LIMITS } from "../domain/limits.ts";
import * as t from "./values.ts";

export const label = t.text(
  0,
  PRINT_LIMITS.labelCharacters,
  "Name shown in lists, for example an order number.",
);

export const deviceId = t.text(
  0,
  PRINT_LIMITS.deviceIdCharacters,
  "The device that printed, for example a till.",
);

export const printKey = t.text(
  1,
  PRINT_LIMITS.printKeyCharacters,
  "Your own key; prints may share one. A UUIDv7 when not given.",
);

export const quantity = t.count("Whatever you count; null when not given.");

export const width = t.integer(
  PRINT_LIMITS.widthColumnsMinimum,
  PRINT_LIMITS.widthColumnsMaximum,
  "Width of the paper in columns of font A. The workspace's default when not given.",
);

/** All that is known of a field of prints that its client gives. */
interface PrintField {
  readonly schema: TUnsafe<string> | TUnsafe<number>;
  /** Whether each print has it, since the service gives it where the client does not. */
  readonly isAlwaysThere: boolean;
  /** Whether searches have a filter for it; such a field is text. */
  readonly isFiltered: boolean;
  /** What the dashboard calls it. */
  readonly title: string;
  /** What stands before the colon in the dashboard's search, as in `device:till-2`. */
  readonly searchWord?: string;
  /** What the facet of its values is, where there is one; such a field is filtered too. */
  readonly facet?: string;
  /** Its option of `tillroll print`. */
  readonly option?: { readonly name: string; readonly value: string; readonly help: string };
}

/**
 * The fields that clients give prints, beside their tags. What is stored, answered, searched and shown follows from it.
 */
export const PRINT_FIELDS = {
  printKey: { schema: printKey, isAlwaysThere: true, isFiltered: true, title: "Key", searchWord: "key" },
  label: {
    schema: label,
    isAlwaysThere: false,
    isFiltered: true,
    title: "Label",
    option: { name: "label", value: "TEXT", help: "Label; by default the file's name." },
  },
  deviceId: {
    schema: deviceId,
    isAlwaysThere: false,
    isFiltered: true,
    title: "Device",
    searchWord: "device",
    facet: "Count by device.",
    option: { name: "device-id", value: "TEXT", help: "The device it comes from." },
  },
  quantity: { schema: quantity, isAlwaysThere: false, isFiltered: false, title: "Quantity" },
  width: {
    schema: width,
    isAlwaysThere: true,
    isFiltered: false,
    title: "Columns",
    option: { name: "width", value: "N", help: "Width in columns; by default the workspace's." },
  },
} as const satisfies Readonly<Record<string, PrintField>>;

type Fields = typeof PRINT_FIELDS;

export type PrintFieldName = keyof Fields;

/** A field that searches have a filter for. */
export type FilteredField = {
  [Name in PrintFieldName]: Fields[Name]["isFiltered"] extends true ? Name : never;
}[PrintFieldName];

/** A field whose values are a facet. */
export type CountedField = {
  [Name in FilteredField]: Fields[Name] extends { readonly facet: string } ? Name : never;
}[FilteredField];

/** The values that a stored print has; `null` where there is none. */
export type PrintFields = {
  readonly [Name in PrintFieldName]:
    Static<Fields[Name]["schema"]> | (Fields[Name]["isAlwaysThere"] extends true ? never : null);
};

/** The values that a client gave; `null` where it gave none. */
export type GivenPrintFields = { readonly [Name in PrintFieldName]: PrintFields[Name] | null };

export const PRINT_FIELD_NAMES = Object.keys(PRINT_FIELDS) as readonly PrintFieldName[];

export const FILTERED_FIELDS = PRINT_FIELD_NAMES.filter(
  (name) => PRINT_FIELDS[name].isFiltered,
) as readonly FilteredField[];

export const COUNTED_FIELDS = FILTERED_FIELDS.filter(
  (name) => "facet" in PRINT_FIELDS[name],
) as readonly CountedField[];

/** The fields that a print need not have. */
export const OPTIONAL_FIELDS = PRINT_FIELD_NAMES.filter((name) => !PRINT_FIELDS[name].isAlwaysThere);

/** A client that gives nothing. */
export const NO_FIELDS = mapFields(() => null) as GivenPrintFields;

/** The fields of a stored print as its answer, and its row, have them. */
export const STORED_FIELDS = mapFields((name) => {
  const { schema, isAlwaysThere } = PRINT_FIELDS[name];
  return isAlwaysThere ? schema : t.nullable(schema);
}) as { readonly [Name in PrintFieldName]: TUnsafe<PrintFields[Name]> };

/** The options of `tillroll print`, and the fields that they give. */
export const PRINT_OPTIONS = PRINT_FIELD_NAMES.flatMap((field) => {
  const { option }: PrintField = PRINT_FIELDS[field];
  return option === undefined ? [] : [{ field, option }];
});

/** An object with each field that is counted. */
export function mapCounted<Value>(valueOf: (name: CountedField) => Value): Record<CountedField, Value> {
  return Object.fromEntries(COUNTED_FIELDS.map((name) => [name, valueOf(name)])) as never;
}

/** An object with each field. */
export function mapFields<Value>(valueOf: (name: PrintFieldName) => Value): Record<PrintFieldName, Value> {
  return Object.fromEntries(PRINT_FIELD_NAMES.map((name) => [name, valueOf(name)])) as never;
}
