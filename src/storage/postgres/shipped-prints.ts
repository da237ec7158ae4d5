import { PRINT_FIELD_NAMES } from "../../contract/print-fields.ts";
import type { EventKind } from "../../domain/event.ts";
import type { Print } from "../../domain/print.ts";
import type { ShippedPrint } from "../../contract/upstream-messages.ts";
import { fingerprintOf } from "../print-identity.ts";
import type { Statements } from "./connection.ts";
import type { ContentStore } from "./content-store.ts";
import { insertPrints, printIdOf, type StoredPostgresPrint, updatePrints } from "./print-insert.ts";
import { emptyPrints } from "./print-removal.ts";
import {
  type PostgresPrintRow,
  printFromRow,
  readRowsByOrdinal,
  removedFromRow,
  requireRow,
} from "./print-rows.ts";
import { readShippedRecognition, storeRecognitions } from "./recognition-store.ts";
import { WorkspaceWriting } from "./workspace-writing.ts";

/**
 * What became of a print of a shop. `ignored`: it was as new, or newer, already, or was erased. `missing`: it is to be
 * erased and is not there.
 */
export type ShippedOutcome = "new" | "changed" | "erased" | "ignored" | "missing";

export interface ShippedOptions {
  readonly contents: ContentStore;
  /** Whom the prints of the shop are by. */
  readonly userId: number;
  /** When they came, epoch milliseconds. */
  readonly now: number;
}

/**
 * Stores prints of a shop whose bytes are stored already, in the order of their arrival: what is not there is inserted, what
 * is there changes unless it is newer, and what is erased stays so for ever. Doing it again changes nothing.
 * @param prints a removed one is known by its ordinal and `createdAt`, all others by their bytes too
 * @returns what became of each, in their order
 * @throws TillrollError NOT_FOUND when there is no such workspace
 */
export async function applyShipped(
  transaction: Statements,
  workspaceId: number,
  prints: readonly ShippedPrint[],
  options: ShippedOptions,
): Promise<ShippedOutcome[]> {
  const writing = await WorkspaceWriting.begin(transaction, workspaceId);
  const ordinals = [...new Set(prints.map(({ ordinal }) => ordinal))];
  const present = await readRowsByOrdinal(transaction, workspaceId, ordinals);
  const arrival = new Arrival(writing, options, present);
  const outcomes = prints.map((print) => arrival.take(print));
  if (outcomes.every((outcome) => outcome === "ignored" || outcome === "missing")) return outcomes;
  await arrival.write();
  await writing.end();
  return outcomes;
}

/** A print that is there, or is to be. */
interface KnownPrint {
  /** As it is stored; `null` of a new one. */
  readonly row: PostgresPrintRow | null;
  readonly fingerprint: string;
  /** What it has become. */
  state: StoredPostgresPrint;
  /** How it was removed by this, or before. */
  removal: ShippedPrint["removal"];
  isChanged: boolean;
  /** What was recognised in its pictures, as it came; `null` where nothing came with what it has become. */
  recognition: ReturnType<typeof readShippedRecognition>;
}

/** Prints of a shop, as they come. */
class Arrival {
  private readonly known = new Map<number, KnownPrint[]>();

  constructor(
    private readonly writing: WorkspaceWriting,
    private readonly options: ShippedOptions,
    present: readonly PostgresPrintRow[],
  ) {
    for (const row of present) this.add(row.ordinal, knownFrom(row));
  }

  take(print: ShippedPrint): ShippedOutcome {
    return print.removal === null ? this.takeState(print) : this.takeRemoval(print, print.removal);
  }

  async write(): Promise<void> {
    const all = [...this.known.values()].flat();
    const { transaction } = this.writing;
    const fresh = all.filter(({ row }) => row === null).map(({ state }) => state);
    // In the order of their ids, whatever their ordinals: so they go to the end of the tables.
    await insertPrints(
      transaction,
      fresh.toSorted((one, other) => one.id - other.id),
    );
    for (const state of fresh) this.writing.count(null, state);
    await this.writeChanges(all);
    await this.writeRecognitions(all);
    await this.writeRemovals(all);
  }

  private async writeRecognitions(all: readonly KnownPrint[]): Promise<void> {
    const recognitions = all.flatMap(({ state, removal, recognition }) =>
      recognition === null || removal !== null ? [] : [{ printId: state.id, ...recognition }],
    );
    const { transaction, workspaceId } = this.writing;
    await storeRecognitions(transaction, workspaceId, recognitions);
  }

  private async writeChanges(all: readonly KnownPrint[]): Promise<void> {
    const changed: StoredPostgresPrint[] = [];
    for (const { row, state, removal, isChanged } of all) {
      if (row === null || !isChanged || removal !== null) continue;
      changed.push(state);
      this.writing.count(printFromRow(row), state);
      this.writing.noteEvent(eventOf(row, state), state.id, state.updatedAt);
    }
    await updatePrints(this.writing.transaction, changed);
  }

  private async writeRemovals(all: readonly KnownPrint[]): Promise<void> {
    const { transaction, workspaceId } = this.writing;
    for (const { row, state, removal } of all) {
      if (removal === null || (row !== null && row.removedAt !== null)) continue;
      // It may have come and gone in one batch.
      const present = row ?? (await requireRow(transaction, workspaceId, state.id));
      const { kind, at: removedAt, reason } = removal;
      const how = { kind, removedAt, reason, userId: null };
      await emptyPrints(this.writing, this.options.contents, [present], how);
    }
  }

  private takeState(print: ShippedPrint): ShippedOutcome {
    const sha256 = Uint8Array.fromHex(print.sha256);
    const fingerprint = fingerprintOf(print.identifiedAt ?? print.createdAt, sha256).toHex();
    const there = this.known.get(print.ordinal)?.find((one) => one.fingerprint === fingerprint);
    if (there === undefined) {
      this.add(print.ordinal, { ...this.newPrint(print, sha256), fingerprint });
      return "new";
    }
    if (there.removal !== null || isOlder(print, there.state)) return "ignored";
    const state = { ...there.state, ...changeable(print) };
    if (isSame(state, there.state)) return "ignored";
    there.state = state;
    there.isChanged = true;
    there.recognition = readShippedRecognition(print.recognition);
    return "changed";
  }

  private takeRemoval(print: ShippedPrint, removal: NonNullable<ShippedPrint["removal"]>): ShippedOutcome {
    const there = (this.known.get(print.ordinal) ?? []).filter(
      ({ state }) => (state.identifiedAt ?? state.createdAt) === (print.identifiedAt ?? print.createdAt),
    );
    if (there.length === 0) return "missing";
    const present = there.filter((one) => one.removal === null);
    for (const one of present) one.removal = removal;
    return present.length === 0 ? "ignored" : "erased";
  }

  private newPrint(print: ShippedPrint, sha256: Uint8Array): Omit<KnownPrint, "fingerprint"> {
    const { workspaceId, tail } = this.writing;
    const { ordinal, createdAt, byteLength } = print;
    const state = {
      ...changeable(print),
      id: printIdOf(workspaceId, tail.nextOrdinal++),
      workspaceId,
      userId: this.options.userId,
      ordinal,
      receivedAt: this.options.now,
      content: { sha256, byteLength },
    };
    tail.lastCreatedAt = Math.max(tail.lastCreatedAt, createdAt);
    const recognition = readShippedRecognition(print.recognition);
    return { row: null, state, removal: null, isChanged: true, recognition };
  }

  private add(ordinal: number, print: KnownPrint): void {
    const prints = this.known.get(ordinal) ?? [];
    this.known.set(ordinal, prints);
    prints.push(print);
  }
}

function knownFrom(row: PostgresPrintRow): KnownPrint {
  const { ordinal, receivedAt, identifiedAt, paper, defaultWidth, sha256, byteLength } = row;
  const state = { ...printFromRow(row), ordinal, receivedAt, identifiedAt, paper, defaultWidth };
  const removed = removedFromRow(row);
  const removal = removed && { kind: removed.kind, at: removed.removedAt, reason: removed.reason };
  const fingerprint = new Uint8Array(row.fingerprint).toHex();
  return {
    row,
    fingerprint,
    state: { ...state, content: { sha256, byteLength } },
    removal,
    isChanged: false,
    recognition: null,
  };
}

/**
 * Whether what came is an older state than what is there: once its times were put right, those from before do not count. They
 * become earlier by it each time.
 */
function isOlder(print: ShippedPrint, there: StoredPostgresPrint): boolean {
  const isPutRight = print.identifiedAt !== undefined;
  if (isPutRight !== (there.identifiedAt != null)) return !isPutRight;
  if (isPutRight && print.createdAt !== there.createdAt) return print.createdAt > there.createdAt;
  return print.updatedAt < there.updatedAt;
}

/** What becomes of a print after it was stored. */
function changeable(print: ShippedPrint) {
  const { tag, testPrint, recognised, createdAt, identifiedAt = null } = print;
  const { updatedAt, deletedAt, paper, defaultWidth } = print;
  const fields = Object.fromEntries(PRINT_FIELD_NAMES.map((name) => [name, print[name]])) as Pick<
    Print,
    (typeof PRINT_FIELD_NAMES)[number]
  >;
  const times = { createdAt, identifiedAt, updatedAt, deletedAt };
  return { ...fields, ...times, tag, testPrint, recognised, paper, defaultWidth };
}

function isSame(one: StoredPostgresPrint, other: StoredPostgresPrint): boolean {
  return Bun.deepEquals({ ...one, content: null }, { ...other, content: null });
}

/** What is told of a change: as when somebody had made it here. */
function eventOf(before: Pick<Print, "deletedAt">, after: Pick<Print, "deletedAt">): EventKind {
  return before.deletedAt === null && after.deletedAt !== null ? "print.deleted" : "print.updated";
}
