import type { Database } from "bun:sqlite";
import type { PrintCodes } from "./fiscal-writer.ts";
import type { CardNote } from "./card-store.ts";
import type { PrintUpdate } from "./write-operation.ts";

/** A change of what is recognised in pictures. */
export type RecognitionChange =
  /** Notes that reading a print is begun, so that one that ends the service each time can be given up. */
  { readonly do: "begin"; readonly printId: number } | ({ readonly do: "store" } & ReadPrint);

/** What was read in the pictures of a print. */
export interface ReadPrint extends PrintUpdate {
  /** `RecognisedSummary` as JSON; `null` where nothing was read. */
  readonly summary: string | null;
  /** `Recognition` as JSON, packed with zstd. */
  readonly content: Uint8Array;
  /** What searches look through, joined by line feeds; empty for nothing. */
  readonly lines: string;
  /** The hashes of its pictures that were read for the first time, with the number of each. */
  readonly readings: readonly { readonly hash: Uint8Array; readonly number: number }[];
  /** The languages that its words are of. */
  readonly foundLanguages: readonly string[];
  /** Full card numbers that were read. */
  readonly cards?: CardNote;
  /** The fiscal codes that were read. */
  readonly codes?: PrintCodes;
}

/** Writes what is recognised in pictures, inside a transaction that the caller begins and commits. */
export class RecognitionWriter {
  private readonly statements;

  constructor(database: Database) {
    this.statements = {
      queue: database.query<unknown, [number]>(
        "INSERT OR IGNORE INTO recognition_queue (print_id) SELECT ?1 " +
          "WHERE NOT EXISTS (SELECT 1 FROM print_recognition WHERE print_id = ?1)",
      ),
      begin: database.query<unknown, [number]>(
        "UPDATE recognition_queue SET attempts = attempts + 1 WHERE print_id = ?",
      ),
      remove: database.query<unknown, [number]>("DELETE FROM recognition_queue WHERE print_id = ?"),
      store: database.query<unknown, [number, Uint8Array, string]>(
        "INSERT OR REPLACE INTO print_recognition (print_id, content, lines) VALUES (?, ?, ?)",
      ),
      reading: database.query<unknown, [Uint8Array, number, number]>(
        "INSERT OR IGNORE INTO picture_reading (hash, print_id, number) VALUES (?, ?, ?)",
      ),
      language: database.query<unknown, [number, string]>(
        "INSERT INTO recognition_language (workspace_id, language, prints) VALUES (?, ?, 1) " +
          "ON CONFLICT DO UPDATE SET prints = prints + 1",
      ),
      text: database.query<unknown, [string, number]>(
        "INSERT OR REPLACE INTO recognition_text (workspace_id, ordinal, lines) " +
          "SELECT workspace_id, ordinal, ? FROM print WHERE id = ?",
      ),
    };
  }

  /** Has the pictures of prints read, but of those that were. */
  queue(printIds: readonly number[]): void {
    for (const id of printIds) this.statements.queue.run(id);
  }

  /** Notes that reading a print is begun. */
  begin(printId: number): void {
    this.statements.begin.run(printId);
  }

  /** A print is not to be read any more. */
  giveUp(printId: number): void {
    this.statements.remove.run(printId);
  }

  /** Stores what was read, all but what changes the print itself. */
  store({ workspaceId, printId, content, lines, readings, foundLanguages }: ReadPrint): void {
    const { statements } = this;
    statements.remove.run(printId);
    statements.store.run(printId, content, lines);
    for (const { hash, number } of readings) statements.reading.run(hash, printId, number);
    for (const language of foundLanguages) statements.language.run(workspaceId, language);
    if (lines !== "") statements.text.run(lines, printId);
  }
}
