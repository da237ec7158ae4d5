import type { GivenPrintFields, PrintFields } from "../contract/print-fields.ts";
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
 * @param print it, or its row
 */
export function printToJson(print: Print & { readonly ordinal?: number }): string {
  const { id, workspaceId, userId, tag, testPrint, recognised, ordinal: _, ...others } = print;
  const { createdAt, updatedAt, deletedAt, ...fields } = others;
  const created = formatInstant(createdAt);
  const updated = updatedAt === createdAt ? created : formatInstant(updatedAt);
  const deleted = deletedAt === null ? "null" : `"${formatInstant(deletedAt)}"`;
  return (
    `{"id":${id},"workspaceId":${workspaceId},"userId":${userId},${JSON.stringify(fields).slice(1, -1)},` +
    `"tag":${tag},"testPrint":${testPrint},"recognised":${recognised},"deleted":${deletedAt !== null},"deletedAt":${deleted},` +
    `"createdAt":"${created}","updatedAt":"${updated}"}`
  );
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
