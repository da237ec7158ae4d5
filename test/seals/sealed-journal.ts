import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { entryText, type JournalEntryKind } from "../../src/journal/entry.ts";
import { type Hash, leafHash, nodeHash, sha256 } from "../../src/journal/hash.ts";
import { consistencyPath, inclusionPath, rootOf } from "../../src/journal/merkle-proof.ts";
import { stateText } from "../../src/journal/print-state.ts";
import { hashOfSeal, type Seal, sealText } from "../../src/journal/seal.ts";
import { makeProof, type NumberedEntry, type Proof } from "../../src/seals/proof.ts";

const SERVICE = "01936f5e-0000-7000-8000-000000000001";
const BEGAN = Date.UTC(2026, 0, 1);
const PRINTS_BETWEEN_SEALS = 250;

/** A print of {@link SealedJournal}. */
interface MadePrint {
  readonly bytes: Uint8Array;
  readonly entries: NumberedEntry[];
  states: string[];
}

/** A journal in memory, with seals: prints of random bytes, some of them changed, deleted or erased later. */
export class SealedJournal {
  readonly entries: string[] = [];
  readonly seals: string[] = [];
  readonly prints = new Map<number, MadePrint>();
  private readonly leaves: Hash[] = [];
  private readonly random: SeededRandom;

  constructor(seed: number, count: number) {
    this.random = new SeededRandom(seed);
    for (let id = 1; id <= count; id++) {
      this.store(id);
      if (this.random.happens(0.2)) this.change(this.random.integer(1, id));
      if (id % PRINTS_BETWEEN_SEALS === 0 || id === count) this.seal();
    }
  }

  /** The journal as `tillroll journal export` writes it. */
  get lines(): string[] {
    const sealsAt = Map.groupBy(this.seals, (text) => (JSON.parse(text) as Seal).size);
    return this.entries.flatMap((text, leaf) => [text, ...(sealsAt.get(leaf + 1) ?? [])]);
  }

  /** Seals what there is. */
  seal(): void {
    const previous = this.seals.at(-1);
    const size = this.leaves.length;
    const text = sealText({
      seal: this.seals.length + 1,
      service: SERVICE,
      workspace: 1,
      slug: "default",
      size,
      root: rootOf(this.subtree, size).toHex(),
      sealedAt: BEGAN + size,
      newestAt: BEGAN + size - 1,
      ...(previous !== undefined && { previous: hashOfSeal(previous) }),
    });
    this.seals.push(text);
  }

  /** The proof of a print, with the first seal that covers it and the newest. @param bytes the file's name */
  proofOf(printId: number, bytes = `${printId}.bin`): Proof {
    const { entries, states } = this.printOf(printId);
    const first = this.seals.find((text) => (JSON.parse(text) as Seal).size > (entries[0]?.leaf ?? 0));
    const newest = this.seals.at(-1) ?? "";
    const seals = [...new Set([first ?? newest, newest])].map((text) => ({ text, timeStamp: null }));
    return makeProof(
      { printId, entries, states, bytes: states.length === 0 ? null : bytes, seals },
      {
        inclusion: (leaf, size) => inclusionPath(this.subtree, leaf, size),
        consistency: (earlier, size) => consistencyPath(this.subtree, earlier, size),
      },
    );
  }

  printOf(printId: number): MadePrint {
    const print = this.prints.get(printId);
    if (print === undefined) throw new Error(`there is no print ${printId}`);
    return print;
  }

  private store(id: number): void {
    const bytes = this.random.bytes(this.random.integer(1, 400));
    const print: MadePrint = { bytes, entries: [], states: [] };
    this.prints.set(id, print);
    this.enter(id, "stored", this.stateOf(id, "{}"));
  }

  private change(id: number): void {
    const print = this.printOf(id);
    if (print.states.length === 0) return;
    const kind =
      this.random.pick(["changed", "filled", "deleted", "restored", "erased"] as const) ?? "changed";
    const isErased = kind === "erased";
    if (isErased) print.states = [];
    const tag = JSON.stringify({ device: `Kasse ${this.random.integer(1, 9)}`, größe: "ÄÖÜ €" });
    this.enter(id, kind, isErased ? null : this.stateOf(id, tag));
  }

  private enter(id: number, kind: JournalEntryKind, state: string | null): void {
    const print = this.printOf(id);
    const at = BEGAN + this.entries.length;
    const text = entryText({
      kind,
      printId: id,
      at,
      state: state === null ? null : sha256(state),
      details: kind === "erased" ? { reason: "wegen Art. 17" } : null,
    });
    if (state !== null) print.states.push(state);
    print.entries.push({ leaf: this.entries.length, text });
    this.entries.push(text);
    this.leaves.push(leafHash(text));
  }

  private stateOf(id: number, tag: string): string {
    const { bytes } = this.printOf(id);
    const none = { ...NO_FIELDS, printerId: null, defaultWidth: null, deletedAt: null };
    const times = { createdAt: BEGAN, updatedAt: BEGAN };
    const facts = {
      id,
      workspaceId: 1,
      ordinal: id - 1,
      userId: 1,
      tag,
      testPrint: false,
      ...none,
      ...times,
    };
    const content = { sha256: sha256(bytes), byteLength: bytes.byteLength, width: 48 };
    return stateText({ ...facts, ...content }, this.random.bytes(12));
  }

  private readonly subtree = (level: number, index: number): Hash => {
    if (level === 0) return this.leaves[index] ?? sha256("");
    return nodeHash(this.subtree(level - 1, index * 2), this.subtree(level - 1, index * 2 + 1));
  };
}
