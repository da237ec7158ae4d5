import { sql } from "drizzle-orm";
import { zstdDecompressSync } from "node:zlib";
import type { Recognition } from "../../recognition/recognised.ts";
import { searchedRecognition } from "../../search/text/receipt-lines.ts";
import { BATCH_LIMITS } from "../../contract/upstream-messages.ts";
import type { Statements } from "./connection.ts";
import { insertRows, recordset } from "./recordset.ts";
import { lockTexts } from "./text-progress.ts";

/** What was recognised in the pictures of a print. */
export interface StoredRecognition {
  readonly printId: number;
  /** `Recognition` as JSON, packed with zstd. */
  readonly content: Uint8Array;
  /** What searches look through, a line feed between two. */
  readonly lines: string;
}

/**
 * Looks at what a shop has recognised in a print's pictures. @param packed in base64
 * @returns `null` where it is none: the print counts without it
 */
export function readShippedRecognition(
  packed: string | undefined,
): Omit<StoredRecognition, "printId"> | null {
  if (packed === undefined) return null;
  try {
    const content = Uint8Array.fromBase64(packed);
    const text = zstdDecompressSync(content, { maxOutputLength: BATCH_LIMITS.unpackedRecognitionBytes });
    return { content, lines: searchedRecognition(JSON.parse(text.toString()) as Recognition).join("\n") };
  } catch {
    return null;
  }
}

/**
 * Stores what was recognised in prints, in place of what was before. Searches find it at once where the prints have text,
 * else when they get it.
 */
export async function storeRecognitions(
  transaction: Statements,
  workspaceId: number,
  recognitions: readonly StoredRecognition[],
): Promise<void> {
  if (recognitions.length === 0) return;
  const rows = recognitions.map(({ printId, content, lines }) => ({
    workspace_id: workspaceId,
    print_id: printId,
    content,
    lines,
  }));
  // What reads the texts of these prints just now stores them before this, or with it.
  await lockTexts(transaction, workspaceId);
  await transaction.run(
    sql`UPDATE print_text SET lines = concat_ws(chr(10),
        nullif(rtrim(left(print_text.lines, length(print_text.lines) - length(coalesce(before.lines, ''))), chr(10)), ''),
        nullif(fresh.lines, ''))
      FROM ${recordset("print_recognition", rows)} AS fresh
      LEFT JOIN print_recognition AS before ON before.workspace_id = ${workspaceId} AND before.print_id = fresh.print_id
      WHERE print_text.workspace_id = ${workspaceId} AND print_text.print_id = fresh.print_id`,
  );
  await transaction.run(
    sql`${insertRows("print_recognition", rows)} ON CONFLICT (workspace_id, print_id)
      DO UPDATE SET content = excluded.content, lines = excluded.lines`,
  );
}

/** What was recognised in the pictures of a print, packed as it is stored; `null` where the shop has told none. */
export async function readPackedRecognition(
  statements: Statements,
  workspaceId: number,
  printId: number,
): Promise<Uint8Array | null> {
  const row = await statements.first<{ readonly content: Buffer }>(
    sql`SELECT content FROM print_recognition WHERE workspace_id = ${workspaceId} AND print_id = ${printId}`,
  );
  return row === null ? null : new Uint8Array(row.content);
}
