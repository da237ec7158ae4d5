import type { Static } from "@sinclair/typebox";
import { decodeBase64 } from "../domain/base64.ts";
import { checkRawSize, type PrintRequest } from "../domain/create-print.ts";
import { throwIfAny } from "../domain/errors.ts";
import type { NewPrint } from "../domain/print.ts";
import type { PrintPatch } from "../domain/update-print.ts";
import { isJsonObject, IssueList } from "../domain/validation.ts";
import { read, readInto } from "./check.ts";
import { type Parameters, valueOf } from "./query.ts";
import { mapFields, PRINT_FIELD_NAMES, type PrintFieldName } from "./print-fields.ts";
import { CreatePrint, metadata, UpdatePrint } from "./print.ts";
import * as t from "./schema.ts";

/**
 * Reads the body of "Create print (base64 JSON)" (contract, section 4.1).
 * @throws TillrollError BAD_REQUEST with all faults, PRINT_DATA_TOO_LARGE
 */
export function readJsonPrint(body: unknown, maximumBytes: number): PrintRequest {
  const issues = new IssueList();
  const given = readInto(CreatePrint, body, issues);
  const text = isJsonObject(body) ? body["raw"] : null;
  const raw = typeof text === "string" ? decodeBase64(text) : null;
  if (typeof text === "string" && raw === null)
    issues.add("raw", "is not base64 (RFC 4648, standard or URL-safe alphabet).");
  throwIfAny(issues.issues);
  const bytes = raw ?? new Uint8Array(0);
  checkRawSize(bytes.byteLength, maximumBytes);
  return { raw: bytes, print: newPrintOf(given) };
}

const Metadata = t.object(metadata);

/**
 * Reads the query parameters of "Create print (binary)" (contract, section 4.2). Unknown parameters are ignored.
 * Of a parameter given twice the last counts, except `tag`, which repeats.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readQueryPrint(query: Parameters): NewPrint {
  const issues = new IssueList();
  const value = (name: keyof typeof metadata) => {
    const text = query.last(name);
    return text === null ? null : valueOf(text, metadata[name]);
  };
  const given = { ...mapFields(value), tag: readQueryTags(query.all("tag"), issues) };
  const fields = readInto(Metadata, given, issues);
  throwIfAny(issues.issues);
  return newPrintOf(fields);
}

/** Splits each `key=value` at the first `=`: the value may hold more of them. */
function readQueryTags(pairs: readonly string[], issues: IssueList): Record<string, string> {
  const entries: [string, string][] = [];
  for (const pair of pairs) {
    const split = pair.indexOf("=");
    if (split < 0) issues.add("tag", 'must have the form key=value, with "=" written as %3D.');
    else entries.push([pair.slice(0, split), pair.slice(split + 1)]);
  }
  return Object.fromEntries(entries);
}

function newPrintOf(given: Static<typeof Metadata>): NewPrint {
  const tag = new Map<string, string>();
  for (const key in given.tag) tag.set(key, given.tag[key] ?? "");
  const print: { tag: NewPrint["tag"] } & { [Name in PrintFieldName]?: unknown } = { tag };
  for (const name of PRINT_FIELD_NAMES) print[name] = given[name] ?? null;
  return print as NewPrint;
}

/**
 * Reads the body of "Update print metadata" (contract, section 4.4). An unknown or read-only field is a fault.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readPrintPatch(body: unknown): PrintPatch {
  const { tag, ...fields } = read(UpdatePrint, body);
  if (tag === undefined) return fields;
  return { ...fields, tag: tag === null ? null : new Map(Object.entries(tag)) };
}
