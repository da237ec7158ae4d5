import { maskCards } from "../cards/card-numbers.ts";
import { readSeal, type StoredSeal } from "../journal/seal.ts";
import type { JournalReader } from "../storage/journal-reader.ts";
import type { SealStore } from "../storage/seal-store.ts";
import { makeProof, type Proof } from "./proof.ts";
import { sealName } from "./seal-place.ts";

/** Names of the files that a proof speaks of, from where it is itself. */
export interface ProofFiles {
  /** Of the print's bytes. */
  readonly bytes: string;
  /** The folder of the seals, with a slash at its end; empty for the same one. */
  readonly seals: string;
}

/** What is in the database of journals and seals. */
export interface SealedDatabase {
  readonly journal: JournalReader;
  readonly seals: SealStore;
}

/**
 * The proof of a print.
 * @param number of a further seal to prove it by, such as one that somebody has kept
 * @returns `null` where the newest seal does not cover all about it yet, or there is no such print
 * @throws Error where the journal is damaged
 */
export function proofOfPrint(
  { journal, seals }: SealedDatabase,
  workspaceId: number,
  printId: number,
  files: ProofFiles,
  number: number | null = null,
): Proof | null {
  const newest = seals.newest(workspaceId);
  const entries = journal.entriesOf(workspaceId, printId);
  const [first] = entries;
  if (newest === null || first === undefined || (entries.at(-1)?.leaf ?? 0) >= newest.size) return null;
  const states = journal.statesOf(workspaceId, printId);
  const wanted = number === null ? null : seals.get(workspaceId, number);
  const anchors = anchorsOf(seals, workspaceId, first.leaf, newest, wanted);
  return makeProof(
    {
      printId,
      entries,
      states,
      bytes: states.length === 0 ? null : files.bytes,
      seals: anchors.map(({ text, timeStamp }) => ({
        text,
        timeStamp: timeStamp === null ? null : `${files.seals}${sealName(text)}.tsr`,
      })),
    },
    {
      inclusion: (leaf, size) => journal.inclusion(workspaceId, leaf, size),
      consistency: (earlier, size) => journal.consistency(workspaceId, earlier, size),
    },
  );
}

/** Whether what a proof says of a print, its label and tags, has full card numbers; they are masked elsewhere. */
export function hasCardNumbers({ states }: Proof): boolean {
  return states.some((text) => maskCards(text) !== text);
}

/** The seals of a proof by their texts. */
export function sealsOf(proof: Proof, { seals }: SealedDatabase, workspaceId: number): StoredSeal[] {
  return proof.anchors.flatMap(({ seal }) => {
    const stored = seals.get(workspaceId, readSeal(seal)?.seal ?? 0);
    return stored === null ? [] : [stored];
  });
}

/** The first seal that covers an entry, the first of these with a time stamp, one that is wanted, and the newest. */
function anchorsOf(
  store: SealStore,
  workspaceId: number,
  leaf: number,
  newest: StoredSeal,
  wanted: StoredSeal | null,
): StoredSeal[] {
  const first = store.covering(workspaceId, leaf) ?? newest;
  const stamped = store.stampedFrom(workspaceId, first.number);
  const anchors = [first, stamped, wanted, newest].filter((seal) => seal !== null);
  const byNumber = new Map(anchors.map((seal) => [seal.number, seal]));
  return [...byNumber.values()]
    .filter(({ number }) => number >= first.number)
    .toSorted((one, other) => one.number - other.number);
}
