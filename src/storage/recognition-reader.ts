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

  /** What was recognised in the pictures of a print, packed as it is stored; `null` where none was read. */
  packedRecognition(printId: number): Uint8Array | null {
    return this.content.get(printId)?.content ?? null;
  }

  /** What was recognised in the pictures of a print, from the top of its paper; `null` where none was read. */
  recognitionOf(printId: number): Recognition | null {
    const packed = this.packedRecognition(printId);
    return packed === null ? null : unpackRecognition(packed);
  }
}

/** What was recognised, from the form in which it is stored: JSON packed with zstd. */
export function unpackRecognition(packed: Uint8Array): Recognition {
  return JSON.parse(Bun.zstdDecompressSync(packed).toString()) as Recognition;
}
