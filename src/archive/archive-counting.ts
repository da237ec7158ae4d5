import { sql } from "drizzle-orm";
import type { IndexStatus } from "../domain/index-status.ts";
import type { Counting } from "../storage/ports/writing.ts";
import type { PostgresDatabase } from "../storage/postgres/connection.ts";
import { countTextPending } from "../storage/postgres/text-progress.ts";

/** Tells how much of a workspace is found by its text. The indexes of the database are never behind. */
export class ArchiveCounting implements Counting {
  constructor(private readonly database: Pick<PostgresDatabase, "read">) {}

  read({ id }: { readonly id: number }): Promise<IndexStatus> {
    return this.database.read(async (snapshot) => {
      const row = await snapshot.first<{ readonly prints: number }>(
        sql`SELECT print_count AS prints FROM workspace WHERE id = ${id}`,
      );
      const prints = row?.prints ?? 0;
      return { prints, sealed: prints, textPending: await countTextPending(snapshot, id) };
    });
  }
}
