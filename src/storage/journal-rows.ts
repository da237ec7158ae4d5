import type { Hash } from "../journal/hash.ts";
import type { PrintFacts } from "../journal/print-state.ts";
import { PRINT_COLUMNS, type PrintRow } from "./print-row.ts";

/** What of a row the journal itself has written. */
interface JournalColumns {
  /** The hash of what was known of the print first; `null` before the journal has it, empty where that was removed before. */
  readonly state: Hash | null;
  /** `null` where the state is, and of a removed print. */
  readonly salt: Uint8Array | null;
}

/** A row of `print` with what the journal says of it, and the hash of the print's bytes, which a removed one has not. */
export type JournalRow = PrintRow &
  JournalColumns & { readonly sha256: Uint8Array | null; readonly byteLength: number | null };

/** The columns of a {@link JournalRow}, of the tables {@link JOURNAL_TABLES}. */
export const JOURNAL_COLUMNS = `${PRINT_COLUMNS}, journal_state AS state, journal_salt AS salt, sha256, byte_length AS byteLength`;
export const JOURNAL_TABLES = "print LEFT JOIN print_data ON print_id = print.id";

/** What is known of a print; `null` where it was removed, or its bytes are missing: that must not keep it from being erased. */
export function factsOf(row: JournalRow): PrintFacts | null {
  const { sha256, byteLength, removalId } = row;
  if (removalId !== null || sha256 === null || byteLength === null) return null;
  return { ...row, sha256, byteLength };
}

/** How far the journal of a workspace has got, as its table has it. */
export interface JournalHeadRow {
  /** Leaves of its tree. */
  readonly size: number;
  /** As `CompactRange` reads it. */
  readonly edge: Uint8Array;
  /** How many of the leaves have rows; the others are prints, entered as stored. */
  readonly entries: number;
  /** When the last of these was entered, epoch milliseconds. */
  readonly lastAt: number;
  /** Prints with smaller ordinals were there before there was a journal. */
  readonly firstOrdinal: number;
  /** Of these, those with smaller ordinals have been taken up. */
  readonly adoptedOrdinal: number;
  /** The number of the last seal that was given. */
  readonly lastSeal: number;
}

/** The columns of a {@link JournalHeadRow}, of the table `journal_head`. */
export const HEAD_COLUMNS =
  "size, edge, entries, last_at AS lastAt, first_ordinal AS firstOrdinal, adopted_ordinal AS adoptedOrdinal, " +
  "last_seal AS lastSeal";
