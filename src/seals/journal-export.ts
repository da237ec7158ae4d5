import { SEAL_LIMITS } from "./seal-limits.ts";
import type { SealedDatabase } from "./print-proof.ts";

/** Characters that are handed over at a time. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * The journal of a workspace as lines, as far as it is sealed: the texts of entries in their order, and each seal right after
 * the entries that it covers. What cannot be read ends it with an error.
 */
export function* journalLines({ journal, seals }: SealedDatabase, workspaceId: number): Generator<string> {
  let covered = 0;
  let number = 0;
  for (;;) {
    const piece = seals.after(workspaceId, number, SEAL_LIMITS.piece);
    for (const seal of piece) {
      for (const { text } of journal.texts(workspaceId, covered, seal.size)) yield `${text}\n`;
      yield `${seal.text}\n`;
      covered = seal.size;
      number = seal.number;
    }
    if (piece.length < SEAL_LIMITS.piece) return;
  }
}

/** The same as bytes; nothing is read before what was made before has been taken. */
export function journalStream(database: SealedDatabase, workspaceId: number): ReadableStream<Uint8Array> {
  const lines = journalLines(database, workspaceId);
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        let text = "";
        while (text.length < PIECE_CHARACTERS) {
          const { value, done } = lines.next();
          if (done === true) break;
          text += value;
        }
        if (text === "") controller.close();
        else controller.enqueue(new TextEncoder().encode(text));
      },
    },
    { highWaterMark: 0 },
  );
}
