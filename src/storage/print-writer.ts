import type { Database } from "bun:sqlite";
import type { Clock } from "../domain/clock.ts";
import { printNotFound, TillrollError } from "../domain/errors.ts";
import { IDEMPOTENCY_LIFETIME_MILLISECONDS } from "../domain/limits.ts";
import { type Print, printToJson, tagFromJson } from "../domain/print.ts";
import { applyPatch, missingOnly, type PrintPatch } from "../domain/update-print.ts";
import { DeliveryStore } from "./delivery-store.ts";
import { EventWriter } from "./event-writer.ts";
import { printFromRow } from "./print-row.ts";
import { preparePrintStatements, type PrintStatements } from "./print-statements.ts";
import { contentOf, encodeContent, sha256, type StoredContent } from "./raw-content.ts";
import type { SpoolWriter } from "./spool-writer.ts";
import type {
  CreateOperation,
  DeletionOperation,
  PrintFill,
  UpdateOperation,
  WriteSuccess,
} from "./write-operation.ts";

/** Where a workspace's prints have got to. */
interface WorkspaceTail {
  nextOrdinal: number;
  lastCreatedAt: number;
}

/** How many expired idempotency keys a batch removes: more than it can add, so that they never pile up. */
const EXPIRED_KEYS_PER_OPERATION = 2;

/** Writes prints, inside a transaction that the caller begins and commits. */
export class PrintWriter {
  private readonly tails = new Map<number, WorkspaceTail>();
  private readonly statements: PrintStatements;
  private readonly events: EventWriter;
  private readonly deliveries: DeliveryStore;
  /** The longest time by which the machine's clock was behind the last print, milliseconds. */
  clockHeldBackMilliseconds = 0;

  constructor(
    database: Database,
    private readonly spool: SpoolWriter,
    private readonly clock: Clock,
  ) {
    this.statements = preparePrintStatements(database);
    this.events = new EventWriter(database);
    this.deliveries = new DeliveryStore(database);
  }

  /** To be called when a transaction failed: the tails may be ahead of what is stored. */
  forgetTails(): void {
    this.tails.clear();
  }

  /**
   * Stores a print, or finds the one that its idempotency key stands for.
   * @throws TillrollError CONFLICT, WORKSPACE_LIMIT_EXCEEDED; nothing is written then
   */
  create(operation: CreateOperation): WriteSuccess {
    const { raw, encoded } = operation;
    const content = encoded === undefined ? encodeContent(raw) : contentOf(raw, encoded);
    const tail = this.tailOf(operation.workspaceId);
    const clockTime = this.clock();
    const now = Math.max(clockTime, tail.lastCreatedAt);
    this.clockHeldBackMilliseconds = Math.max(this.clockHeldBackMilliseconds, now - clockTime);
    const payloadHash = operation.idempotencyKey === null ? null : hashPayload(operation, content);
    if (payloadHash !== null) {
      const replay = this.findReplay(operation, payloadHash, now);
      if (replay !== null) return success(replay, true);
    }
    checkQuota(operation.printQuota, tail.nextOrdinal);
    const print = this.insert(operation, content, tail.nextOrdinal, now);
    tail.nextOrdinal++;
    tail.lastCreatedAt = now;
    this.passOn(operation, print.id, now);
    if (payloadHash !== null) {
      const { insertKey, deleteExpiredKeys } = this.statements;
      deleteExpiredKeys.run(now - IDEMPOTENCY_LIFETIME_MILLISECONDS, EXPIRED_KEYS_PER_OPERATION);
      insertKey.run(operation.workspaceId, operation.idempotencyKey ?? "", payloadHash, print.id, now);
    }
    return success(print, false);
  }

  /** What goes with a print that came in by a printer. */
  private passOn(operation: CreateOperation, printId: number, now: number): void {
    const { workspaceId, printerId, isDelivered, isPassing = false, spoolKey } = operation;
    if (spoolKey !== null) this.spool.remove(spoolKey);
    if (printerId !== null && isDelivered)
      this.deliveries.apply({ do: "queue", workspaceId, printId, printerId, isPassing }, now);
  }

  private insert(operation: CreateOperation, content: StoredContent, ordinal: number, now: number): Print {
    const printKey = operation.printKey ?? Bun.randomUUIDv7("hex", now);
    const { workspaceId, userId, deviceId, label, tag, quantity, testPrint } = operation;
    const width = operation.width ?? operation.defaultWidth;
    const { lastInsertRowid } = this.statements.insertPrint.run(
      workspaceId,
      ordinal,
      printKey,
      userId,
      deviceId,
      label,
      tag,
      quantity,
      width,
      testPrint ? 1 : 0,
      now,
      now,
      operation.printerId,
    );
    const id = Number(lastInsertRowid);
    this.statements.insertData.run(id, content.sha256, content.byteLength, content.encoding, content.content);
    return {
      id,
      printKey,
      workspaceId,
      userId,
      deviceId,
      label,
      tag,
      quantity,
      width,
      testPrint,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
  }

  /** The print an idempotency key stands for, when it was used within its lifetime with the same payload. */
  private findReplay(operation: CreateOperation, payloadHash: Uint8Array, now: number): Print | null {
    const found = this.statements.findKey.get(operation.workspaceId, operation.idempotencyKey ?? "");
    if (found === null || found.createdAt <= now - IDEMPOTENCY_LIFETIME_MILLISECONDS) return null;
    if (Buffer.compare(found.payloadHash, payloadHash) !== 0) {
      throw new TillrollError(
        "CONFLICT",
        "This Idempotency-Key was used with another payload; use a new key for a new print.",
        { printId: found.printId },
      );
    }
    return this.read(operation.workspaceId, found.printId);
  }

  /**
   * Applies a merge patch.
   * @throws TillrollError NOT_FOUND (a deleted print too), BAD_REQUEST when the merged tags are too many
   */
  update({ workspaceId, printId, patch }: UpdateOperation): WriteSuccess {
    const print = this.read(workspaceId, printId);
    if (print.deletedAt !== null) throw printNotFound(printId);
    return this.apply(print, patch);
  }

  /** Gives a print what it has none of. @returns `null` where there is no such print, or it was deleted meanwhile */
  fill({ workspaceId, printId, patch }: PrintFill): WriteSuccess | null {
    const row = this.statements.readPrint.get(workspaceId, printId);
    if (row === null || row.deletedAt !== null) return null;
    const print = printFromRow(row);
    return this.apply(print, missingOnly(print, patch));
  }

  private apply(print: Print, patch: PrintPatch): WriteSuccess {
    const patched = applyPatch(print, patch, this.clock());
    if (patched.changed) {
      this.store(patched.print);
      this.events.note("print.updated", print.workspaceId, print.id, patched.print.updatedAt);
    }
    return success(patched.print, false);
  }

  /**
   * Marks a print deleted or takes the mark away.
   * @throws TillrollError NOT_FOUND
   */
  markDeleted(operation: DeletionOperation): WriteSuccess {
    const print = this.read(operation.workspaceId, operation.printId);
    const isDeleted = print.deletedAt !== null;
    // Doing it again changes nothing, so that a request can be repeated when its answer was lost.
    if (isDeleted === (operation.kind === "delete")) return success(print, false);
    const now = Math.max(this.clock(), print.createdAt);
    const marked = { ...print, updatedAt: now, deletedAt: isDeleted ? null : now };
    this.store(marked);
    this.events.note(isDeleted ? "print.updated" : "print.deleted", print.workspaceId, print.id, now);
    return success(marked, false);
  }

  private store(print: Print): void {
    const { printKey, deviceId, label, tag, quantity, width, updatedAt, deletedAt, id } = print;
    this.statements.updatePrint.run(
      printKey,
      deviceId,
      label,
      tag,
      quantity,
      width,
      updatedAt,
      deletedAt,
      id,
    );
    this.statements.noteChange.run(id);
  }

  private read(workspaceId: number, printId: number): Print {
    const row = this.statements.readPrint.get(workspaceId, printId);
    if (row === null) throw printNotFound(printId);
    return printFromRow(row);
  }

  private tailOf(workspaceId: number): WorkspaceTail {
    let tail = this.tails.get(workspaceId);
    if (tail === undefined) {
      const last = this.statements.readTail.get(workspaceId);
      tail = { nextOrdinal: (last?.ordinal ?? -1) + 1, lastCreatedAt: last?.createdAt ?? 0 };
      this.tails.set(workspaceId, tail);
    }
    return tail;
  }
}

function checkQuota(quota: number | null, stored: number): void {
  if (quota !== null && stored >= quota) {
    throw new TillrollError(
      "WORKSPACE_LIMIT_EXCEEDED",
      `The workspace holds ${stored} prints and may hold ${quota}; ask its operator to raise the quota.`,
      { printQuota: quota },
    );
  }
}

/** Everything the client gave, so that the same print is the same payload however it was sent. */
function hashPayload(operation: CreateOperation, content: StoredContent): Uint8Array {
  const { printKey, label, deviceId, quantity, width, testPrint } = operation;
  const tags = [...tagFromJson(operation.tag)].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const metadata = JSON.stringify([printKey, label, deviceId, tags, quantity, width, testPrint]);
  return sha256(Buffer.concat([content.sha256, Buffer.from(metadata)]));
}

function success(print: Print, replayed: boolean): WriteSuccess {
  return { ok: true, id: print.id, json: printToJson(print), replayed };
}
