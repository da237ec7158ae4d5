import { Kind, type Static, type TObject, type TSchema, TypeRegistry } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { throwIfAny } from "../domain/errors.ts";
import { isJsonObject, IssueList, type JsonObject } from "../domain/validation.ts";
import { addIssues } from "./issues.ts";
import { CHECK, CHECKED, type ContractSchema, TOGETHER } from "./values.ts";

TypeRegistry.Set<ContractSchema>(CHECKED, (schema, value) => schema[CHECK]?.(value) ?? false);

/** A schema that was compiled, and the fields that it names, where it is an object. */
interface Compiled {
  readonly check: TypeCheck<TSchema>;
  readonly fields: readonly string[] | null;
}

/** Schemas are compiled when they are first used: a start needs few of them. */
const compiled = new WeakMap<TSchema, Compiled>();

function compile(schema: TSchema): Compiled {
  return compiled.getOrInsertComputed(schema, () => ({
    check: TypeCompiler.Compile(schema),
    fields: schema[Kind] === "Object" ? Object.keys((schema as TObject).properties) : null,
  }));
}

/** Whether a value fits a schema. */
export function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return compile(schema).check.Check(value);
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
  const { check, fields } = compile(schema);
  if (!check.Check(body)) addIssues(check.Errors(body), issues);
  if (isJsonObject(body)) schema[TOGETHER]?.(body, issues);
  return issues.issues.length === 0 ? (wellFormed(body, fields) as Static<Schema>) : (body as Static<Schema>);
}

/**
 * The value with U+FFFD for lone surrogates, the same one where there are none.
 * @param fields those to look at; `null` for all
 */
function wellFormed(value: unknown, fields: readonly string[] | null): unknown {
  if (fields === null || !isJsonObject(value)) return isWellFormed(value) ? value : formWell(value);
  const ill = fields.filter((name) => !isWellFormed(value[name]));
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
