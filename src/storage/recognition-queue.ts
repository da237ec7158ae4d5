import type { Database } from "bun:sqlite";

/** A print whose pictures are to be read next. */
export interface WaitingPrint {
  readonly printId: number;
  readonly workspaceId: number;
  /** How often that was begun before. */
  readonly attempts: number;
}

/** Tells which prints wait for their pictures to be read. */
export class RecognitionQueue {
  private readonly first;

  constructor(database: Database) {
    // The newest first, since that is what people look for; one that was begun before comes last.
    this.first = database.query<WaitingPrint, []>(
      "SELECT print_id AS printId, attempts, workspace_id AS workspaceId FROM recognition_queue " +
        "CROSS JOIN print ON print.id = print_id WHERE attempts >= 0 ORDER BY attempts, print_id DESC LIMIT 1",
    );
  }

  /** The print whose pictures are to be read next; `null` where none waits. */
  next(): WaitingPrint | null {
    return this.first.get();
  }
}
