import type { Database } from "bun:sqlite";
import type { Recognition } from "../recognition/recognised.ts";

/** Reads what was recognised in the pictures of prints. */
export class RecognitionReader {
  private readonly content;

  constructor(database: Database) {
    this.content = database.query<{ content: Uint8Array }, [number]>(
      "SELECT content FROM print_recognition WHERE print_id = ?",
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
}
