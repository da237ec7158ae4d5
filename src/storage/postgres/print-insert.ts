import { type SQL, sql } from "drizzle-orm";
import { FILTERED_FIELDS, PRINT_FIELD_NAMES } from "../../contract/print-fields.ts";
import type { Print } from "../../domain/print.ts";
import { fold } from "../../domain/text.ts";
import { columnName } from "../column-name.ts";
import { fingerprintOf } from "../print-identity.ts";
import type { StoredContent } from "../raw-content.ts";
import type { Statements } from "./connection.ts";
import { foldedApart } from "./folded-text.ts";
import { insertRows, type RowValue } from "./recordset.ts";
import { tagColumns } from "./stored-tags.ts";

/** Prints of all workspaces have ids of their own, ascending in each: no sequence is asked (design of the schema). */
const IDS_OF_WORKSPACE = 2 ** 32;

/** A print as it is inserted. */
export interface NewPostgresPrint extends Omit<Print, "id"> {
  readonly ordinal: number;
  readonly receivedAt: number;
  /** What its fingerprint is of, where its `createdAt` was put right since; nothing where it is that. */
  readonly identifiedAt?: number | null;
  /** `PaperSettings` as JSON, where its printer had some. */
  readonly paper: string | null;
  readonly defaultWidth: number | null;
  readonly content: Pick<StoredContent, "sha256" | "byteLength">;
}

/** The same with its id. */
export type StoredPostgresPrint = NewPostgresPrint & Pick<Print, "id">;

/** The id of a workspace's print, by how many it had before. */
export function printIdOf(workspaceId: number, position: number): number {
  return workspaceId * IDS_OF_WORKSPACE + position + 1;
}

/** How many prints a workspace was given before one, by its id: the inverse of {@link printIdOf}. */
export function positionOf(workspaceId: number, printId: number): number {
  return printId - workspaceId * IDS_OF_WORKSPACE - 1;
}

/** The workspace that a print's id is of. */
export function workspaceOfPrint(printId: number): number {
  return Math.floor((printId - 1) / IDS_OF_WORKSPACE);
}

/** What follows from fields that can be changed, by its column: texts that `contains` finds, and tags as `jsonb` finds them. */
export function searchedColumns(print: Pick<Print, "tag" | (typeof FILTERED_FIELDS)[number]>) {
  const storedTags = tagColumns(print.tag);
  const tags = storedTags.tag_values;
  const folded = FILTERED_FIELDS.map(
    (name) => [`${columnName(name)}_folded`, foldedApart(print[name])] as const,
  );
  const foldedTags = Array.from(tags, ([key, value]) => [key, foldedApart(value)] as const).filter(
    (tag): tag is [string, string] => tag[1] !== null,
  );
  return {
    ...Object.fromEntries(folded),
    ...storedTags,
    tag_folded: foldedTags.length === 0 ? null : new Map(foldedTags),
    search_text: [print.label ?? "", ...tags.values()].map(fold).join("\n"),
  };
}

/** Inserts prints at ids of theirs; those that are there already stay as they are. Their bytes are not among it. */
export async function insertPrints(
  transaction: Statements,
  prints: readonly StoredPostgresPrint[],
): Promise<void> {
  await storePieces(transaction, prints, sql`ON CONFLICT DO NOTHING`);
}

/** Stores what prints have become that are there. */
export async function updatePrints(
  transaction: Statements,
  prints: readonly StoredPostgresPrint[],
): Promise<void> {
  await storePieces(transaction, prints, UPDATE);
}

/** What becomes of a print; all else of it never changes. */
const CHANGED_COLUMNS = [
  ...PRINT_FIELD_NAMES.map(columnName),
  ...FILTERED_FIELDS.map((name) => `${columnName(name)}_folded`),
  "tag_values",
  "tag_order",
  "tag",
  "tag_folded",
  "search_text",
  "test_print",
  "recognised",
  "created_at",
  "identified_at",
  "updated_at",
  "deleted_at",
  "paper",
  "default_width",
];

const UPDATE = sql.raw(
  "ON CONFLICT (workspace_id, id) DO UPDATE SET " +
    CHANGED_COLUMNS.map((column) => `${column} = excluded.${column}`).join(", "),
);

/** The most rows of a statement: their JSON is one text. */
const ROWS_PER_STATEMENT = 1000;

async function storePieces(
  transaction: Statements,
  prints: readonly StoredPostgresPrint[],
  onConflict: SQL,
): Promise<void> {
  for (let begin = 0; begin < prints.length; begin += ROWS_PER_STATEMENT) {
    const rows = prints.slice(begin, begin + ROWS_PER_STATEMENT).map(printColumns);
    await transaction.run(sql`${insertRows("print", rows)} ${onConflict}`);
  }
}

/** The row of a print, by the names of its columns. */
export function printColumns(print: StoredPostgresPrint): Readonly<Record<string, RowValue>> {
  const { content, createdAt } = print;
  return {
    workspace_id: print.workspaceId,
    id: print.id,
    ordinal: print.ordinal,
    fingerprint: fingerprintOf(print.identifiedAt ?? createdAt, content.sha256),
    user_id: print.userId,
    ...Object.fromEntries(PRINT_FIELD_NAMES.map((name) => [columnName(name), print[name]])),
    ...searchedColumns(print),
    test_print: print.testPrint ? 1 : 0,
    recognised: print.recognised,
    created_at: createdAt,
    updated_at: print.updatedAt,
    deleted_at: print.deletedAt,
    received_at: print.receivedAt,
    identified_at: print.identifiedAt ?? null,
    paper: print.paper,
    default_width: print.defaultWidth,
    sha256: content.sha256,
    byte_length: content.byteLength,
  };
}
