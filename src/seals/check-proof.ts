import { leafHash, sha256 } from "../journal/hash.ts";
import { verifyConsistency, verifyInclusion } from "../journal/merkle-proof.ts";
import { hashOfSeal, readSeal, type Seal } from "../journal/seal.ts";
import { PROOF_FORMAT, type Proof, type ProofFindings } from "./proof.ts";

/* The procedure of check.py once more: each checks what the other says. */

/** What an entry says that is of use here. */
interface ReadEntry {
  readonly entry: string;
  readonly at: number;
  readonly print?: number;
  readonly state?: string;
}

/** What a state says that is of use here. */
interface ReadState {
  readonly id: number;
  readonly workspaceId: number;
  readonly sha256: string;
  readonly byteLength: number;
}

/** The entries that a print begins with, and those that end it. */
const FIRST = new Set(["stored", "adopted"]);
const LAST = new Set(["erased", "purged"]);

/** A proof that does not hold; its message says in a clause why. */
export class ProofFault extends Error {}

/**
 * Checks a proof by itself.
 * @param readBytes the print's bytes, by the name that the proof has for them
 * @param held hashes of the seals that were kept elsewhere; without them, any seal is believed
 * @throws ProofFault
 */
export async function checkProof(
  proof: Proof,
  readBytes: (name: string) => Promise<Uint8Array>,
  held: ReadonlySet<string> | null,
): Promise<ProofFindings> {
  need(proof.format === PROOF_FORMAT, "this is no proof");
  const entries = proof.entries.map((text) => JSON.parse(text) as ReadEntry);
  const seals = proof.anchors.map(({ seal }) => readSeal(seal) ?? fail("a seal is none"));
  const [first] = entries;
  const [firstSeal] = seals;
  if (first === undefined || firstSeal === undefined || !FIRST.has(first.entry))
    throw new ProofFault("nothing says when it was stored");
  need(
    entries.every(({ print }) => print === proof.print),
    "an entry is about another print",
  );
  checkPaths(proof, seals);
  checkGrowth(proof, seals);
  await checkStates(proof, entries, firstSeal, readBytes);
  const kinds = entries.map(({ entry }) => entry);
  return { printId: proof.print, kinds, enteredAt: first.at, ...trustedSeals(proof, seals, held) };
}

/** A seal that nobody holds shows nothing of what comes after those that somebody does: whoever made the files made it. */
function trustedSeals(
  { anchors, entries }: Proof,
  seals: readonly Seal[],
  held: ReadonlySet<string> | null,
): Pick<ProofFindings, "seal" | "whole"> {
  const trusted = seals.flatMap(({ seal: number, sealedAt }, index) => {
    const { seal: text = "", paths = [] } = anchors[index] ?? {};
    const hash = hashOfSeal(text);
    const isWhole = paths.length === entries.length;
    return held === null || held.has(hash) ? [{ isWhole, told: { number, sealedAt, hash } }] : [];
  });
  const [seal] = trusted;
  if (seal === undefined) fail("none of its seals is one of those that were kept elsewhere");
  const whole = trusted.find(({ isWhole }) => isWhole);
  const last = trusted.at(-1)?.told.number;
  if (whole === undefined)
    fail(`what was entered after seal ${last} is in none of the seals that were kept elsewhere`);
  return { seal: seal.told, whole: whole.told };
}

/** Each entry is in the tree of each seal that covers it, and all are in that of the last. */
function checkPaths({ entries, leaves, anchors }: Proof, seals: readonly Seal[]): void {
  need(entries.length === leaves.length, "the entries have no numbers");
  need(
    leaves.every((leaf, index) => index === 0 || leaf > (leaves[index - 1] ?? leaf)),
    "the entries are not in their order",
  );
  for (const [index, { size, root, seal }] of seals.entries()) {
    const paths = anchors[index]?.paths ?? [];
    const covered = leaves.filter((leaf) => leaf < size);
    need(paths.length === covered.length, "a path is missing");
    for (const [position, leaf] of covered.entries()) {
      const path = hashesOf(paths[position] ?? []);
      need(
        verifyInclusion(leafHash(entries[position] ?? ""), leaf, size, path, Uint8Array.fromHex(root)),
        `entry ${leaf} is not what seal ${seal} was made of`,
      );
    }
  }
  need(anchors.at(-1)?.paths.length === entries.length, "not all is sealed");
}

/** The journal of each seal began as that of the one before. */
function checkGrowth({ consistency }: Proof, seals: readonly Seal[]): void {
  need(consistency.length === seals.length - 1, "the seals do not belong together");
  for (const [index, path] of consistency.entries()) {
    const [earlier, later] = [seals[index], seals[index + 1]];
    if (earlier === undefined || later === undefined) return;
    const isOne = earlier.service === later.service && earlier.workspace === later.workspace;
    const roots = [Uint8Array.fromHex(earlier.root), Uint8Array.fromHex(later.root)] as const;
    need(
      isOne &&
        earlier.seal < later.seal &&
        verifyConsistency(earlier.size, later.size, hashesOf(path), ...roots),
      "the journal was rewritten between two seals",
    );
  }
}

/** What the print is said to be is what was entered, and its bytes are those that were stored. */
async function checkStates(
  proof: Proof,
  entries: readonly ReadEntry[],
  { workspace }: Seal,
  readBytes: (name: string) => Promise<Uint8Array>,
): Promise<void> {
  const known = entries.flatMap(({ state }) => (state === undefined ? [] : [state]));
  const states = new Map(
    proof.states.map((text) => [sha256(text).toHex(), JSON.parse(text) as ReadState] as const),
  );
  need(
    [...states.keys()].every((state) => known.includes(state)),
    "what the print is said to be is not what was entered",
  );
  if (entries.some(({ entry }) => LAST.has(entry))) return;
  need(states.has(known.at(-1) ?? ""), "it is not said what the print is");
  const bytes = await readBytes(proof.bytes ?? fail("it names no file of the print's bytes"));
  const hash = sha256(bytes).toHex();
  for (const { id, workspaceId, sha256: stored, byteLength } of states.values()) {
    need(id === proof.print && workspaceId === workspace, "this is another print");
    need(stored === hash && byteLength === bytes.byteLength, "the bytes are others");
  }
}

function hashesOf(path: readonly string[]): Uint8Array[] {
  return path.map((hash) => Uint8Array.fromHex(hash));
}

function need(holds: boolean, fault: string): void {
  if (!holds) fail(fault);
}

function fail(fault: string): never {
  throw new ProofFault(fault);
}
