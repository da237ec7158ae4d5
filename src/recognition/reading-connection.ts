import type { Database } from "bun:sqlite";
import { PrintReader } from "../storage/print-reader.ts";
import { RecognitionQueue } from "../storage/recognition-queue.ts";
import { RecognitionReader } from "../storage/recognition-reader.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";

/** All that reading pictures asks of the database. */
export class ReadingConnection {
  readonly prints: PrintReader;
  readonly workspaces: WorkspaceStore;
  readonly queue: RecognitionQueue;
  readonly recognitions: RecognitionReader;
  private readonly statements;

  constructor(database: Database) {
    this.prints = new PrintReader(database);
    this.workspaces = new WorkspaceStore(database);
    this.queue = new RecognitionQueue(database);
    this.recognitions = new RecognitionReader(database);
    this.statements = {
      waiting: database.query<{ prints: number }, []>("SELECT count(*) AS prints FROM recognition_queue"),
      reading: database.query<{ printId: number; number: number }, [Uint8Array]>(
        "SELECT print_id AS printId, number FROM picture_reading WHERE hash = ?",
      ),
      found: database.query<{ language: string }, [number]>(
        "SELECT language FROM recognition_language WHERE workspace_id = ? ORDER BY prints DESC, language",
      ),
      chosen: database.query<{ languages: string }, [number]>(
        "SELECT recognition_languages AS languages FROM workspace WHERE id = ?",
      ),
    };
  }

  /** How many prints wait for their pictures to be read. */
  waiting(): number {
    return this.statements.waiting.get()?.prints ?? 0;
  }

  /** Which picture of which print has the dots of a hash; `null` where none was read. */
  findReading(hash: Uint8Array): { readonly printId: number; readonly number: number } | null {
    return this.statements.reading.get(hash);
  }

  /** The languages that were found in the pictures of a workspace, the most frequent first. */
  foundLanguages(workspaceId: number): string[] {
    return this.statements.found.all(workspaceId).map(({ language }) => language);
  }

  /** The languages that the pictures of a workspace are to be read in; none where that is to be found out. */
  chosenLanguages(workspaceId: number): readonly string[] {
    return JSON.parse(this.statements.chosen.get(workspaceId)?.languages ?? "[]") as string[];
  }
}
