import { CompactRange, RUN_LEAVES } from "../journal/compact-range.ts";
import { emptyRoot, type Hash, sameHash } from "../journal/hash.ts";
import { hashOfSeal, readSeal, type Seal, type StoredSeal } from "../journal/seal.ts";
import { timeStampFault } from "../seals/time-stamp/time-stamp.ts";
import type { Findings } from "./findings.ts";
import type { VerificationStatements } from "./journal-rows.ts";
import type { JournalHeadRow } from "../storage/journal-rows.ts";

/** Seals that are read at a time. */
const PIECE_SEALS = 64;

/** Rebuilds the tree of a workspace from its leaves, and compares it with the hashes and the seals that were kept. */
export class TreeVerifier {
  private readonly range = CompactRange.empty();
  private seals: StoredSeal[] = [];
  private lastSeal: { readonly stored: StoredSeal; readonly seal: Seal | null } | null = null;
  /** The first seal whose root is another one; those after it are not told of, since each has it below. */
  private wrongRoot: number | null = null;
  /** Where the database was replaced after the last seal: numbers may be left out. */
  private isReplaced = false;
  sealCount = 0;

  constructor(
    private readonly workspaceId: number,
    private readonly statements: VerificationStatements,
    private readonly service: string | null,
    private readonly findings: Findings,
  ) {}

  /** How many leaves there are so far. */
  get size(): number {
    return this.range.size;
  }

  /** @param leaf `null` for one that is missing */
  append(leaf: Hash | null): void {
    const run = this.range.append(leaf ?? emptyRoot());
    if (run !== null) this.verifyRun(run.number, run.hash);
    this.verifySeals();
  }

  noteReplaced(): void {
    this.isReplaced = true;
  }

  /** To be called when all leaves are there. */
  end(head: JournalHeadRow): void {
    const { size, edge, lastSeal } = head;
    const subject = { workspaceId: this.workspaceId };
    if (size > this.size)
      this.findings.add(
        "HEAD",
        subject,
        `The journal had ${size} entries, and ${size - this.size} are missing at its end.`,
      );
    else if (size < this.size || Buffer.compare(this.range.toBytes(), edge) !== 0)
      this.findings.add(
        "HEAD",
        subject,
        "The hashes at the end of the journal are not those of its entries.",
      );
    const lastRun = this.statements.lastRun.get(this.workspaceId)?.number ?? -1;
    const runs = Math.floor(this.size / RUN_LEAVES);
    if (lastRun >= runs)
      this.findings.add(
        "TREE",
        subject,
        `The hash of entries from ${runs * RUN_LEAVES} on is kept, and they are missing.`,
      );
    for (let next = this.nextSeal(); next !== undefined; next = this.nextSeal()) {
      const message = `Seal ${next.number} is of ${next.size} entries, and there are ${this.size}: the others were removed.`;
      this.findings.add("SEAL_ROOT", subject, message);
      this.verifySeal(next);
    }
    if (lastSeal > (this.lastSeal?.stored.number ?? 0) && !this.isReplaced)
      this.findings.add("SEAL", subject, `Seal ${lastSeal} was made, and is missing.`);
  }

  private verifyRun(number: number, hash: Hash): void {
    const kept = this.statements.run.get(this.workspaceId, number);
    if (kept !== null && sameHash(kept.hash, hash)) return;
    const first = number * RUN_LEAVES;
    const what = kept === null ? "The hash is missing of" : "The hash is another one of";
    const message = `${what} entries ${first} to ${first + RUN_LEAVES - 1}.`;
    this.findings.add("TREE", { workspaceId: this.workspaceId, entry: first }, message);
  }

  /** Those of the entries so far. */
  private verifySeals(): void {
    for (let next = this.nextSeal(); next !== undefined && next.size <= this.size; next = this.nextSeal()) {
      const seal = this.verifySeal(next);
      if (seal === null || this.wrongRoot !== null) continue;
      if (next.size === this.size && this.range.root().toHex() === seal.root) continue;
      this.wrongRoot = next.number;
      const message = `Entries 0 to ${next.size - 1} are not those of seal ${next.number}, nor of those after it.`;
      this.findings.add("SEAL_ROOT", { workspaceId: this.workspaceId, entry: next.size - 1 }, message);
    }
  }

  private nextSeal(): StoredSeal | undefined {
    if (this.seals.length === 0)
      this.seals = this.statements.seals.all(
        this.workspaceId,
        this.lastSeal?.stored.number ?? 0,
        PIECE_SEALS,
      );
    return this.seals[0];
  }

  /** Checks what a seal says, and takes it from those that are next. @returns what it says; `null` where that cannot be read */
  private verifySeal(stored: StoredSeal): Seal | null {
    const { number, size, text, timeStamp } = stored;
    const subject = { workspaceId: this.workspaceId };
    const tell = (message: string) => this.findings.add("SEAL", subject, message);
    this.seals.shift();
    this.sealCount++;
    const before = this.lastSeal;
    const seal = readSeal(text);
    this.lastSeal = { stored, seal };
    if (number !== (before?.stored.number ?? 0) + 1 && !this.isReplaced)
      tell(`The seal before seal ${number} is missing.`);
    this.isReplaced = false;
    const fault = timeStamp === null ? null : timeStampFault(timeStamp, text);
    if (fault !== null)
      this.findings.add("SEAL_STAMP", subject, `The time stamp of seal ${number}: ${fault}.`);
    if (seal === null) tell(`Seal ${number} is not what the service writes.`);
    else {
      const isOwn =
        seal.seal === number &&
        seal.size === size &&
        seal.workspace === this.workspaceId &&
        seal.service === this.service;
      if (!isOwn) tell(`Seal ${number} is one of another journal.`);
      const previous = before === null ? undefined : hashOfSeal(before.stored.text);
      if (seal.previous !== previous) tell(`Seal ${number} does not go on from the one before it.`);
    }
    return seal;
  }
}
