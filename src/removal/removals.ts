import type { AuditNote } from "../audit/audit-entry.ts";
import type { Background } from "../background/background.ts";
import { TillrollError } from "../domain/errors.ts";
import { REMOVAL_LIMITS } from "../domain/retention-limits.ts";
import type { RemovedSum } from "../domain/removal.ts";
import type { RemovedPiece, RemoveOperation } from "../storage/print-remover.ts";
import type { Writer } from "../storage/writer.ts";
import type { Clearing } from "./clearing.ts";
import { tellCopies, type TellBackups, UNKNOWN_BACKUPS } from "./copies.ts";

export interface RemovalsOptions {
  readonly writer: Pick<Writer, "submit">;
  readonly background: Pick<Background, "wake">;
  readonly clearing: Clearing;
  readonly databasePath: string;
  readonly findHolds: FindHolds;
}

/** Names the legal holds that prints are under, by their ids, as of a version of them; see `policyVersion`. */
export type FindHolds = (
  workspaceId: number,
  printIds: readonly number[],
) => Promise<{ readonly version: number; readonly held: ReadonlyMap<number, string> }>;

/** What came of purging. */
export interface Purged extends RemovedSum {
  /** Those that are not deleted, or wait for the paper, or are under a legal hold. */
  readonly skipped: readonly number[];
}

/** One print that is to be erased. Everything of it has been checked but the print itself. */
export interface ErasureRequest {
  readonly workspaceId: number;
  readonly printId: number;
  /** Who wants it; `null` for the service itself. */
  readonly userId: number | null;
  readonly reason: string;
  /** Whose it is among those that want something written. */
  readonly client: string;
  readonly audit: AuditNote;
}

/** What came of erasing. */
export interface Erased extends Pick<RemovedPiece, "bytes" | "cancelledDeliveries"> {
  /** Whether nothing of it is left in the service's files; else the service sees to it by itself. */
  readonly isCleared: boolean;
}

/** Removes prints for good: those that were deleted some time ago, and those that a person names. */
export class Removals {
  /** Who knows of the backups that have what was erased. */
  tellBackups: TellBackups = () => UNKNOWN_BACKUPS;
  private isClosed = false;

  constructor(private readonly options: RemovalsOptions) {}

  /**
   * Purges prints of a workspace, those of them that are deleted, a few at a time, with pauses: new prints come first. Each
   * piece is whole or not begun, whatever ends the service. Space is given back afterwards, while the service runs.
   * @param printIds of any number, in any order; gone ones are left out
   * @param reason such as the rule by which they were deleted; it is kept, and shown to whoever asks for one of them
   * @param signal ends it between two pieces
   * @throws TillrollError STORAGE_UNAVAILABLE; what was purged before stays so
   */
  async purge(
    workspaceId: number,
    printIds: readonly number[],
    reason: string,
    signal?: AbortSignal,
  ): Promise<Purged> {
    const ids = [...new Set(printIds)].toSorted((one, other) => one - other);
    const sum = { prints: 0, bytes: 0, skipped: [] as number[] };
    let removalId: number | null = null;
    const operation = { kind: "remove", how: "purged", workspaceId, userId: null, reason } as const;
    for (let next = 0; next < ids.length && !this.isEnded(signal);) {
      const piece = ids.slice(next, next + REMOVAL_LIMITS.piecePrints);
      const isLast = next + piece.length === ids.length;
      const { version, held } = await this.options.findHolds(workspaceId, piece);
      const wanted = piece.filter((id) => !held.has(id));
      const started = performance.now();
      const policy = { policyVersion: version, isLast };
      const { id, removed } = await this.submit({ ...operation, ...policy, printIds: wanted, removalId });
      removalId = id === 0 ? null : id;
      sum.prints += removed.prints;
      sum.bytes += removed.bytes;
      sum.skipped.push(...removed.skipped);
      // Of those that were left, the next piece begins with the first.
      const firstLeft = wanted.at(-removed.left);
      next =
        removed.left === 0 || firstLeft === undefined ? next + piece.length : ids.indexOf(firstLeft, next);
      if (removed.left === 0) sum.skipped.push(...held.keys());
      await Bun.sleep((performance.now() - started) * REMOVAL_LIMITS.pauseShare);
    }
    if (sum.prints > 0) this.options.clearing.afterPurge(workspaceId);
    return sum;
  }

  /**
   * Erases a print: nothing finds or shows it from now on, and its deliveries that wait are cancelled. Waits for a while
   * until nothing of it is left in any of the service's files. Erasing it again changes nothing.
   * @throws TillrollError NOT_FOUND; CONFLICT while it is being sent to a printer, or is under a legal hold
   */
  async erase(request: ErasureRequest): Promise<Erased> {
    const { workspaceId, printId, userId, reason, client, audit } = request;
    const operation = {
      kind: "remove",
      how: "erased",
      workspaceId,
      printIds: [printId],
      removalId: null,
    } as const;
    const removed = await this.whileFree(workspaceId, printId, (policyVersion) =>
      this.submit({ ...operation, policyVersion, userId, reason, audit, isLast: true }, client),
    );
    const { bytes, cancelledDeliveries } = removed;
    return { bytes, cancelledDeliveries, isCleared: await this.options.clearing.afterErasure() };
  }

  /**
   * Removes a print that is under no hold; should one be made meanwhile, it looks again.
   * @throws TillrollError CONFLICT under a legal hold
   */
  private async whileFree(
    workspaceId: number,
    printId: number,
    remove: (policyVersion: number) => Promise<{ readonly removed: RemovedPiece }>,
  ): Promise<RemovedPiece> {
    for (;;) {
      const { version, held } = await this.options.findHolds(workspaceId, [printId]);
      const hold = held.get(printId);
      if (hold !== undefined) {
        const message = `Print ${printId} is under the legal hold "${hold}" and cannot be erased until that is released.`;
        throw new TillrollError("CONFLICT", message, { printId, reason: "LEGAL_HOLD", hold });
      }
      const { removed } = await remove(version);
      if (removed.left === 0) return removed;
    }
  }

  /** Where prints that were erased just now may still be, a sentence each. */
  elsewhere(): string[] {
    const backups = this.tellBackups();
    return [...(backups === null ? [] : [backups]), ...tellCopies(this.options.databasePath)];
  }

  /** Ends what is going on, between two pieces; who waits for an erased print to be cleared away is answered. */
  close(): void {
    this.isClosed = true;
    this.options.clearing.stopWaiting();
  }

  private isEnded(signal: AbortSignal | undefined): boolean {
    return this.isClosed || signal?.aborted === true;
  }

  private async submit(
    operation: RemoveOperation & { readonly audit?: AuditNote },
    client?: string,
  ): Promise<{ id: number; removed: RemovedPiece }> {
    const { id, json } = await this.options.writer.submit(operation, client);
    this.options.background.wake(0);
    return { id, removed: JSON.parse(json) as RemovedPiece };
  }
}
