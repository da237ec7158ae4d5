import type { Database } from "bun:sqlite";
import { sql } from "drizzle-orm";
import { printFromWholeRow, PRINT_COLUMNS, type PrintRow } from "../../../src/storage/print-row.ts";
import type { PostgresDatabase } from "../../../src/storage/postgres/connection.ts";
import { recount } from "../../../src/storage/postgres/print-counts.ts";
import { insertPrints, printIdOf } from "../../../src/storage/postgres/print-insert.ts";

/** What a removed print has in place of what it had. */
const EMPTIED = sql`tag_values = '{}', tag_order = '', tag = NULL, tag_folded = NULL, search_text = '', print_key = '', print_key_folded = NULL, label = NULL,
  label_folded = NULL, device_id = NULL, device_id_folded = NULL, quantity = NULL, sha256 = ''`;

/** The prints of a shop's file, in a database of an archive: each at the id that its workspace and ordinal give it. */
export class CopiedPrints {
  private readonly originals = new Map<number, number>();
  private readonly copies = new Map<number, number>();

  /** Copies all prints of all workspaces, those that were removed too. */
  static async make(from: Database, to: PostgresDatabase): Promise<CopiedPrints> {
    const copied = new CopiedPrints();
    const workspaces = from.query<{ id: number; slug: string }, []>("SELECT id, slug FROM workspace").all();
    await to.write(0, async (transaction) => {
      for (const { id, slug } of workspaces)
        await transaction.run(
          sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at) VALUES (${id}, ${slug}, ${slug}, '{}', 0)`,
        );
      const rows = from
        .query<PrintRow & { sha256: Uint8Array | null; byteLength: number | null }, []>(
          `SELECT ${PRINT_COLUMNS}, sha256, byte_length AS byteLength FROM print LEFT JOIN print_data ON print_id = id`,
        )
        .all();
      const prints = rows.map((row) => ({
        ...printFromWholeRow(row),
        id: copied.note(row),
        ordinal: row.ordinal,
        receivedAt: copied.receivedAt(row.id, row.createdAt),
        paper: null,
        defaultWidth: row.defaultWidth,
        content: { sha256: row.sha256 ?? new Uint8Array(), byteLength: row.byteLength ?? 0 },
      }));
      await insertPrints(transaction, prints);
      for (const { removalId, workspaceId, id } of rows) {
        if (removalId === null) continue;
        await transaction.run(
          sql`UPDATE print SET removed_at = 1, ${EMPTIED} WHERE workspace_id = ${workspaceId} AND id = ${copied.copyOf(id)}`,
        );
      }
    });
    for (const { id } of workspaces) await recount(to, id);
    return copied;
  }

  /** When the archive had a print: not in the order of creation, so that one order is told from the other. */
  receivedAt(id: number, createdAt: number): number {
    return createdAt + ((id * 7919) % 101);
  }

  /** The id of a print's copy. */
  copyOf(id: number): number {
    return this.copies.get(id) ?? NaN;
  }

  /** The print that a copy's id is of. */
  originalOf(id: number): number {
    return this.originals.get(id) ?? NaN;
  }

  /** An answer about copies as it would be of the originals. */
  asOriginal(json: string): string {
    return json.replace(/(?<="(?:id|before|after)":)\d{10,}/g, (id) => String(this.originalOf(Number(id))));
  }

  /** The same of a table. */
  inTable(csv: string): string {
    return csv.replace(/(?<=[, ])\d{10,}(?=[, ])/g, (id) => String(this.originals.get(Number(id)) ?? id));
  }

  private note({ id, workspaceId, ordinal }: PrintRow): number {
    const copy = printIdOf(workspaceId, ordinal);
    this.originals.set(copy, id);
    this.copies.set(id, copy);
    return copy;
  }
}
