import type { Database } from "bun:sqlite";
import { decodeContent, type StoredContent } from "../storage/raw-content.ts";
import { mendContent } from "./mend-content.ts";

/** For how long damaged bytes are tried to be put right, all together, milliseconds. */
const MENDING_MILLISECONDS = 120_000;

/** Prints that are read at once. */
const PIECE_PRINTS = 500;

interface StoredPrint extends StoredContent {
  readonly printId: number;
}

/** What reading all bytes of prints has found: ids. */
export interface CheckedContents {
  readonly whole: number;
  /** One bit of them was damaged, and is right again. */
  readonly mended: readonly number[];
  /** They were there, and are not what came. */
  readonly damaged: ReadonlySet<number>;
}

/** Compares the bytes of all prints with their SHA-256, puts right what can be, and takes out what is not what came. */
export function checkContents(database: Database, read: (done: number) => void = () => {}): CheckedContents {
  const select = database.query<StoredPrint, [number, number]>(
    "SELECT print_id AS printId, sha256, byte_length AS byteLength, encoding, content FROM print_data " +
      "WHERE print_id > ? ORDER BY print_id LIMIT ?",
  );
  const update = database.query<unknown, [Uint8Array, number, number, Uint8Array, number]>(
    "UPDATE print_data SET sha256 = ?, byte_length = ?, encoding = ?, content = ? WHERE print_id = ?",
  );
  const remove = database.query<unknown, [number]>("DELETE FROM print_data WHERE print_id = ?");
  const deadline = performance.now() + MENDING_MILLISECONDS;
  const mended: number[] = [];
  const damaged = new Set<number>();
  let whole = 0;
  for (let after = 0; ;) {
    const piece = select.all(after, PIECE_PRINTS);
    for (const { printId, ...stored } of piece) {
      after = printId;
      if (isWhole(printId, stored)) {
        whole++;
        continue;
      }
      const right = mendContent(printId, stored, deadline);
      if (right === null) {
        remove.run(printId);
        damaged.add(printId);
        continue;
      }
      update.run(right.sha256, right.byteLength, right.encoding, right.content, printId);
      mended.push(printId);
    }
    read(whole + mended.length + damaged.size);
    if (piece.length < PIECE_PRINTS) return { whole, mended, damaged };
  }
}

function isWhole(printId: number, stored: StoredContent): boolean {
  try {
    decodeContent(printId, stored);
    return true;
  } catch {
    return false;
  }
}
