import type { Database } from "bun:sqlite";
import type { Recognition } from "../recognition/recognised.ts";

/** A print whose pictures are to be read next. */
export interface WaitingPrint {
  readonly printId: number;
  readonly workspaceId: number;
  /** How often that was begun before. */
  readonly attempts: number;
}

/** Reads what was recognised in the pictures of prints, and which print is next. */
export class RecognitionReader {
  private readonly content;
  private readonly first;

  constructor(database: Database) {
    this.content = database.query<{ content: Uint8Array }, [number]>(
      "SELECT content FROM print_recognition WHERE print_id = ?",
    );
    // The newest first, since that is what people look for; one that failed before comes last.
    this.first = database.query<WaitingPrint, []>(
      "SELECT print_id AS printId, attempts, workspace_id AS workspaceId FROM recognition_queue " +
        "CROSS JOIN print ON print.id = print_id WHERE attempts >= 0 ORDER BY attempts, print_id DESC LIMIT 1",
    );
  }

  /** What was recognised in the pictures of a print, as JSON of a `Recognition`; `null` where none was read. */
  recognitionText(printId: number): string | null {
    const row = this.content.get(printId);
    return row === null ? null : Bun.zstdDecompressSync(row.content).toString();
  }

  /** What was recognised in the pictures of a print, from the top of its paper; `null` where none was read. */
  recognitionOf(printId: number): Recognition | null {
    const text = this.recognitionText(printId);
    return text === null ? null : (JSON.parse(text) as Recognition);
  }

  /** The print whose pictures are to be read next; `null` where none waits. */
  next(): WaitingPrint | null {
    return this.first.get();
  }
}
