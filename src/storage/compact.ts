import type { Database } from "bun:sqlite";
import { REMOVAL_LIMITS } from "../domain/retention-limits.ts";

interface FileFacts {
  /** 2 where free pages can be given back while the service runs. */
  readonly mode: number;
  readonly bytes: number;
}

function factsOf(database: Database): FileFacts {
  const facts = database
    .query<FileFacts, []>(
      "SELECT auto_vacuum AS mode, page_count * page_size AS bytes " +
        "FROM pragma_auto_vacuum, pragma_page_count, pragma_page_size",
    )
    .get();
  if (facts === null) throw new Error("SQLite does not tell its page size");
  return facts;
}

/**
 * Writes the whole database anew, without free pages, as a file of which free ones can be given back from then on. All or
 * nothing of it happens, whatever ends the process.
 * @param database the only connection
 * @returns the sizes of the file, before and after, bytes
 * @throws what SQLite throws: it takes as much free disk as the file has
 */
export function compact(database: Database): { readonly before: number; readonly after: number } {
  const { bytes: before } = factsOf(database);
  database.run("PRAGMA auto_vacuum = INCREMENTAL");
  database.run("VACUUM");
  return { before, after: factsOf(database).bytes };
}

/** Compacts a database of an older Tillroll, of which nothing can be given back yet, where that takes no time to speak of. */
export function compactSmall(database: Database): void {
  const { mode, bytes } = factsOf(database);
  if (mode === 2 || bytes > REMOVAL_LIMITS.compactedAtStartBytes) return;
  try {
    compact(database);
  } catch {
    // Such as a full disk. It serves as it is, and the next start tries again.
  }
}
