import type { Database } from "bun:sqlite";

/**
 * Finds ordinals of prints in a workspace. Ids ascend with the ordinals, so a binary search in the index of ordinals finds an
 * id among millions in some twenty steps, without an index of ids that every new print would pay for.
 */
export class PrintOrdinals {
  private readonly last;
  private readonly firstFrom;

  /** @param database a reading connection */
  constructor(database: Database) {
    this.last = database.query<{ end: number | null }, [number]>(
      "SELECT max(ordinal) + 1 AS end FROM print WHERE workspace_id = ?",
    );
    this.firstFrom = database.query<{ id: number; ordinal: number }, [number, number]>(
      "SELECT id, ordinal FROM print WHERE workspace_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT 1",
    );
  }

  /** The ordinal that the next print to be stored will have. */
  end(workspaceId: number): number {
    return this.last.get(workspaceId)?.end ?? 0;
  }

  /** The ordinal of the first print with an id greater than this one, stored already or not; the id may be any number. */
  after(workspaceId: number, id: number): number {
    let from = 0;
    let to = this.end(workspaceId);
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const found = this.firstFrom.get(workspaceId, middle);
      if (found === null || found.id > id) to = middle;
      else from = found.ordinal + 1;
    }
    return from;
  }
}
