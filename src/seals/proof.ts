import type { Hash } from "../journal/hash.ts";
import { readSeal } from "../journal/seal.ts";

/** What the first member of a proof says: how the rest is to be read. */
export const PROOF_FORMAT = "tillroll-proof-1";

/** A seal with the paths that lead from entries to its root. */
export interface ProofAnchor {
  /** The seal's text. */
  readonly seal: string;
  /** For each entry that it covers, from the first on: the hashes beside the way to the root, hexadecimal. */
  readonly paths: readonly (readonly string[])[];
  /** The file with its time stamp, beside the proof; absent where it has none. */
  readonly timeStamp?: string;
}

/**
 * The proof of one print, as JSON: what the journal has about it, and that this is in the tree of a seal. It is checked without
 * the service, by `check.py` or by {@link checkProof}.
 */
export interface Proof {
  readonly format: typeof PROOF_FORMAT;
  readonly print: number;
  /** The texts of the entries about it, in their order. */
  readonly entries: readonly string[];
  /** The numbers of these entries in the journal, from 0. */
  readonly leaves: readonly number[];
  /** The texts whose hashes are states in the entries, the present one last; none where the print was removed for good. */
  readonly states: readonly string[];
  /** The file of the print's bytes, from the proof; absent where it was removed for good. */
  readonly bytes?: string;
  /** The first seal that covers the first entry, and the newest; one where they are the same. */
  readonly anchors: readonly ProofAnchor[];
  /** Between each anchor and the next: that the later tree began with the earlier one (RFC 9162, section 2.1.4), hexadecimal. */
  readonly consistency: readonly (readonly string[])[];
}

/** What a proof that holds shows. */
export interface ProofFindings {
  readonly printId: number;
  /** What was entered about it, in its order, such as `stored`. */
  readonly kinds: readonly string[];
  /** When it was entered first, epoch milliseconds. */
  readonly enteredAt: number;
  /** The first seal of those that were kept elsewhere, by which it was stored; without them, the first. */
  readonly seal: ProofSeal;
  /** The first of them that covers all that was entered about it. */
  readonly whole: ProofSeal;
}

/** A seal by which a proof holds. */
interface ProofSeal {
  readonly number: number;
  readonly sealedAt: number;
  readonly hash: string;
}

/** An entry with its number in the journal. */
export interface NumberedEntry {
  readonly leaf: number;
  readonly text: string;
}

/** A seal for a proof. */
export interface AnchoringSeal {
  readonly text: string;
  /** The file of its time stamp; `null` where it has none. */
  readonly timeStamp: string | null;
}

/** What a proof is made of. */
export interface ProofParts {
  readonly printId: number;
  /** In their order; all that the newest seal covers. */
  readonly entries: readonly NumberedEntry[];
  readonly states: readonly string[];
  readonly bytes: string | null;
  /** In their order; the last covers all entries. */
  readonly seals: readonly AnchoringSeal[];
}

/** The paths in a journal's tree. */
export interface JournalPaths {
  inclusion(leaf: number, size: number): readonly Hash[];
  consistency(earlier: number, size: number): readonly Hash[];
}

/** Makes a proof. @throws RangeError for entries or seals that the journal does not have */
export function makeProof(
  { printId, entries, states, bytes, seals }: ProofParts,
  paths: JournalPaths,
): Proof {
  const sizes = seals.map(({ text }) => readSeal(text)?.size ?? 0);
  return {
    format: PROOF_FORMAT,
    print: printId,
    entries: entries.map(({ text }) => text),
    leaves: entries.map(({ leaf }) => leaf),
    states,
    ...(bytes !== null && { bytes }),
    anchors: seals.map(({ text, timeStamp }, index) => {
      const size = sizes[index] ?? 0;
      const covered = entries.filter(({ leaf }) => leaf < size);
      return {
        seal: text,
        paths: covered.map(({ leaf }) => texts(paths.inclusion(leaf, size))),
        ...(timeStamp !== null && { timeStamp }),
      };
    }),
    consistency: sizes.slice(1).map((size, index) => texts(paths.consistency(sizes[index] ?? 0, size))),
  };
}

function texts(path: readonly Hash[]): string[] {
  return path.map((hash) => hash.toHex());
}
