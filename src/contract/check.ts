import { Kind, type Static, type TObject, type TSchema, TypeRegistry } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { throwIfAny } from "../domain/errors.ts";
import { isJsonObject, IssueList, type JsonObject } from "../domain/validation.ts";
import { addIssues } from "./issues.ts";
import { CHECK, CHECKED, type ContractSchema, TOGETHER } from "./values.ts";

TypeRegistry.Set<ContractSchema>(CHECKED, (schema, value) => schema[CHECK]?.(value) ?? false);

/** Schemas are compiled when they are first used: a start needs few of them. */
const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

function compile(schema: TSchema): TypeCheck<TSchema> {
  const known = compiled.get(schema) ?? TypeCompiler.Compile(schema);
  compiled.set(schema, known);
  return known;
}

/** Whether a value fits a schema. */
export function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return compile(schema).Check(value);
}

/**
 * Reads a parsed JSON body. Lone surrogates, which UTF-8 cannot hold, become U+FFFD, so that answers show what is stored.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function read<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  const issues = new IssueList();
  const value = readInto(schema, body, issues);
  throwIfAny(issues.issues);
  return value;
}

/**
 * As {@link read}, for whoever looks for more faults.
 * @param issues where faults go; after one the value must not be used
 */
export function readInto<Schema extends ContractSchema>(
  schema: Schema,
  body: unknown,
  issues: IssueList,
): Static<Schema> {
  const check = compile(schema);
  if (!check.Check(body)) addIssues(check.Errors(body), issues);
  if (isJsonObject(body)) schema[TOGETHER]?.(body, issues);
  return issues.issues.length === 0 ? (wellFormed(schema, body) as Static<Schema>) : (body as Static<Schema>);
}

/** The value with U+FFFD for lone surrogates, the same one where there are none. What the schema does not name is left. */
function wellFormed(schema: TSchema, value: unknown): unknown {
  if (schema[Kind] !== "Object" || !isJsonObject(value)) return isWellFormed(value) ? value : formWell(value);
  const ill: string[] = [];
  for (const name in (schema as TObject).properties) if (!isWellFormed(value[name])) ill.push(name);
  if (ill.length === 0) return value;
  return { ...value, ...Object.fromEntries(ill.map((name) => [name, formWell(value[name])])) };
}

/** @param value one that fits a schema, so that it is not deep */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  for (const key of Object.keys(value))
    if (!key.isWellFormed() || !isWellFormed((value as JsonObject)[key])) return false;
  return true;
}

function formWell(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(formWell);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key.toWellFormed(), formWell(entry)]),
  );
}
