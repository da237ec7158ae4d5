import type { TSchema } from "@sinclair/typebox";
import { type ContractSchema, NAME } from "./values.ts";

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
