import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../platform/remove-tree.ts";
import { notFound, TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
import { openForReading } from "../storage/database.ts";
import { decodeContent, type StoredContent } from "../storage/raw-content.ts";
import { requireScratch } from "./drill.ts";
import type { BuildOptions, RestorableState } from "./restore-source.ts";

/**
 * Takes the bytes of one print out of a state, without restoring it.
 * @param parent a folder with room for the whole database, which is built there for a moment
 * @throws TillrollError NOT_FOUND when the state has no such print; as building the state
 */
export async function takePrint(
  state: RestorableState,
  printId: number,
  parent: string,
  options: BuildOptions,
): Promise<Uint8Array> {
  requireScratch(state, parent);
  const scratch = mkdtempSync(join(parent, "tillroll-print-"));
  try {
    const path = databasePath(scratch);
    await state.writeDatabase(path, options);
    return readPrint(path, printId);
  } finally {
    removeTree(scratch);
  }
}

function readPrint(path: string, printId: number): Uint8Array {
  const database = openForReading(path);
  try {
    const stored = database
      .query<StoredContent, [number]>(
        "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
      )
      .get(printId);
    if (stored !== null) return decodeContent(printId, stored);
    const { message } = notFound("print", printId);
    throw new TillrollError("NOT_FOUND", message.replace("workspace", "backup"), { printId });
  } finally {
    database.close();
  }
}
