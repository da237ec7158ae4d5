import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { isJsonObject, type IssueList, nameOfType, pathOf } from "../domain/validation.ts";
import { type ContractSchema, type Fault, FAULT, MEMBER } from "./values.ts";

/* TypeBox's errors as the faults of an answer: a path such as `tag.and.0.op`, and a sentence that says what to do. */

/** Faults of one body that are looked for: a body of a million fields is not worth a million sentences. */
const MAXIMUM_ERRORS = 1000;

/** Characters of a field's name in a path: one that is longer is the very fault. */
const NAME_CHARACTERS = 100;

/** Adds an issue for each fault of a body. */
export function addIssues(errors: Iterable<ValueError>, issues: IssueList): void {
  let left = MAXIMUM_ERRORS;
  for (const error of errors) {
    // The field that is missing has an error of its own, in its place among the fields.
    if (error.type === ValueErrorType.ObjectRequiredProperty) continue;
    addIssue(error, issues);
    if (--left === 0) return;
  }
}

function addIssue(error: ValueError, issues: IssueList): void {
  const path = pathOfPointer(error.path);
  const fault = faultOf(error);
  if (typeof fault === "string") issues.add(path, fault);
  else if (fault === null) addIssues(error.errors[bestVariant(error.schema, error.value) ?? 0] ?? [], issues);
  else
    for (const { field, message } of fault)
      issues.add(field === null ? path : pathOf(path, readableName(field)), message);
}

/** A JSON pointer as a path: `/tag/and/0/op` is `tag.and.0.op`. */
function pathOfPointer(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => readableName(part.replaceAll("~1", "/").replaceAll("~0", "~")))
    .join(".");
}

function readableName(field: string): string {
  return field.slice(0, NAME_CHARACTERS).toWellFormed();
}

/** What is wrong, in words; `null` where the errors of a union's variant tell. */
function faultOf({ schema, value, type, path }: ValueError): Fault {
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    const { [MEMBER]: member = "field" }: ContractSchema = schema;
    return `is not a ${member} here; the ${member}s are ${fieldsOf(schema)}.`;
  }
  if (type === ValueErrorType.ArrayMaxItems && Array.isArray(value))
    return `must have at most ${schema["maxItems"]} entries, not ${value.length}.`;
  const own = (schema as ContractSchema)[FAULT]?.(value) ?? null;
  if (own !== null) return own;
  if (schema[Kind] === "Union" && bestVariant(schema, value) !== null) return null;
  if (path === "") return `The body must be a JSON object, not ${nameOfType(value)}.`;
  return `must be ${formOf(schema)}, not ${nameOfType(value)}.`;
}

function fieldsOf(schema: TSchema): string {
  return Object.keys((schema as TObject).properties).join(", ");
}

/** The variant of a union that a faulty value was meant to be, by its index; `null` when it is like none of them. */
function bestVariant(schema: TSchema, value: unknown): number | null {
  const likeness = variantsOf(schema).map((variant) => likenessOf(variant, value));
  const best = Math.max(...likeness);
  return best < 0 ? null : likeness.indexOf(best);
}

/** How many fields of a variant a value has; -1 when it is of another type. */
function likenessOf(schema: TSchema, value: unknown): number {
  if (schema[Kind] === "Union")
    return Math.max(...variantsOf(schema).map((variant) => likenessOf(variant, value)));
  if (schema["type"] === "array") return Array.isArray(value) ? 0 : -1;
  if (schema["type"] !== "object") return typeof value === schema["type"] ? 0 : -1;
  if (!isJsonObject(value)) return -1;
  return Object.keys(schema["properties"] ?? {}).filter((name) => Object.hasOwn(value, name)).length;
}

/** What fits a schema, with its article; for one of several things, each of them. */
function formOf(schema: TSchema): string {
  if (schema[Kind] !== "Union") return `${/^[ao]/.test(schema["type"]) ? "an" : "a"} ${schema["type"]}`;
  const forms = formsOf(schema);
  return `${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}`;
}

function formsOf(schema: TSchema): string[] {
  if (schema[Kind] === "Union") return variantsOf(schema).flatMap(formsOf);
  if (schema[Kind] === "Null") return ["null"];
  return [schema[Kind] === "Object" ? `{${fieldsOf(schema)}}` : formOf(schema)];
}

function variantsOf(schema: TSchema): TSchema[] {
  return schema["anyOf"] as TSchema[];
}
