import type { Database } from "bun:sqlite";
import type { RemovalKind } from "../domain/removal.ts";

/**
 * Notes which prints have changed since their archive got them, inside the transaction in which they change. A workspace
 * without an archive has nothing noted.
 */
export class ShipChanges {
  private readonly statements;
  /** The workspaces that have an archive; `null` where that is to be read. */
  private joined: ReadonlySet<number> | null = null;

  constructor(database: Database) {
    this.statements = {
      joined: database.query<{ id: number }, []>("SELECT workspace_id AS id FROM upstream"),
      note: database.query<unknown, [number, number]>(
        "INSERT OR REPLACE INTO ship_change (workspace_id, ordinal, with_bytes) VALUES (?1, ?2, coalesce(" +
          "(SELECT with_bytes FROM ship_change WHERE workspace_id = ?1 AND ordinal = ?2), 0))",
      ),
    };
  }

  /** To be called whenever a row of `print` changed. */
  note(workspaceId: number, ordinal: number): void {
    this.joined ??= new Set(this.statements.joined.all().map(({ id }) => id));
    if (this.joined.has(workspaceId)) this.statements.note.run(workspaceId, ordinal);
  }

  /** As {@link note}, of a print that is removed: what is only purged stays at the archive. */
  noteRemoval(kind: RemovalKind, workspaceId: number, ordinal: number): void {
    if (kind === "erased") this.note(workspaceId, ordinal);
  }

  /** To be called when a workspace got an archive or left it, or a transaction failed. */
  forget(): void {
    this.joined = null;
  }
}
