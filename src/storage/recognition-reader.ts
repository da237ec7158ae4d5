import type { Database } from "bun:sqlite";
import type { Recognition } from "../recognition/recognised.ts";

/** A print whose pictures are to be read next. */
export interface WaitingPrint {
  readonly printId: number;
  readonly workspaceId: number;
  /** How often that was begun before. */
  readonly attempts: number;
}

/** Reads what was recognised in the pictures of prints, and which prints wait for that. */
export class RecognitionReader {
  private readonly statements;

  constructor(database: Database) {
    this.statements = {
      content: database.query<{ content: Uint8Array }, [number]>(
        "SELECT content FROM print_recognition WHERE print_id = ?",
      ),
      reading: database.query<{ printId: number; number: number }, [Uint8Array]>(
        "SELECT print_id AS printId, number FROM picture_reading WHERE hash = ?",
      ),
      // The newest first, since that is what people look for; one that failed before comes last.
      next: database.query<WaitingPrint, []>(
        "SELECT print_id AS printId, attempts, workspace_id AS workspaceId FROM recognition_queue " +
          "CROSS JOIN print ON print.id = print_id WHERE attempts = 0 ORDER BY print_id DESC LIMIT 1",
      ),
      again: database.query<WaitingPrint, []>(
        "SELECT print_id AS printId, attempts, workspace_id AS workspaceId FROM recognition_queue " +
          "CROSS JOIN print ON print.id = print_id LIMIT 1",
      ),
      waiting: database.query<{ prints: number }, []>("SELECT count(*) AS prints FROM recognition_queue"),
      languages: database.query<{ language: string }, [number]>(
        "SELECT language FROM recognition_language WHERE workspace_id = ? ORDER BY prints DESC, language",
      ),
      chosen: database.query<{ languages: string }, [number]>(
        "SELECT recognition_languages AS languages FROM workspace WHERE id = ?",
      ),
    };
  }

  /** What was recognised in the pictures of a print, as JSON of a `Recognition`; `null` where none was read. */
  recognitionText(printId: number): string | null {
    const row = this.statements.content.get(printId);
    return row === null ? null : Bun.zstdDecompressSync(row.content).toString();
  }

  /** What was recognised in the pictures of a print, from the top of its paper; `null` where none was read. */
  recognitionOf(printId: number): Recognition | null {
    const text = this.recognitionText(printId);
    return text === null ? null : (JSON.parse(text) as Recognition);
  }

  /** Which picture of which print has the dots of a hash; `null` where none was read. */
  findReading(hash: Uint8Array): { readonly printId: number; readonly number: number } | null {
    return this.statements.reading.get(hash);
  }

  /** The print whose pictures are to be read next; `null` where none waits. */
  next(): WaitingPrint | null {
    return this.statements.next.get() ?? this.statements.again.get();
  }

  /** How many prints wait for their pictures to be read. */
  waiting(): number {
    return this.statements.waiting.get()?.prints ?? 0;
  }

  /** The languages that were found in the pictures of a workspace, the most frequent first. */
  foundLanguages(workspaceId: number): string[] {
    return this.statements.languages.all(workspaceId).map(({ language }) => language);
  }

  /** The languages that the pictures of a workspace are to be read in; none where that is to be found out. */
  chosenLanguages(workspaceId: number): readonly string[] {
    return JSON.parse(this.statements.chosen.get(workspaceId)?.languages ?? "[]") as string[];
  }
}
