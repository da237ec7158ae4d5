import type { Database } from "bun:sqlite";
import type { FindingCode } from "../../src/verification/findings.ts";

/** What a forger does to the files of a shop whose service has stopped. */
export interface ForgedFiles {
  readonly database: Database;
  /** The data folder, whose database is open. */
  readonly folder: string;
}

/** Something that is done behind the service's back, and what verifying must say of it. */
export interface Forgery {
  readonly name: string;
  /** SQL, or more than that. */
  readonly forge: readonly string[] | ((files: ForgedFiles) => void);
  /**
   * What is found with the database alone; `null` for nothing. Where the database itself is another one, `forge` leaves it
   * closed.
   */
  readonly alone: FindingCode | null;
  /** What is found with the seals that are kept elsewhere, where that is something else. */
  readonly withSeals?: FindingCode | null;
  /** Why it is not found, where it is not. */
  readonly why?: string;
}
