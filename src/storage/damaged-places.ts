import type { Database } from "bun:sqlite";

/* What is asked only where a print is missing or cannot be read: compiled then. */

/** Where a print is. */
export interface PrintPlace {
  readonly id: number;
  readonly ordinal: number;
}

/** The places of prints from an ordinal on, of the index of ordinals alone: no row is read. */
export function placesFrom(
  database: Database,
  workspaceId: number,
  ordinal: number,
  most: number,
): PrintPlace[] {
  return database
    .query<PrintPlace, [number, number, number]>(
      "SELECT id, ordinal FROM print WHERE workspace_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?",
    )
    .all(workspaceId, ordinal, most);
}

/** Whether there are bytes of a print: one that has a row no more was not removed, but lost. */
export function hasBytes(database: Database, printId: number): boolean {
  return (
    database
      .query<{ one: number }, [number]>("SELECT 1 AS one FROM print_data WHERE print_id = ?")
      .get(printId) !== null
  );
}
