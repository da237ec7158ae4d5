import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { type About, type ContractSchema, keywordsOf, MEMBER, NAME } from "./values.ts";

export * from "./values.ts";

/** An object that may have other fields too: an answer, to which fields may be added. */
export function object<Properties extends TProperties>(properties: Properties, about?: About) {
  return Type.Object(properties, keywordsOf(about));
}

/** An object that has no other fields than these. */
export function strict<Properties extends TProperties>(properties: Properties, about?: About) {
  return Type.Object(properties, { ...keywordsOf(about), additionalProperties: false });
}

/** Query parameters; others are refused. */
export function parameters<Properties extends TProperties>(properties: Properties) {
  return { ...strict(properties), [MEMBER]: "parameter" };
}

/** The same fields, each of which may be left out. */
export function optional<Properties extends TProperties>(properties: Properties) {
  return Type.Partial(Type.Object(properties)).properties;
}

/** An object with any keys, in an answer. */
export function record<Entry extends TSchema>(entry: Entry, about?: About) {
  return Type.Record(Type.String(), entry, keywordsOf(about));
}

/** One of several things. */
export function union<Variants extends TSchema[]>(variants: [...Variants], about?: About) {
  return Type.Union(variants, keywordsOf(about));
}

/** Where the reference has its schemas. */
const SCHEMAS = "#/components/schemas/";

/**
 * A schema as plain JSON Schema (2020-12), for the API reference. A named schema within it becomes a reference to its name.
 */
export function jsonSchemaOf(schema: TSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, plain(value)]));
}

/** A reference to a named schema, or else the schema itself. */
export function referenceTo(schema: TSchema): Record<string, unknown> {
  const name = (schema as ContractSchema)[NAME];
  return name === undefined ? jsonSchemaOf(schema) : { $ref: `${SCHEMAS}${name}` };
}

/** What a keyword holds: schemas, by name or in lists, or plain JSON. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" && value !== null ? referenceTo(value as TSchema) : value;
}
