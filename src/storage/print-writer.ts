import type { Database } from "bun:sqlite";
import { type AuditActor, systemActor } from "../audit/audit-entry.ts";
import { type GivenPrintFields, OPTIONAL_FIELDS, PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import type { Clock } from "../domain/clock.ts";
import { notFound } from "../domain/errors.ts";
import { IDEMPOTENCY_LIFETIME_MILLISECONDS } from "../domain/limits.ts";
import type { Print } from "../domain/print.ts";
import { fieldChanges, type RuleFilling, tagField } from "../domain/print-change.ts";
import { applyPatch, changeTime, missingOnly, type PrintPatch } from "../domain/update-print.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { EventWriter } from "./event-writer.ts";
import { checkQuota, isReplay, markedPrint, printSuccess, storedFields } from "./new-print.ts";
import { hashPayload } from "./payload-hash.ts";
import { PolledJobStore } from "./polled-job-store.ts";
import { PrintHistory } from "./print-history.ts";
import type { PrintJournal } from "./print-journal.ts";
import { PrintReader } from "./print-reader.ts";
import { preparePrintStatements, type PrintStatements } from "./print-statements.ts";
import { contentOf, encodeContent, type StoredContent } from "./raw-content.ts";
import type { ReadPrint } from "./recognition-writer.ts";
import { laterState, missingPrint, returnedPrint } from "./returned-prints.ts";
import { rowChecksum } from "./row-checksum.ts";
import type { SpoolWriter } from "./spool-writer.ts";
import type { CreateOperation, OperationOf, PrintUpdate, WriteSuccess } from "./write-operation.ts";

/** Where a workspace's prints have got to. */
interface WorkspaceTail {
  nextOrdinal: number;
  lastCreatedAt: number;
  /** How many of them were removed. */
  readonly removed: number;
}

/** How many expired idempotency keys a batch removes: more than it can add, so that they never pile up. */
const EXPIRED_KEYS_PER_OPERATION = 2;

/** Who gives prints what they lack. */
const RULES = systemActor("rules");
const RECOGNITION = systemActor("recognition");
/** Where prints come back from. */
const ARCHIVE = systemActor("archive");

/** Writes prints, inside a transaction that the caller begins and commits. */
export class PrintWriter {
  private readonly tails = new Map<number, WorkspaceTail>();
  /** The highest id that was given; `null` where it is to be read. */
  private lastId: number | null = null;
  private readonly statements: PrintStatements;
  private readonly prints: PrintReader;
  private readonly events: EventWriter;
  private readonly polledJobs: PolledJobStore;
  readonly history: PrintHistory;
  /** The longest time by which the machine's clock was behind the last print, milliseconds. */
  clockHeldBackMilliseconds = 0;

  constructor(
    database: Database,
    private readonly spool: SpoolWriter,
    private readonly deliveries: DeliveryStore,
    private readonly clock: Clock,
    private readonly journal: PrintJournal,
  ) {
    this.statements = preparePrintStatements(database);
    this.prints = new PrintReader(database);
    this.events = new EventWriter(database);
    this.polledJobs = new PolledJobStore(database);
    this.history = new PrintHistory(database);
  }

  /** To be called when a transaction failed, or prints were removed: what is remembered may be ahead of what is stored. */
  forgetTails(): void {
    this.tails.clear();
    this.lastId = null;
    this.history.forgetFillings();
  }

  /** Stores a print, or finds its key's. @throws TillrollError CONFLICT, WORKSPACE_LIMIT_EXCEEDED, with nothing written */
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
      if (replay !== null) return printSuccess(replay, true);
    }
    checkQuota(operation.printQuota, tail.nextOrdinal - tail.removed);
    const print = this.insert(operation, content, tail.nextOrdinal, now);
    tail.nextOrdinal++;
    tail.lastCreatedAt = now;
    this.passOn(operation, print.id, now);
    if (payloadHash !== null) {
      const { insertKey, deleteExpiredKeys } = this.statements;
      deleteExpiredKeys.run(now - IDEMPOTENCY_LIFETIME_MILLISECONDS, EXPIRED_KEYS_PER_OPERATION);
      insertKey.run(operation.workspaceId, operation.idempotencyKey ?? "", payloadHash, print.id, now);
    }
    return printSuccess(print, false);
  }

  /**
   * Stores prints again that came back from an archive, with their ordinals and times. Those that do not follow the last one are
   * left out: others may have been stored there since.
   * @returns how many were stored, and the ids of those that only keep a place, which are to be removed
   */
  takeBack({ workspaceId, prints, userId }: OperationOf<"takeBack">): {
    readonly count: number;
    readonly missing: readonly number[];
  } {
    const tail = this.tailOf(workspaceId);
    const missing: number[] = [];
    let count = 0;
    for (const pulled of prints) {
      const { ordinal, createdAt, identifiedAt } = pulled.print;
      if (ordinal < tail.nextOrdinal || createdAt < tail.lastCreatedAt) continue;
      for (; tail.nextOrdinal < ordinal; tail.nextOrdinal++) {
        const { operation, content } = missingPrint(workspaceId, userId);
        missing.push(this.insert(operation, content, tail.nextOrdinal, tail.lastCreatedAt).id);
      }
      const { operation, content } = returnedPrint(pulled, workspaceId, userId);
      const stored = this.insert(operation, content, ordinal, createdAt, identifiedAt);
      if (identifiedAt !== undefined) this.noteCorrected(stored, identifiedAt);
      const later = laterState(stored, pulled);
      if (later !== null) this.noteLater(later);
      tail.nextOrdinal++;
      tail.lastCreatedAt = createdAt;
      count++;
    }
    return { count, missing };
  }

  /** Stores what a print had become before it was lost: by whom only the archive knows. */
  private noteLater(print: Print): void {
    const kind = print.deletedAt === null ? "changed" : "deleted";
    const told = this.history.note(print.id, kind, print.updatedAt, ARCHIVE);
    this.store(print, kind, ARCHIVE, told);
  }

  /** Enters that the times of a print were put right, before it was lost: by the first ones the archive knows it. */
  private noteCorrected({ id, createdAt }: Print, firstAt: number): void {
    const was = { createdAt: firstAt, updatedAt: firstAt };
    this.journal.noteChange("corrected", id, createdAt, ARCHIVE, { was });
  }

  /** What goes with a print that came in by a printer. */
  private passOn(operation: CreateOperation, printId: number, now: number): void {
    const { workspaceId, printerId, isDelivered, isPassing = false, copies = [], spoolKey } = operation;
    if (spoolKey !== null) this.spool.remove(spoolKey);
    if (printerId !== null && operation.polled !== undefined)
      this.polledJobs.add(printerId, operation.polled, printId);
    const aside = operation.setAside ?? null;
    const queued = { do: "queue", workspaceId, printId, ...(aside !== null && { setAside: aside }) } as const;
    if (printerId !== null && isDelivered) this.deliveries.apply({ ...queued, printerId, isPassing }, now);
    for (const copy of copies) this.deliveries.apply({ ...queued, printerId: copy, isCopy: true }, now);
  }

  /** @param firstAt when it was stored as the journal has it, where that was put right since */
  private insert(
    operation: CreateOperation,
    content: StoredContent,
    ordinal: number,
    now: number,
    firstAt = now,
  ): Print {
    const { workspaceId, userId, tag, testPrint, printerId } = operation;
    const fields = storedFields(operation, now);
    const { defaultWidth } = operation;
    const id = this.takeId();
    const { sha256, byteLength } = content;
    // One object for the print, its row and the journal: this is done for each print.
    const print = {
      ...fields,
      id,
      workspaceId,
      userId,
      tag,
      testPrint,
      recognised: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      ordinal,
      printerId,
      defaultWidth,
      sha256,
      byteLength,
    };
    const first = firstAt === now ? print : { ...print, createdAt: firstAt, updatedAt: firstAt };
    const { state, salt } = this.journal.noteStored(first);
    const checksum = rowChecksum(print);
    const test = testPrint ? 1 : 0;
    const own = [id, workspaceId, ordinal, userId, tag, test, now, now, printerId, defaultWidth];
    this.statements.insertPrint.run(...own, state, salt, checksum, ...fieldValues(fields));
    this.statements.insertData.run(id, sha256, byteLength, content.encoding, content.content);
    return print;
  }

  /** The next id, as SQLite would give it: the journal has it before the row is there. */
  private takeId(): number {
    const id = (this.lastId ?? this.statements.lastId.get()?.id ?? 0) + 1;
    this.lastId = id;
    return id;
  }

  /** The print an idempotency key stands for, when it was used within its lifetime with the same payload. */
  private findReplay(operation: CreateOperation, payloadHash: Uint8Array, now: number): Print | null {
    const found = this.statements.findKey.get(operation.workspaceId, operation.idempotencyKey ?? "");
    if (found === null || !isReplay(found, payloadHash, now)) return null;
    return this.prints.read(operation.workspaceId, found.printId);
  }

  /** Applies a merge patch. @throws TillrollError NOT_FOUND (a deleted print too), BAD_REQUEST for too many merged tags */
  update({ workspaceId, printId, patch, by }: OperationOf<"update">): WriteSuccess {
    const print = this.prints.read(workspaceId, printId);
    if (print.deletedAt !== null) throw notFound("print", printId);
    const patched = applyPatch(print, patch, this.clock());
    if (!patched.changed) return printSuccess(print, false);
    const { updatedAt } = patched.print;
    const changes = fieldChanges(print, patched.print);
    const told = this.history.note(printId, "changed", updatedAt, by ?? null, { changes });
    return this.changed(patched.print, "changed", by ?? null, told);
  }

  /** Whether there is such a print, deleted or not. */
  isThere({ workspaceId, printId }: Pick<PrintUpdate, "workspaceId" | "printId">): boolean {
    return this.prints.find(workspaceId, printId) !== null;
  }

  /** Gives a print what it has none of. @returns `null` where there is no such print, or it was deleted meanwhile */
  fill({ workspaceId, printId, patch, filling }: PrintUpdate): WriteSuccess | null {
    const print = this.prints.findWhole(workspaceId, printId);
    if (print === null || print.deletedAt !== null) return null;
    const missing = missingOnly(print, patch);
    const filled = applyPatch(print, missing, this.clock());
    if (!filled.changed) return printSuccess(print, false);
    this.noteFilling(filled.print, missing, filling);
    return this.changed(filled.print, "filled", RULES);
  }

  /**
   * Notes what was recognised in the pictures of a print, and gives it what rules found there as {@link fill} does.
   * @returns `null` where there is no such print, or nothing was read
   */
  noteRecognised({ workspaceId, printId, patch, filling, summary }: ReadPrint): WriteSuccess | null {
    const found = this.prints.findWhole(workspaceId, printId);
    if (found === null || summary === null) return null;
    const print = { ...found, recognised: summary };
    this.statements.updateRecognised.run(summary, printId);
    // A deleted print, which may be restored, is found by its words too; nobody is told of it.
    if (print.deletedAt !== null) {
      this.statements.noteChange.run(printId);
      this.journal.renewChecksum(printId);
      return null;
    }
    const updatedAt = changeTime(print, this.clock());
    const missing = missingOnly(print, patch);
    const filled = { ...applyPatch(print, missing, updatedAt).print, updatedAt };
    this.noteFilling(filled, missing, filling);
    return this.changed(filled, "filled", RECOGNITION);
  }

  /** Notes which rules gave a print what it has been given. @param given what it lacked, of what they found */
  private noteFilling(print: Print, given: PrintPatch, filling: RuleFilling = {}): void {
    const fields = [
      ...OPTIONAL_FIELDS.filter((name) => name in given),
      ...[...(given.tag?.keys() ?? [])].map(tagField),
    ];
    const known = fields.filter((field) => Object.hasOwn(filling, field));
    if (known.length === 0) return;
    const rules = Object.fromEntries(known.map((field) => [field, filling[field] ?? ""]));
    this.history.noteFilling(print.id, rules, print.updatedAt);
  }

  /** Stores what a print has become, and has listeners told. @param told what its history says of it */
  private changed(
    print: Print,
    kind: "changed" | "filled",
    by: AuditActor | null,
    told: string | null = null,
  ): WriteSuccess {
    this.store(print, kind, by, told);
    this.events.note("print.updated", print.workspaceId, print.id, print.updatedAt);
    return printSuccess(print, false);
  }

  /** Marks a print deleted or takes the mark away. @throws TillrollError NOT_FOUND */
  markDeleted(operation: OperationOf<"delete" | "restore">): WriteSuccess {
    const print = this.prints.read(operation.workspaceId, operation.printId);
    const marked = markedPrint(print, operation.kind, this.clock());
    // Doing it again changes nothing, so that a request can be repeated when its answer was lost.
    if (marked === null) return printSuccess(print, false);
    const { updatedAt } = marked;
    const by = operation.by ?? operation.audit?.actor ?? null;
    const isDeleted = marked.deletedAt !== null;
    const kind = isDeleted ? "deleted" : "restored";
    this.store(marked, kind, by);
    this.history.note(print.id, kind, updatedAt, by);
    const event = isDeleted ? "print.deleted" : "print.updated";
    this.events.note(event, print.workspaceId, print.id, updatedAt);
    return printSuccess(marked, false);
  }

  private store(
    print: Print,
    kind: "changed" | "filled" | "deleted" | "restored",
    by: AuditActor | null,
    told: string | null = null,
  ): void {
    const { tag, updatedAt, deletedAt, id } = print;
    this.statements.updatePrint.run(...fieldValues(print), tag, updatedAt, deletedAt, id);
    this.journal.noteChange(kind, id, updatedAt, by, {}, told);
    this.statements.noteChange.run(id);
  }

  private tailOf(workspaceId: number): WorkspaceTail {
    let tail = this.tails.get(workspaceId);
    if (tail === undefined) {
      const last = this.statements.readTail.get(workspaceId);
      const { ordinal = -1, createdAt = 0, removed = 0 } = last ?? {};
      tail = { nextOrdinal: ordinal + 1, lastCreatedAt: createdAt, removed };
      this.tails.set(workspaceId, tail);
    }
    return tail;
  }
}

function fieldValues(fields: GivenPrintFields): (string | number | null)[] {
  return PRINT_FIELD_NAMES.map((name) => fields[name]);
}
