import { sql } from "drizzle-orm";
import {
  FILTERED_FIELDS,
  PRINT_FIELD_NAMES,
  PRINT_FIELDS,
  type PrintFieldName,
} from "../../contract/print-fields.ts";
import { notFound } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { RemovedSum } from "../../domain/removal.ts";
import { REMOVAL_LIMITS } from "../../domain/retention-limits.ts";
import { columnName } from "../column-name.ts";
import type { RemovedPiece, RemoveOperation } from "../print-remover.ts";
import type { Statements } from "./connection.ts";
import type { ContentStore } from "./content-store.ts";
import { POSTGRES_MIGRATIONS } from "./migrations/migrations.ts";
import { numberIn } from "./number-array.ts";
import {
  type PostgresPrintRow,
  printFromRow,
  readPrintRows,
  type Removal,
  removedFromRow,
} from "./print-rows.ts";
import { lockTexts } from "./text-progress.ts";
import { WorkspaceWriting } from "./workspace-writing.ts";

/** Tables with rows of single prints, as the schema has them: one that comes later is not forgotten. */
const TABLES_BY_PRINT = POSTGRES_MIGRATIONS.flatMap(({ statements }) =>
  Array.from(statements.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g))
    .filter(([, , columns = ""]) => /^\s*print_id /m.test(columns))
    .map(([, name = ""]) => name),
);

/** What an emptied print has in place of what it had. */
const EMPTIED = [
  ...PRINT_FIELD_NAMES.map((name) => `${columnName(name)} = ${emptyValue(name)}`),
  ...FILTERED_FIELDS.map((name) => `${columnName(name)}_folded = NULL`),
  "tag_values = '{}'::jsonb, tag_order = '', tag = NULL, tag_folded = NULL, search_text = '', test_print = 0, recognised = NULL",
  "paper = NULL, default_width = NULL, sha256 = '', byte_length = 0, updated_at = created_at",
].join(", ");

function emptyValue(name: PrintFieldName): string {
  const { isAlwaysThere, schema } = PRINT_FIELDS[name];
  if (!isAlwaysThere) return "NULL";
  return schema.type === "string" ? "''" : "0";
}

/**
 * Removes prints for good. Their bytes, texts and tags go; that they were there stays.
 * @returns what was removed, and the removal's id, 0 where there was nothing to remove
 * @throws TillrollError NOT_FOUND of erasing alone, with nothing written
 */
export async function removePrints(
  transaction: Statements,
  contents: ContentStore,
  operation: RemoveOperation,
  now: number,
): Promise<{ readonly id: number; readonly piece: RemovedPiece }> {
  const { how, workspaceId, printIds } = operation;
  const writing = await WorkspaceWriting.begin(transaction, workspaceId);
  const rows = new Map(
    (await readPrintRows(transaction, workspaceId, numberIn("id", printIds))).map((row) => [row.id, row]),
  );
  const skipped: number[] = [];
  const wanted: PostgresPrintRow[] = [];
  let bytes = 0;
  let left = printIds.length;
  for (const printId of printIds) {
    if (bytes >= REMOVAL_LIMITS.pieceBytes) break;
    left--;
    const row = rows.get(printId);
    if (row === undefined && how === "erased") throw notFound("print", printId);
    const before = row === undefined ? null : removedFromRow(row)?.kind;
    // Doing it again changes nothing.
    if (row === undefined || before === "erased" || before === how) continue;
    if (how === "purged" && row.deletedAt === null) skipped.push(printId);
    else {
      wanted.push(row);
      bytes += row.byteLength;
    }
  }
  const piece = { prints: wanted.length, bytes, cancelledDeliveries: 0, skipped, left };
  const removal = await noteRemoval(transaction, operation, piece, now);
  const { reason, userId } = operation;
  await emptyPrints(writing, contents, wanted, { kind: how, removedAt: now, reason, userId });
  if (how === "purged" && operation.isLast && removal !== null)
    writing.noteEvent("print.purged", null, now, { removedAt: formatInstant(now), ...removal.sum });
  await writing.end();
  return { id: removal?.id ?? 0, piece };
}

/** Takes everything of prints away but that they were there, and tells of those that were erased. */
export async function emptyPrints(
  writing: WorkspaceWriting,
  contents: ContentStore,
  rows: readonly PostgresPrintRow[],
  removal: Removal,
): Promise<void> {
  const { transaction, workspaceId } = writing;
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  // What reads their texts just now stores them before this, or finds them removed.
  await lockTexts(transaction, workspaceId);
  for (const table of TABLES_BY_PRINT)
    await transaction.run(
      sql`DELETE FROM ${sql.raw(table)} WHERE workspace_id = ${workspaceId} AND ${numberIn("print_id", ids)}`,
    );
  const { removedAt } = removal;
  await transaction.run(
    sql`UPDATE print SET ${sql.raw(EMPTIED)}, removed_at = ${removedAt}, removal = ${JSON.stringify(removal)},
      deleted_at = coalesce(deleted_at, ${removedAt}) WHERE workspace_id = ${workspaceId} AND ${numberIn("id", ids)}`,
  );
  await removeContents(transaction, contents, workspaceId, rows);
  for (const row of rows) {
    if (row.removedAt === null) writing.count(printFromRow(row), null);
    if (removal.kind !== "erased") continue;
    const data = { id: row.id, removedAt: formatInstant(removedAt), reason: removal.reason };
    writing.noteEvent("print.erased", row.id, removedAt, data);
  }
}

/** The bytes of prints go where no other print of the workspace has the same. */
async function removeContents(
  transaction: Statements,
  contents: ContentStore,
  workspaceId: number,
  rows: readonly PostgresPrintRow[],
): Promise<void> {
  const gone = new Map(rows.map(({ sha256 }) => [sha256.toHex(), sha256]));
  const hashes = sql.join(
    Array.from(gone.values(), (hash) => sql`${hash}`),
    sql`, `,
  );
  const others = await transaction.all<{ readonly sha256: Buffer }>(
    sql`SELECT DISTINCT sha256 FROM print WHERE workspace_id = ${workspaceId} AND sha256 IN (${hashes})`,
  );
  for (const { sha256 } of others) gone.delete(sha256.toHex());
  gone.delete("");
  if (gone.size > 0) await contents.erase(transaction, workspaceId, [...gone.values()]);
}

/** Enters the decision. @returns `null` where there is none, and nothing to decide */
async function noteRemoval(
  transaction: Statements,
  { workspaceId, how, userId, reason, removalId }: RemoveOperation,
  { prints, bytes }: RemovedPiece,
  now: number,
): Promise<{ readonly id: number; readonly sum: RemovedSum & { readonly reason: string } } | null> {
  if (prints === 0 && removalId === null) return null;
  if (removalId === null) {
    const last = await transaction.first<{ readonly id: number | null }>(
      sql`SELECT max(id) AS id FROM removal WHERE workspace_id = ${workspaceId}`,
    );
    const id = (last?.id ?? 0) + 1;
    await transaction.run(
      sql`INSERT INTO removal (workspace_id, id, kind, user_id, reason, created_at, prints, bytes)
        VALUES (${workspaceId}, ${id}, ${how}, ${userId}, ${reason}, ${now}, ${prints}, ${bytes})`,
    );
    return { id, sum: { reason, prints, bytes } };
  }
  const sum = await transaction.first<RemovedSum & { readonly reason: string }>(
    sql`UPDATE removal SET prints = prints + ${prints}, bytes = bytes + ${bytes}
      WHERE workspace_id = ${workspaceId} AND id = ${removalId} RETURNING reason, prints, bytes`,
  );
  return sum === null ? null : { id: removalId, sum };
}
