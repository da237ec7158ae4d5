import { sql } from "drizzle-orm";
import { FILTERED_FIELDS, PRINT_FIELD_NAMES } from "../../contract/print-fields.ts";
import { sha256 } from "../../journal/hash.ts";
import { type Print, tagFromJson } from "../../domain/print.ts";
import { fold } from "../../domain/text.ts";
import { columnName } from "../column-name.ts";
import type { StoredContent } from "../raw-content.ts";
import type { Statements } from "./connection.ts";
import { jsonbOf } from "./text-escape.ts";

/** Prints of all workspaces have ids of their own, ascending in each: no sequence is asked (design of the schema). */
const IDS_OF_WORKSPACE = 2 ** 32;

/** How many bytes of a SHA-256 tell a print from another of its ordinal. */
const FINGERPRINT_BYTES = 16;

/** A print as it is inserted. */
export interface NewPostgresPrint extends Omit<Print, "id"> {
  readonly ordinal: number;
  readonly receivedAt: number;
  /** `PaperSettings` as JSON, where its printer had some. */
  readonly paper: string | null;
  readonly defaultWidth: number | null;
  readonly content: Pick<StoredContent, "sha256" | "byteLength">;
}

/** The id of a workspace's print, by how many it had before. */
export function printIdOf(workspaceId: number, position: number): number {
  return workspaceId * IDS_OF_WORKSPACE + position + 1;
}

/** The workspace that an id of {@link printIdOf} is of. */
export function workspaceOfPrint(id: number): number {
  return Math.floor((id - 1) / IDS_OF_WORKSPACE);
}

/** What tells a print from all others of its workspace, for ever: of what never changes. Its bytes are 16. */
export function fingerprintOf(createdAt: number, contentSha256: Uint8Array): Uint8Array {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(createdAt));
  const both = new Uint8Array(time.length + contentSha256.length);
  both.set(time);
  both.set(contentSha256, time.length);
  return sha256(both).subarray(0, FINGERPRINT_BYTES);
}

/** What follows from fields that can be changed, by its column: folded texts, and tags as `jsonb` finds them. */
export function searchedColumns(print: Pick<Print, "tag" | (typeof FILTERED_FIELDS)[number]>) {
  const tags = [...tagFromJson(print.tag)];
  const folded = FILTERED_FIELDS.map((name) => {
    const value = print[name];
    return [`${columnName(name)}_folded`, value === null ? null : fold(value)] as const;
  });
  return {
    ...Object.fromEntries(folded),
    tag_values: jsonbOf(tags),
    tag_folded: jsonbOf(tags.map(([key, value]) => [key, fold(value)])),
  };
}

/** The most rows of a statement: its values are at most 65,535 (PostgreSQL, message formats, Bind). */
const ROWS_PER_STATEMENT = 1000;

/** Inserts prints at ids of theirs; those that are there already stay as they are. Their bytes are not among it. */
export async function insertPrints(
  transaction: Statements,
  prints: readonly (NewPostgresPrint & { readonly id: number })[],
): Promise<void> {
  for (let begin = 0; begin < prints.length; begin += ROWS_PER_STATEMENT) {
    const rows = prints.slice(begin, begin + ROWS_PER_STATEMENT).map(columnsOf);
    const [first] = rows;
    if (first === undefined) return;
    const names = Object.keys(first).join(", ");
    const values = rows.map((row) => sql`(${sql.join(Object.values(row).map(typed), sql`, `)})`);
    await transaction.run(
      sql`INSERT INTO print (${sql.raw(names)}) VALUES ${sql.join(values, sql`, `)} ON CONFLICT DO NOTHING`,
    );
  }
}

/** A print as a row. Tags as `jsonb` go by way of a text: Bun would make a JSON string of one. */
function columnsOf(print: NewPostgresPrint & { readonly id: number }): Readonly<Record<string, unknown>> {
  const { content, createdAt } = print;
  const { tag_values, tag_folded, ...folded } = searchedColumns(print);
  return {
    workspace_id: print.workspaceId,
    id: print.id,
    ordinal: print.ordinal,
    fingerprint: fingerprintOf(createdAt, content.sha256),
    user_id: print.userId,
    ...Object.fromEntries(PRINT_FIELD_NAMES.map((name) => [columnName(name), print[name]])),
    ...folded,
    tag: print.tag,
    tag_values: new Jsonb(tag_values),
    tag_folded: new Jsonb(tag_folded),
    test_print: print.testPrint ? 1 : 0,
    recognised: print.recognised,
    created_at: createdAt,
    updated_at: print.updatedAt,
    deleted_at: print.deletedAt,
    received_at: print.receivedAt,
    paper: print.paper,
    default_width: print.defaultWidth,
    sha256: content.sha256,
    byte_length: content.byteLength,
  };
}

/** The text of a `jsonb` value. */
class Jsonb {
  constructor(readonly text: string) {}
}

function typed(value: unknown) {
  return value instanceof Jsonb ? sql`${value.text}::text::jsonb` : sql`${value}`;
}
