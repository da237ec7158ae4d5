import { existsSync } from "node:fs";
import { databasePath } from "../platform/data-folder.ts";
import { type CheckedDatabase, countOf } from "../storage/database-check.ts";
import { openForReading, unsharedAddress } from "../storage/database.ts";
import { hasForeignLog, logBytes } from "../storage/generation.ts";
import { type KnownSince, knownTo, NOTHING_KNOWN } from "./known-since.ts";

/** The database that is there before a restore. */
export interface PresentState {
  /** What it holds; `null` where there is none, or it is too damaged to tell. */
  readonly counted: CheckedDatabase | null;
  readonly known: KnownSince;
}

/**
 * Looks at the database of a folder as far as it can be read, and changes nothing. To be called with the service's lock held.
 */
export function lookAtPresent(folder: string): PresentState {
  const path = databasePath(folder);
  if (!existsSync(path)) return { counted: null, known: NOTHING_KNOWN };
  try {
    const database = openForReading(unsharedAddress(path, logBytes(path) > 0 && !hasForeignLog(path)));
    try {
      const known = knownTo(database);
      return { counted: countIfWhole(() => countOf(database)), known };
    } finally {
      database.close();
    }
  } catch {
    return { counted: null, known: NOTHING_KNOWN };
  }
}

function countIfWhole(count: () => CheckedDatabase): CheckedDatabase | null {
  try {
    return count();
  } catch {
    return null;
  }
}
