import type { Database } from "bun:sqlite";
import { databasePath } from "../../src/platform/data-folder.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openDataFolder } from "../../src/storage/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { beginGeneration } from "../../src/storage/generation.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { createOperation } from "../create-operation.ts";

export const MINUTE = 60_000;
/** When the shops of tests were first started, and when they are restored. */
export const START = Date.UTC(2026, 10, 22, 3);
export const NOW = START + 600 * MINUTE;

/** A data folder with prints, as a service has it. */
export class Shop {
  now = START;
  private readonly opened;
  readonly database;
  private readonly writer;
  private isOpen = true;

  constructor(readonly folder: string) {
    this.opened = openDataFolder(folder, START);
    this.database = openForWriting(databasePath(folder));
    beginGeneration(this.database, this.opened.file);
    this.writer = new BatchWriter(this.database, () => this.now);
  }

  write(operation: WriteOperation): number {
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return result.id;
  }

  /** Stores prints, one each minute. */
  prints(count: number, given: Partial<Parameters<typeof createOperation>[0]> = {}): void {
    for (let print = 0; print < count; print++) {
      const raw = crypto.getRandomValues(new Uint8Array(3000));
      this.write(createOperation({ raw, ...given }));
      this.now += MINUTE;
    }
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.database.close();
    this.opened.release();
  }
}

/** What a folder's database has: each print's id, label, whether it is deleted, and its hash. */
export function printsIn(folder: string): unknown[] {
  const opened = openDataFolder(folder, NOW);
  try {
    using database = openForWriting(databasePath(folder));
    return printsOf(database);
  } finally {
    opened.release();
  }
}

export function printsOf(database: Database): unknown[] {
  return database
    .query<Record<string, unknown>, []>(
      "SELECT id, ordinal, label, deleted_at IS NULL AS isThere, hex(sha256) AS hash FROM print JOIN print_data ON print_id = id ORDER BY id",
    )
    .all();
}
