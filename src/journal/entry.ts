import { type CanonicalValue, canonicalJson } from "./canonical-json.ts";
import { type Hash, leafHash } from "./hash.ts";

/**
 * What the journal has entries of. `stored` is implied: each print has one, and no row of it. `adopted`: a print from before
 * there was a journal. `corrected`: a wrong clock was put right. `purged` and `erased`: a print was removed for good, and this is
 * its tombstone. `replaced`: the database was restored from a backup.
 */
export const JOURNAL_ENTRY_KINDS = [
  "stored",
  "adopted",
  "changed",
  "filled",
  "deleted",
  "restored",
  "corrected",
  "purged",
  "erased",
  "replaced",
] as const;

export type JournalEntryKind = (typeof JOURNAL_ENTRY_KINDS)[number];

/** Particulars of an entry: never anything of a receipt. */
export type JournalDetails = Readonly<Record<string, CanonicalValue | undefined>>;

/** An entry of the journal of a workspace. */
export interface JournalEntry {
  readonly kind: JournalEntryKind;
  /** The print that it is about; `null` for one about all. */
  readonly printId: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** What is known of the print from then on (`printState`); `null` where there is nothing more of it. */
  readonly state: Hash | null;
  readonly details: JournalDetails | null;
}

/** The text whose hash is a leaf of the tree: canonical JSON. */
export function entryText({ kind, printId, at, state, details }: JournalEntry): string {
  // In their order; this is done for each print that is stored.
  return (
    `{"at":${at}${details === null ? "" : `,"details":${canonicalJson(details)}`},"entry":"${kind}"` +
    `${printId === null ? "" : `,"print":${printId}`}${state === null ? "" : `,"state":"${state.toHex()}"`}}`
  );
}

/** The leaf of an entry. */
export function entryLeaf(entry: JournalEntry): Hash {
  return leafHash(entryText(entry));
}
