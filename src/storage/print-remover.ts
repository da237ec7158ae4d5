import type { Database } from "bun:sqlite";
import type { AuditActor } from "../audit/audit-entry.ts";
import type { Clock } from "../domain/clock.ts";
import { notFound, TillrollError } from "../domain/errors.ts";
import { REMOVAL_LIMITS } from "../domain/retention-limits.ts";
import { formatInstant } from "../domain/instant.ts";
import type { RemovalKind, RemovedSum } from "../domain/removal.ts";
import { EventWriter } from "./event-writer.ts";
import { SEGMENT_KINDS } from "./index-writer.ts";
import { policyVersion } from "./policy-version.ts";
import { type PrintJournal, tombstone } from "./print-journal.ts";
import { prepareRemoval } from "./removal-statements.ts";

/** Removes prints for good. Everything of it has been checked but the prints themselves. */
export interface RemoveOperation {
  readonly kind: "remove";
  readonly how: RemovalKind;
  readonly workspaceId: number;
  /** Ascending. An operation shares a transaction with new prints: it is to be of few. */
  readonly printIds: readonly number[];
  /** Who wants it; `null` for the service itself. */
  readonly userId: number | null;
  readonly reason: string;
  /** As of which rules and holds the prints are under none; with others nothing is done. See `policyVersion`. */
  readonly policyVersion?: number;
  /** The decision that it goes on with; `null` for a new one. */
  readonly removalId: number | null;
  /** Whether it ends the decision: listeners are told of all that was purged by it. */
  readonly isLast: boolean;
}

/** What a {@link RemoveOperation} did; the result's id is the removal's. */
export interface RemovedPiece {
  readonly prints: number;
  readonly bytes: number;
  /** Deliveries that were cancelled because of it. */
  readonly cancelledDeliveries: number;
  /** Of purging: those that are not deleted, or wait for the paper; gone ones are not counted. */
  readonly skipped: readonly number[];
  /** How many at the end were not looked at, since there are many bytes before them; all where the holds have changed. */
  readonly left: number;
}

interface Candidate {
  readonly id: number;
  readonly ordinal: number;
  readonly deletedAt: number | null;
  /** Of one that was removed. */
  readonly how: RemovalKind | null;
  readonly byteLength: number | null;
}

/** Removes prints, inside a transaction that the caller begins and commits. */
export class PrintRemover {
  private readonly statements;
  private readonly rows;
  private readonly events: EventWriter;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly journal: PrintJournal,
  ) {
    this.rows = prepareRemoval(database);
    this.events = new EventWriter(database);
    this.statements = {
      find: database.query<Candidate, [number, number]>(
        "SELECT print.id, ordinal, deleted_at AS deletedAt, removal.kind AS how, byte_length AS byteLength FROM print " +
          "LEFT JOIN print_data ON print_id = print.id LEFT JOIN removal ON removal.id = removal_id " +
          "WHERE print.workspace_id = ? AND print.id = ?",
      ),
      deliveries: database.query<{ state: string }, [number]>(
        "SELECT state FROM delivery WHERE print_id = ? AND state IN ('queued', 'sending', 'held')",
      ),
      begin: database.query<unknown, (number | string | null)[]>(
        "INSERT INTO removal (workspace_id, kind, user_id, reason, created_at) VALUES (?, ?, ?, ?, ?)",
      ),
      count: database.query<unknown, number[]>(
        "UPDATE removal SET prints = prints + ?, bytes = bytes + ? WHERE id = ?",
      ),
      sum: database.query<RemovedSum & { reason: string }, [number]>(
        "SELECT reason, prints, bytes FROM removal WHERE id = ?",
      ),
      countOfWorkspace: database.query<unknown, number[]>(
        "INSERT INTO removal_count (workspace_id, prints) VALUES (?, ?) ON CONFLICT DO UPDATE SET prints = prints + excluded.prints",
      ),
      noteForIndex: database.query<unknown, number[]>(
        "INSERT INTO index_removal (workspace_id, kind, first_ordinal, print_count, urgent) VALUES (?, ?, ?, ?, ?)",
      ),
      hurryIndex: database.query<unknown, [number]>(
        "UPDATE index_removal SET urgent = 1 WHERE workspace_id = ? AND urgent = 0",
      ),
    };
  }

  /**
   * Removes prints.
   * @param by who does it, for the journal; `null` for the service itself
   * @returns what was removed, and the removal's id, 0 where there was nothing to remove
   * @throws TillrollError NOT_FOUND, CONFLICT (of erasing alone), with nothing written
   */
  remove(
    operation: RemoveOperation,
    by: AuditActor | null,
  ): { readonly id: number; readonly piece: RemovedPiece } {
    const { how, workspaceId } = operation;
    const asOf = operation.policyVersion ?? null;
    if (asOf !== null && policyVersion(this.database, workspaceId) !== asOf) {
      const nothing = { prints: 0, bytes: 0, cancelledDeliveries: 0, skipped: [] };
      return { id: operation.removalId ?? 0, piece: { ...nothing, left: operation.printIds.length } };
    }
    const skipped: number[] = [];
    const wanted: Candidate[] = [];
    let cancelledDeliveries = 0;
    let bytes = 0;
    let left = operation.printIds.length;
    for (const printId of operation.printIds) {
      if (bytes >= REMOVAL_LIMITS.pieceBytes) break;
      left--;
      const found = this.statements.find.get(workspaceId, printId);
      if (found === null && how === "erased") throw notFound("print", printId);
      // Doing it again changes nothing. What was purged may have to be erased: the index has it for a while.
      if (found === null || found.how === "erased" || found.how === how) continue;
      const open = this.statements.deliveries.all(printId);
      const isPurgeable = found.deletedAt !== null && open.length === 0;
      if (how === "purged" && !isPurgeable) skipped.push(printId);
      else {
        refuseSending(printId, open);
        cancelledDeliveries += open.length;
        wanted.push(found);
        bytes += found.byteLength ?? 0;
      }
    }
    const piece = { prints: wanted.length, bytes, cancelledDeliveries, skipped, left };
    const id =
      wanted.length === 0 ? (operation.removalId ?? 0) : this.removeAll(operation, wanted, bytes, by);
    if (how === "purged" && operation.isLast && id !== 0) this.tellPurged(workspaceId, id);
    return { id, piece };
  }

  /** Has the segments of a workspace with purged prints built anew now, though they are few. @returns how many runs of them */
  hurryIndex(workspaceId: number): number {
    return this.statements.hurryIndex.run(workspaceId).changes;
  }

  private removeAll(
    operation: RemoveOperation,
    wanted: readonly Candidate[],
    bytes: number,
    by: AuditActor | null,
  ): number {
    const { workspaceId, how, userId, reason } = operation;
    const now = this.clock();
    const begun = operation.removalId ?? this.statements.begin.run(workspaceId, how, userId, reason, now);
    const id = typeof begun === "number" ? begun : Number(begun.lastInsertRowid);
    const details = tombstone(id, reason, userId);
    for (const { id: printId, ordinal } of wanted) {
      this.journal.noteRemoval(how, printId, now, by, details);
      for (const statement of this.rows.byPrint) statement.run(printId);
      if (how === "erased") for (const statement of this.rows.byErasedPrint) statement.run(printId);
      for (const statement of this.rows.byOrdinal) statement.run(workspaceId, ordinal);
      this.rows.emptyText.run(workspaceId, ordinal);
      this.rows.empty.run(id, now, printId);
      // Of what was deleted before everybody has heard.
      const data = { id: printId, removedAt: formatInstant(now), reason };
      if (how === "erased") this.events.note("print.erased", workspaceId, printId, now, data);
    }
    for (const [first, count] of runsOf(wanted.map(({ ordinal }) => ordinal)))
      for (const kind of Object.values(SEGMENT_KINDS))
        this.statements.noteForIndex.run(workspaceId, kind, first, count, how === "erased" ? 1 : 0);
    this.statements.count.run(wanted.length, bytes, id);
    const fresh = wanted.filter((print) => print.how === null).length;
    this.statements.countOfWorkspace.run(workspaceId, fresh);
    return id;
  }

  /** Once for all of a decision: that they were deleted, each was told of before. */
  private tellPurged(workspaceId: number, id: number): void {
    const now = this.clock();
    const sum = this.statements.sum.get(id);
    if (sum !== null)
      this.events.note("print.purged", workspaceId, null, now, { removedAt: formatInstant(now), ...sum });
  }
}

/** What is on its way through a printer's connection cannot be called back. */
function refuseSending(printId: number, open: readonly { readonly state: string }[]): void {
  if (open.every(({ state }) => state !== "sending")) return;
  throw new TillrollError(
    "CONFLICT",
    `Print ${printId} is being sent to a printer; erase it when that has ended, or cancel its delivery first.`,
    { printId, reason: "BEING_PRINTED" },
  );
}

/** Ascending numbers as runs of numbers that follow each other: the first of each, and how many. */
function runsOf(numbers: readonly number[]): [first: number, count: number][] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === number) last[1]++;
    else runs.push([number, 1]);
  }
  return runs;
}
