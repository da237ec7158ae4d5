import type { Database } from "bun:sqlite";
import type { Clock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { AuditStore } from "./audit-store.ts";
import { ClockStore } from "./clock-store.ts";
import { CardStore } from "./card-store.ts";
import { ConditionStore } from "./condition-store.ts";
import { DeliveryStore } from "./delivery-store.ts";
import { FiscalWriter } from "./fiscal-writer.ts";
import { FreePages } from "./free-pages.ts";
import { storageError } from "./storage-error.ts";
import { IndexWriter } from "./index-writer.ts";
import { NotificationStore } from "./notification-store.ts";
import { PrintExpiry } from "./print-expiry.ts";
import { PrintJournal } from "./print-journal.ts";
import { PrintRemover } from "./print-remover.ts";
import { PrintWriter } from "./print-writer.ts";
import { PersonStore } from "./person-store.ts";
import { PrinterStore } from "./printer-store.ts";
import { PolledJobStore } from "./polled-job-store.ts";
import { type RecognitionChange, RecognitionWriter } from "./recognition-writer.ts";
import { ReferenceStore } from "./reference-store.ts";
import { RetentionStore } from "./retention-store.ts";
import { RuleStore } from "./rule-store.ts";
import { SavedSearchStore } from "./saved-search-store.ts";
import { SealStore } from "./seal-store.ts";
import { ScrubStore } from "./scrub-store.ts";
import { SessionStore } from "./session-store.ts";
import { SpoolWriter } from "./spool-writer.ts";
import { TokenStore } from "./token-store.ts";
import { UpstreamStore } from "./upstream-store.ts";
import { WebhookStore } from "./webhook-store.ts";
import { WorkspaceStore } from "./workspace-store.ts";
import { failureOf } from "./write-failure.ts";
import type {
  BackgroundOperation,
  BatchOutcome,
  OperationOf,
  WriteOperation,
  WriteResult,
} from "./write-operation.ts";

/** What is about stored prints. */
type PrintOperation = {
  readonly kind:
    | "create"
    | "update"
    | "delete"
    | "restore"
    | "takeBack"
    | "remove"
    | "forgetPurged"
    | "giveBack"
    | "background"
    | "recognition";
};

/** Writes batches of operations, each batch in one transaction: group commit. */
export class BatchWriter {
  private readonly stores;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    /** Called when all of a transaction was written but nothing is committed yet; what it throws refuses all of it. */
    private readonly beforeCommit: () => void = () => {},
  ) {
    const [spool, deliveries] = [new SpoolWriter(database), new DeliveryStore(database)];
    const journal = new PrintJournal(database);
    this.stores = {
      journal,
      prints: new PrintWriter(database, spool, deliveries, clock, journal),
      remover: new PrintRemover(database, clock, journal),
      fiscal: new FiscalWriter(database),
      freePages: new FreePages(database),
      spool,
      deliveries,
      cards: new CardStore(database),
      conditions: new ConditionStore(database),
      notifications: new NotificationStore(database),
      index: new IndexWriter(database),
      tokens: new TokenStore(database),
      sessions: new SessionStore(database),
      workspaces: new WorkspaceStore(database),
      people: new PersonStore(database),
      printers: new PrinterStore(database),
      rules: new RuleStore(database),
      savedSearches: new SavedSearchStore(database),
      retention: new RetentionStore(database),
      expiry: new PrintExpiry(database, journal),
      recognition: new RecognitionWriter(database),
      references: new ReferenceStore(database),
      scrub: new ScrubStore(database),
      upstreams: new UpstreamStore(database, journal.shipping),
      webhooks: new WebhookStore(database),
      polledJobs: new PolledJobStore(database),
      times: new ClockStore(database, journal),
      seals: new SealStore(database),
      audit: new AuditStore(database),
    };
  }

  /**
   * Runs a batch and commits it; when this returns, what succeeded is durable. Never throws: every operation has
   * its own result. Should SQLite refuse one of them, each runs again in a transaction of its own, so that no
   * print is lost to its neighbour.
   */
  write(operations: readonly WriteOperation[]): BatchOutcome {
    const started = performance.now();
    const faults: string[] = [];
    this.stores.prints.clockHeldBackMilliseconds = 0;
    const results = this.attempt(operations, faults);
    return {
      results,
      clockHeldBackMilliseconds: this.stores.prints.clockHeldBackMilliseconds,
      commitMilliseconds: performance.now() - started,
      faults,
    };
  }

  private attempt(operations: readonly WriteOperation[], faults: string[]): WriteResult[] {
    try {
      return this.commit(operations);
    } catch (error) {
      if (operations.length === 1) return [failureOf(error, storageError(error), faults)];
      return operations.flatMap((operation) => this.attempt([operation], faults));
    }
  }

  private commit(operations: readonly WriteOperation[]): WriteResult[] {
    try {
      // IMMEDIATE: a transaction that begins as a reader can fail later, when a CLI command wrote in between.
      this.database.run("BEGIN IMMEDIATE");
      const results = operations.map((operation) => this.run(operation));
      // An operation writes nothing before it finds its print damaged. Where that was its page, SQLite would not commit.
      const [only] = results;
      if (results.length === 1 && only?.ok === false && only.code === "PRINT_DATA_DAMAGED")
        this.database.run("ROLLBACK");
      else {
        this.stores.journal.flush();
        this.beforeCommit();
        this.database.run("COMMIT");
      }
      return results;
    } catch (error) {
      this.stores.prints.forgetTails();
      this.stores.journal.forget();
      if (this.database.inTransaction) this.database.run("ROLLBACK");
      throw error;
    }
  }

  /** A TillrollError is an answer, found before anything was written; any other error fails the transaction. */
  private run(operation: WriteOperation): WriteResult {
    try {
      const given = this.runKind(operation);
      const result: WriteResult =
        typeof given === "object" ? given : { ok: true, id: given ?? 0, json: "", replayed: false };
      if (operation.audit !== undefined && result.ok)
        this.stores.audit.add(operation.audit, this.clock(), result.id);
      return result;
    } catch (error) {
      if (error instanceof TillrollError) return failureOf(error, error, []);
      throw error;
    }
  }

  /** @returns the result, or its id where the operation is about no print */
  private runKind(operation: WriteOperation): WriteResult | number | void {
    switch (operation.kind) {
      case "create":
        return this.stores.prints.create(operation);
      case "update":
        return this.stores.prints.update(operation);
      case "delete":
      case "restore":
        return this.stores.prints.markDeleted(operation);
      case "remove": {
        const { id, piece } = this.stores.remover.remove(operation, whoOf(operation) ?? null);
        this.stores.prints.forgetTails();
        return { ok: true, id, json: JSON.stringify(piece), replayed: false };
      }
      case "takeBack":
        return this.takeBack(operation);
      case "forgetPurged":
        return this.stores.remover.hurryIndex(operation.workspaceId);
      case "giveBack":
        return this.stores.freePages.giveBack();
      case "background":
        return this.writeBackground(operation);
      case "recognition":
        return this.writeRecognition(operation.change);
      default:
        return this.runOther(operation);
    }
  }

  private runOther(operation: Exclude<WriteOperation, PrintOperation>): WriteResult | number | void {
    switch (operation.kind) {
      case "tokenUse":
        return this.stores.tokens.noteUses(operation.usedAt);
      case "token":
        return this.stores.tokens.apply(operation.change, this.clock());
      case "workspace":
        return this.stores.workspaces.apply(operation.change, this.clock());
      case "openSession":
        return this.stores.sessions.open(operation, this.clock());
      case "closeSession":
        return void this.stores.sessions.remove(operation.id);
      case "person":
        return this.stores.people.apply(operation.change, this.clock());
      case "sessionUse":
        return this.stores.sessions.noteUses(operation.uses);
      case "spool":
        return this.stores.spool.add(operation, this.clock());
      case "unspool":
        return this.stores.spool.remove(operation.key);
      case "printer":
        return this.stores.printers.apply(operation.change, this.clock(), operation.ports);
      case "delivery":
        return this.stores.deliveries.apply(operation.change, this.clock(), whoOf(operation));
      case "condition":
        return this.stores.conditions.apply(operation.change, this.clock());
      case "notification":
        return this.stores.notifications.apply(operation.change, this.clock());
      case "scrub":
        return this.stores.scrub.apply(operation.change, this.clock());
      case "rule":
        return this.stores.rules.apply(operation.change, this.clock());
      case "card":
        return this.stores.cards.apply(operation.change);
      case "fiscal":
        return this.stores.fiscal.apply(operation.change, this.clock());
      case "savedSearch":
        return this.stores.savedSearches.apply(operation.change, this.clock());
      case "retention":
        if (operation.change.do === "expire")
          return this.stores.expiry.expire(operation.change, this.clock());
        return this.stores.retention.apply(operation.change, this.clock());
      case "reference":
        return this.stores.references.apply(operation.change, this.clock());
      case "webhook":
        return this.stores.webhooks.apply(operation.change, this.clock());
      case "upstream":
        return this.stores.upstreams.apply(operation.change, this.clock());
      case "polledJob":
        return this.stores.polledJobs.apply(operation.change);
      case "clock":
        // What it corrects is what the writer of prints goes on from.
        this.stores.prints.forgetTails();
        return this.stores.times.apply(operation.change);
      case "journal":
        return this.stores.journal.apply(operation.change, this.clock());
      case "seal":
        return this.stores.seals.apply(operation.change, this.stores.journal, this.clock());
      case "audit":
        return this.stores.audit.apply(operation.change, this.clock());
    }
  }

  private takeBack(operation: OperationOf<"takeBack">): number {
    const { workspaceId, userId } = operation;
    const { count, missing } = this.stores.prints.takeBack(operation);
    if (missing.length > 0) {
      const reason = "The archive that the workspace's prints came back from has none here.";
      const decision = { how: "erased", userId, reason, removalId: null, isLast: true } as const;
      this.stores.remover.remove({ kind: "remove", workspaceId, printIds: missing, ...decision }, null);
      this.stores.prints.forgetTails();
    }
    // It is to be found out what the archive lacks.
    this.stores.upstreams.apply({ do: "doubt", workspaceId }, this.clock());
    return count;
  }

  private writeRecognition(change: RecognitionChange): WriteResult | void {
    if (change.do === "begin") return this.stores.recognition.begin(change.printId);
    // One that was removed meanwhile is not to come back.
    if (!this.stores.prints.isThere(change)) return this.stores.recognition.giveUp(change.printId);
    this.stores.recognition.store(change);
    if (change.cards !== undefined) this.stores.cards.note(change.cards);
    if (change.codes !== undefined) this.stores.fiscal.add(change.codes);
    return this.stores.prints.noteRecognised(change) ?? undefined;
  }

  private writeBackground(operation: BackgroundOperation): WriteResult {
    const { step, fills, progress, pictures = [], codes = [], cards = [], cardScan } = operation;
    const id = step === null ? 0 : this.stores.index.run(step);
    let json = "";
    for (const fill of fills) json = this.stores.prints.fill(fill)?.json ?? json;
    for (const change of progress) this.stores.rules.apply(change, this.clock());
    this.stores.recognition.queue(pictures);
    for (const found of cards) this.stores.cards.note(found);
    if (cardScan !== undefined) this.stores.cards.apply(cardScan);
    for (const found of codes) this.stores.fiscal.add(found);
    return { ok: true, id, json, replayed: false };
  }
}

/** Who does it, where that is known. */
function whoOf({ by, audit }: WriteOperation) {
  return by ?? audit?.actor;
}

/** The outcome of a batch that was not begun, because of an error. */
export function refusal(operations: readonly WriteOperation[], error: unknown): BatchOutcome {
  const faults: string[] = [];
  const result = failureOf(error, storageError(error), faults);
  const results = operations.map(() => result);
  return { results, faults, clockHeldBackMilliseconds: 0, commitMilliseconds: 0 };
}
