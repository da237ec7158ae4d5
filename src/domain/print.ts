import { type GivenPrintFields, PRINT_FIELD_NAMES, type PrintFields } from "../contract/print-fields.ts";
import { formatInstant } from "./instant.ts";

/** A stored print's metadata (contract, section 2.1). Times are epoch milliseconds. */
export interface Print extends PrintFields {
  readonly id: number;
  readonly workspaceId: number;
  readonly userId: number;
  /** The tags as the text of a JSON object: kept as it is stored, and spliced into answers. */
  readonly tag: string;
  readonly testPrint: boolean;
  /** What was read in its pictures (`RecognisedSummary`), as the text of JSON like the tags; `null` where nothing was. */
  readonly recognised: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** What a client gives when it creates a print; `null` where it gave nothing. */
export interface NewPrint extends GivenPrintFields {
  readonly tag: ReadonlyMap<string, string>;
}

/**
 * A Print as the JSON of every answer: all fields, always. Written by hand because the tags are stored as JSON text
 * already, and a page of a thousand prints need not parse and write them again.
 */
export function printToJson(print: Print): string {
  const { id, workspaceId, userId, tag, testPrint, recognised, createdAt, updatedAt, deletedAt } = print;
  const created = formatInstant(createdAt);
  const updated = updatedAt === createdAt ? created : formatInstant(updatedAt);
  const deleted = deletedAt === null ? "null" : `"${formatInstant(deletedAt)}"`;
  return (
    `{"id":${id},"workspaceId":${workspaceId},"userId":${userId}${fieldsToJson(print)},` +
    `"tag":${tag},"testPrint":${testPrint},"recognised":${recognised},"deleted":${deletedAt !== null},"deletedAt":${deleted},` +
    `"createdAt":"${created}","updatedAt":"${updated}"}`
  );
}

/** What stands before the value of a field. */
const MEMBERS = PRINT_FIELD_NAMES.map((name) => [name, `,${JSON.stringify(name)}:`] as const);

function fieldsToJson(print: PrintFields): string {
  let text = "";
  for (const [name, member] of MEMBERS) {
    const value = print[name];
    text += member + (typeof value === "string" ? JSON.stringify(value) : value);
  }
  return text;
}

/** The tag, with the value "true", of a print whose client had sent the same bytes within the minute before. */
export const REPEATED_TAG = "repeated";

/** Tags as JSON text. `Object.fromEntries` makes own properties, so a tag named `__proto__` is kept. */
export function tagToJson(tag: ReadonlyMap<string, string>): string {
  return JSON.stringify(Object.fromEntries(tag));
}

/** Tags from the JSON text of {@link tagToJson}. */
export function tagFromJson(text: string): Map<string, string> {
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}
