import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { databasePath } from "../platform/data-folder.ts";
import type { CheckedDatabase } from "../storage/database-check.ts";
import { openForReading, unsharedAddress } from "../storage/database.ts";
import { hasForeignLog, logBytes } from "../storage/generation.ts";
import { type KnownSince, knownTo, NOTHING_KNOWN } from "./known-since.ts";

/** How the database that is there before a restore is to the restored one. */
export interface PresentState {
  /**
   * `none`: there is none. `later`: it went on from what is restored. `other`: it is another service's, or older.
   * `unreadable`: it is too damaged to tell.
   */
  readonly kind: "none" | "later" | "other" | "unreadable";
  /** How many prints a later one has that the restored one has not; else 0. */
  readonly laterPrints: number;
  /** When it stored its newest print, epoch milliseconds; `null` where that cannot be told. */
  readonly newestPrintAt: number | null;
  readonly known: KnownSince;
}

/** By what databases of one service are known. */
interface Lineage {
  /** When its first start was, epoch milliseconds. */
  readonly begun: number;
  /** The highest number given to a print. */
  readonly lastPrint: number;
}

const NONE: PresentState = { kind: "none", laterPrints: 0, newestPrintAt: null, known: NOTHING_KNOWN };

/**
 * Looks at the database of a folder as far as it can be read, and changes nothing. To be called with the service's lock held.
 * @param restored a connection to the one that is to take its place, and what it holds
 */
export function lookAtPresent(folder: string, restored: Database, held: CheckedDatabase): PresentState {
  const path = databasePath(folder);
  if (!existsSync(path)) return NONE;
  try {
    const database = openForReading(unsharedAddress(path, logBytes(path) > 0 && !hasForeignLog(path)));
    try {
      return compare(database, lineageOf(restored), held);
    } finally {
      database.close();
    }
  } catch {
    return { ...NONE, kind: "unreadable" };
  }
}

function compare(present: Database, restored: Lineage, { highestPrintId }: CheckedDatabase): PresentState {
  const { begun, lastPrint } = lineageOf(present);
  const newest = present
    .query<{ at: number }, []>("SELECT created_at AS at FROM print ORDER BY id DESC LIMIT 1")
    .get();
  const newestPrintAt = newest?.at ?? null;
  if (begun !== restored.begun || lastPrint < restored.lastPrint)
    return { ...NONE, kind: "other", newestPrintAt };
  const later = present
    .query<{ prints: number }, [number]>("SELECT count(*) AS prints FROM print WHERE id > ?")
    .get(highestPrintId);
  return { kind: "later", laterPrints: later?.prints ?? 0, newestPrintAt, known: knownTo(present) };
}

/** Whether two databases are of one service, whatever has happened since. */
export function areOfOneService(one: Database, other: Database): boolean {
  return lineageOf(one).begun === lineageOf(other).begun;
}

function lineageOf(database: Database): Lineage {
  const row = database
    .query<Lineage, []>(
      "SELECT (SELECT min(created_at) FROM user) AS begun, " +
        "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'print'), 0) AS lastPrint",
    )
    .get();
  return row ?? { begun: 0, lastPrint: 0 };
}
