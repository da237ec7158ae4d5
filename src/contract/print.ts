import type { Static, TUnsafe } from "@sinclair/typebox";
import { decodeBase64 } from "../domain/base64.ts";
import { checkRawSize, type PrintRequest } from "../domain/create-print.ts";
import { throwIfAny } from "../domain/errors.ts";
import { PRINT_LIMITS } from "../domain/limits.ts";
import type { NewPrint } from "../domain/print.ts";
import type { PrintPatch } from "../domain/update-print.ts";
import { isJsonObject, IssueList, nameOfType } from "../domain/validation.ts";
import { read, readInto } from "./check.ts";
import { id, instant, tagPatch, tags } from "./fields.ts";
import {
  type GivenPrintFields,
  mapFields,
  NO_FIELDS,
  PRINT_FIELD_NAMES,
  PRINT_FIELDS,
  type PrintFieldName,
  type PrintFields,
  STORED_FIELDS,
} from "./print-fields.ts";
import { type QueryParameters, valueOf } from "./query.ts";
import { RecognisedSummary } from "./recognised.ts";
import * as t from "./schema.ts";

type SchemasOf<Values> = { readonly [Name in PrintFieldName & keyof Values]: TUnsafe<Values[Name]> };

export const Print = t.object(
  {
    id: id("Ascending in order of creation, never used again."),
    workspaceId: id("The workspace it belongs to."),
    userId: id("The user whose token created it."),
    ...STORED_FIELDS,
    tag: tags(),
    testPrint: t.flag("True only for a test print of the dashboard or command line."),
    recognised: t.nullable(
      RecognisedSummary,
      "What was read in its pictures, which is a guess; null where nothing was, or not yet.",
    ),
    deleted: t.flag("Whether it is marked deleted."),
    deletedAt: t.nullable(instant(), "When it was marked deleted, else null."),
    createdAt: instant("When it was stored; never decreases within a workspace."),
    updatedAt: instant("When its metadata last changed."),
  },
  {
    name: "Print",
    description: "A stored print. All fields are always present.",
    examples: [
      {
        ...NO_FIELDS,
        id: 1,
        printKey: "0199b6f2-6c1e-7000-8a53-0d9c8e2f4b11",
        workspaceId: 1,
        userId: 1,
        deviceId: "till-2",
        label: "Order 1001",
        tag: { orderId: "1001" },
        width: 48,
        testPrint: false,
        recognised: null,
        deleted: false,
        deletedAt: null,
        createdAt: "2026-01-31T18:30:00.000Z",
        updatedAt: "2026-01-31T18:30:00.000Z",
      },
    ],
  },
);

/** What lists have in the place of a print whose row is damaged: nothing of it is told. */
export const DamagedPrint = t.object(
  {
    id: id("The print's."),
    workspaceId: id("The workspace it belongs to."),
    damaged: t.flag(
      "Always true: what is stored of it is damaged on the disk, so that nothing else is told.",
    ),
  },
  {
    name: "DamagedPrint",
    description: "Stands for a print whose data is damaged on the disk. Restore it from a backup.",
    examples: [{ id: 1, workspaceId: 1, damaged: true }],
  },
);

/** What is known of a print when it is created, whatever the way; `null` counts as not given, as in a Print sent back. */
export const metadata = t.optional({
  ...(mapFields((name) => t.nullable(PRINT_FIELDS[name].schema)) as SchemasOf<GivenPrintFields>),
  tag: t.nullable(tags()),
});

export const CreatePrint = t.object(
  {
    // Whether it is base64 is seen when it is decoded, so that it is not read twice.
    raw: t.textOf(() => true, "", {
      fault: (value) => `must be the ESC/POS bytes as a base64 string, not ${nameOfType(value)}.`,
      contentEncoding: "base64",
      minLength: 2,
      description:
        "The ESC/POS bytes in base64 (RFC 4648): standard or URL-safe alphabet, padded or not, line breaks allowed. " +
        `The decoded print may have up to ${PRINT_LIMITS.rawBytes} bytes unless the operator set another limit.`,
    }),
    ...metadata,
  },
  {
    name: "CreatePrint",
    fault: (value) => `The body must be a JSON object with "raw", not ${nameOfType(value)}.`,
    description: "Unknown fields are ignored: a print is never lost to an extra field.",
    examples: [{ raw: "G0BIZWxsbwo=", label: "Order 1001", deviceId: "till-2", tag: { orderId: "1001" } }],
  },
);

const changed = mapFields((name) => {
  const { schema, isAlwaysThere } = PRINT_FIELDS[name];
  return isAlwaysThere ? schema : t.nullable(schema, "null removes it.");
}) as SchemasOf<PrintFields>;

/** A print always has a key and a width, so `null`, which would remove them, is a fault. */
export const UpdatePrint = t.strict(t.optional({ ...changed, tag: t.nullable(tagPatch) }), {
  name: "UpdatePrint",
  fault: (value) => `The body must be a JSON object (a merge patch, RFC 7396), not ${nameOfType(value)}.`,
  description: "A JSON merge patch (RFC 7396). Unknown and read-only fields are refused.",
  examples: [{ label: "Order 1001 (paid)", tag: { paid: "yes", table: null } }],
});

export type PrintPatchBody = Static<typeof UpdatePrint>;
export type PrintAnswer = Static<typeof Print>;
export type DamagedPrintAnswer = Static<typeof DamagedPrint>;

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
export function readQueryPrint(query: QueryParameters): NewPrint {
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
