import type { AuditActor, AuditNote } from "../audit/audit-entry.ts";
import { type Clock, type MonotonicClock, monotonicClock } from "../domain/clock.ts";
import type { DeliveryCause, DeliveryFilter, DeliveryState, ListedDelivery } from "../domain/delivery.ts";
import { badRequest, notFound, TillrollError } from "../domain/errors.ts";
import type { PrinterStatus } from "../domain/printer-status.ts";
import type { Printer } from "../domain/printer.ts";
import type { Log } from "../operations/log.ts";
import type { DeliveryChange, DeliveryDecision } from "../storage/delivery-store.ts";
import type { PrintReader } from "../storage/print-reader.ts";
import type { WorkspaceStore } from "../storage/workspace-store.ts";
import type { Writer } from "../storage/writer.ts";
import { DeliveryOutcomes } from "./delivery-outcomes.ts";
import { StatusWatchers } from "./status-watchers.ts";
import { Backlogs } from "./backlogs.ts";
import { DELIVERY_LIMITS, DELIVERY_TIMES, type DeliveryTimes } from "./delivery-limits.ts";
import type { DeliveryReader, PrinterBacklog } from "./delivery-reader.ts";
import { JoinedHosts, type JoinRefusal } from "./joined-hosts.ts";
import type { PassThrough, PassThroughEvents } from "./pass-through.ts";
import { Preparations } from "./preparations.ts";
import type { PolledTimes } from "./polled/polled-printer.ts";
import { PolledPrinters } from "./polled/polled-printers.ts";
import type { PrinterQueue, QueueServices } from "./printer-queue.ts";
import { type CopiedPrinter, PrinterQueues } from "./printer-queues.ts";
import { Semaphore } from "../platform/semaphore.ts";
import { WaitingTimes } from "./waiting-times.ts";

interface DeliveriesOptions {
  readonly writer: Pick<Writer, "submit">;
  readonly deliveries: DeliveryReader;
  readonly prints: PrintReader;
  readonly workspaces: Pick<WorkspaceStore, "findById">;
  readonly log: Log;
  /** What deliveries are dated by. */
  readonly clock: Clock;
  /** What waiting is measured with. */
  readonly monotonic?: MonotonicClock;
  readonly times?: DeliveryTimes;
  readonly polledTimes?: PolledTimes;
  /** Told when listeners have something to hear: see {@link TOLD}. */
  readonly onTold?: () => void;
  /** From 0 to below 1; spreads attempts and makes process IDs. */
  readonly random?: () => number;
}

/** The changes that may leave an event, or decide what becomes of a print. */
const TOLD: ReadonlySet<DeliveryChange["do"]> = new Set([
  "finish",
  "confirm",
  "hold",
  "fail",
  "setAside",
  "passed",
  "divert",
  "giveBack",
  "cancel",
  "release",
  "retry",
  "decideAll",
  "cancelQueued",
  "abandon",
]);

/** The note of a delivery that was given up, and of which its printer told later that it is printed. */
export const TOLD_LATE = "The printer told later that it is printed.";

/**
 * Passes prints on to real printers: a durable queue a printer, which goes on where it was after a crash. See
 * {@link QueueMachine} for what is kept in order and {@link RawSession} for how a printer is asked and believed.
 */
export class Deliveries {
  private readonly queues: PrinterQueues;
  /** The printers that come to us for their prints. */
  readonly polled: PolledPrinters;
  private readonly listeners = new Set<(printerId: number) => void>();
  private readonly hosts: JoinedHosts;
  private readonly times: DeliveryTimes;
  private readonly watchers: StatusWatchers;
  private readonly waitingTimes: WaitingTimes;
  private readonly preparations: Preparations;
  private readonly backlogs: Backlogs;
  /** What became of deliveries since the start. */
  readonly outcomes = new DeliveryOutcomes();
  constructor(private readonly options: DeliveriesOptions) {
    this.times = options.times ?? DELIVERY_TIMES;
    const monotonic = options.monotonic ?? monotonicClock;
    this.waitingTimes = new WaitingTimes(options.clock, monotonic);
    this.backlogs = new Backlogs(options.deliveries, monotonic);
    const { prints, workspaces } = options;
    this.preparations = new Preparations({
      prints,
      workspaces,
      waitingTimes: this.waitingTimes,
      printer: (id) => this.queues.printer(id),
    });
    this.polled = new PolledPrinters((...late) => void this.noteLate(...late), options.polledTimes);
    const services: QueueServices = {
      times: this.times,
      random: options.random ?? Math.random,
      log: options.log,
      clock: options.clock,
      sends: new Semaphore(DELIVERY_LIMITS.sendsAtOnce),
      polled: this.polled,
      polls: new Semaphore(DELIVERY_LIMITS.pollsAtOnce),
      languageOf: (printer) => this.preparations.languageOf(printer),
      first: (printerId) => options.deliveries.first(printerId),
      waited: (delivery, printer) => this.preparations.waited(delivery, printer),
      backupOf: (printer) => this.queues.backupOf(printer),
      hasDiverted: (printerId) => options.deliveries.hasDiverted(printerId),
      preparedFor: (delivery, printer) => this.preparations.preparedFor(delivery, printer),
      record: async (change, printerId) => {
        const count = await this.record(change);
        const isMove = change.do === "divert" || change.do === "giveBack";
        this.backlogs.forget(isMove || change.do === "abandon" ? null : printerId);
        if (isMove) this.queues.noteMove(change, count);
        return count;
      },
      onStatusChange: (printerId) => {
        for (const listener of this.listeners) listener(printerId);
      },
    };
    const { watched, watchedPoll, idlePoll } = this.times;
    this.watchers = new StatusWatchers(watched, (printerId, isWatched) =>
      this.queues.get(printerId)?.pollEvery(isWatched ? watchedPoll : idlePoll),
    );
    this.queues = new PrinterQueues(services, options.deliveries, this.watchers);
    this.hosts = new JoinedHosts({
      queues: this.queues,
      preparations: this.preparations,
      times: this.times,
      record: async (change, printerId) => {
        const id = await this.record(change);
        this.backlogs.forget(printerId);
        return id;
      },
    });
  }

  /**
   * Takes the printers that there are, at the start and whenever one is made, changed or removed. What waits for one
   * that is gone, or has no target any more, is cancelled; to stop for a while, hold the printer.
   */
  update(printers: readonly Printer[]): void {
    this.queues.update(printers);
    this.hosts.update();
  }

  /** A print has been stored for printers. Cheap enough for every print. */
  wake(printId: number, printerIds: readonly number[]): void {
    this.waitingTimes.arrived(printId);
    for (const printerId of printerIds) {
      this.backlogs.forget(printerId);
      this.queues.wake(printerId);
    }
  }

  /** The printers that print a copy of what is sent to a printer: those that can. */
  copiesOf(printer: CopiedPrinter): readonly number[] {
    return printer.also.length === 0 ? [] : this.queues.copiesOf(printer);
  }

  /** The real printer's status; `null` while it is not known, where the printer does not tell and where there is none. */
  statusOf(printerId: number): PrinterStatus | null {
    return this.queues.get(printerId)?.status ?? null;
  }

  /** Why the real printer prints nothing now, a sentence; `null` when it does, or is not known not to. */
  troubleOf(printerId: number): string | null {
    return this.queues.get(printerId)?.trouble ?? null;
  }

  /** Calls when a real printer's status changes; returns what ends that. */
  onStatusChange(listener: (printerId: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A host has asked for the status: the real printer is asked more often for a while. Cheap. */
  notice(printerId: number): void {
    this.watchers.notice(printerId);
  }

  /** Whether a printer's bytes can go to the real one as they come. Cheap. */
  canForward(printerId: number): boolean {
    return this.hosts.canForward(printerId);
  }

  /**
   * Joins a host's connection to the real printer. Whoever has it is told that others wait.
   * @returns why that cannot be now. The host is then answered by us, and it may be tried again
   */
  passThrough(printerId: number, events: PassThroughEvents): Promise<PassThrough | JoinRefusal> {
    return this.hosts.join(printerId, events);
  }

  /** Since when the first print has waited, of each printer that any waits for; epoch milliseconds. */
  oldestWaiting(): { readonly printer: Printer; readonly since: number }[] {
    return this.queues.all().flatMap(({ printer, queue }) => {
      const { first } = queue;
      return first === null ? [] : [{ printer, since: first.createdAt }];
    });
  }

  /** How many deliveries of all printers are in a state; of each printer no more than {@link PrinterBacklog} says are counted. */
  countOf(state: DeliveryState): number {
    return this.countsOf(state).reduce((sum, { count }) => sum + count, 0);
  }

  /** The same by printer. */
  countsOf(state: DeliveryState): { readonly printer: Printer; readonly count: number }[] {
    const { deliveries } = this.options;
    return this.queues
      .all()
      .map(({ printer }) => ({ printer, count: deliveries.countOf(printer.id, state) }));
  }

  /** What waits for a printer, and why its first print does. */
  waitingFor(printerId: number): PrinterBacklog & { readonly divertedTo: string | null } {
    const stored = this.backlogs.of(printerId);
    const queue = this.queues.get(printerId);
    // Why it waits is in memory before it is in the database.
    return {
      ...stored,
      reason: queue?.first?.reason ?? stored.reason,
      divertedTo: queue?.divertedTo ?? null,
    };
  }

  /** The deliveries of a workspace that fit, the newest first. @throws TillrollError NOT_FOUND for an unknown printer */
  list(workspaceId: number, filter: DeliveryFilter): ListedDelivery[] {
    const printerId = filter.printer === null ? null : this.queues.find(workspaceId, filter.printer).id;
    return this.options.deliveries.list(workspaceId, filter, printerId);
  }

  /** @throws TillrollError NOT_FOUND */
  read(workspaceId: number, id: number): ListedDelivery {
    return this.options.deliveries.read(workspaceId, id);
  }

  /**
   * Cancels, releases or retries a delivery. Releasing one marks it as a possible duplicate.
   * @throws TillrollError NOT_FOUND, CONFLICT when it is in another state, STORAGE_UNAVAILABLE
   */
  async decide(
    decision: DeliveryDecision,
    workspaceId: number,
    id: number,
    client?: string,
    audit?: AuditNote,
  ): Promise<ListedDelivery> {
    const { printerId } = this.read(workspaceId, id);
    if (decision !== "cancel") this.needQueue(printerId);
    await this.record({ do: decision, workspaceId, id }, client, audit);
    // Before that it may have moved to a backup, or back.
    const decided = this.read(workspaceId, id);
    this.backlogs.forget(decided.printerId);
    const queue = this.queues.get(decided.printerId);
    if (decision === "cancel") queue?.cancel(id);
    else queue?.wake();
    return decided;
  }

  /** The real printer has told that a print came out whose delivery was given up: it waits for nobody any more. */
  private async noteLate(printerId: number, id: number): Promise<void> {
    const workspaceId = this.queues.printer(printerId)?.workspaceId;
    if (workspaceId === undefined) return;
    try {
      const { printerId: owner, state } = this.read(workspaceId, id);
      if (owner === printerId && state === "held")
        await this.record({ do: "confirm", id, reason: TOLD_LATE });
      this.backlogs.forget(printerId);
    } catch (error) {
      // The delivery stays held, for a person.
      this.options.log.write("warning", "what a printer told late was not noted", { error: String(error) });
    }
  }

  /**
   * Releases or cancels all that a printer holds for a person. After a release the printer is tried at once.
   * @param cause only what is held for this; `null` for any
   * @returns how many
   * @throws TillrollError NOT_FOUND, STORAGE_UNAVAILABLE
   */
  async decideAll(
    decision: "release" | "cancel",
    workspaceId: number,
    printerName: string,
    cause: DeliveryCause | null,
    client?: string,
    audit?: AuditNote,
  ): Promise<number> {
    const { id: printerId } = this.queues.find(workspaceId, printerName);
    let count = 0;
    for (let changed = -1; changed !== 0; count += changed) {
      // It is one act, of as many steps as it takes.
      changed = await this.record(
        { do: "decideAll", decision, printerId, cause },
        client,
        changed < 0 ? audit : undefined,
      );
      this.backlogs.forget(printerId);
      this.queues.get(printerId)?.wake();
    }
    if (decision === "release") this.queues.get(printerId)?.hurry();
    return count;
  }

  /**
   * Cancels all that waits for a printer or is being sent, and what it holds for a person; nothing that comes meanwhile.
   * @returns how many
   * @throws TillrollError NOT_FOUND, STORAGE_UNAVAILABLE
   */
  async cancelWaiting(
    workspaceId: number,
    printerName: string,
    client?: string,
    audit?: AuditNote,
  ): Promise<number> {
    const { id: printerId } = this.queues.find(workspaceId, printerName);
    const queue = this.queues.get(printerId);
    const newest = { state: null, printer: printerName, printId: null, before: null, limit: 1 };
    const throughId = this.list(workspaceId, newest)[0]?.id ?? 0;
    let count = await this.decideAll("cancel", workspaceId, printerName, null, client, audit);
    for (let changed = -1; changed !== 0; count += changed) {
      // The one that is being sent last: what is queued behind it must not begin meanwhile.
      changed = await this.record({ do: "cancelQueued", printerId, throughId }, client);
      this.backlogs.forget(printerId);
      queue?.wake();
    }
    const first = this.options.deliveries.first(printerId);
    // It may be queued again by now.
    if (first === null || first.id > throughId) return count;
    try {
      await this.decide("cancel", workspaceId, first.id, client);
      return count + 1;
    } catch (error) {
      // It was printed in this moment: too late for it, but the others are cancelled.
      if (error instanceof TillrollError && error.code === "CONFLICT") return count;
      throw error;
    }
  }

  /**
   * Has any stored print printed by any printer of its workspace.
   * @param by who wants it
   * @throws TillrollError NOT_FOUND (a deleted print too), BAD_REQUEST for a printer without a target
   */
  async deliver(
    workspaceId: number,
    printId: number,
    printerName: string,
    client?: string,
    by?: AuditActor,
  ): Promise<ListedDelivery> {
    const print = this.options.prints.read(workspaceId, printId);
    if (print.deletedAt !== null) throw notFound("print", printId);
    const printer = this.queues.find(workspaceId, printerName);
    const queue = this.needQueue(printer.id);
    const change = { do: "queue", workspaceId, printId, printerId: printer.id, isReleased: true } as const;
    const id = await this.record(change, client, undefined, by);
    this.backlogs.forget(printer.id);
    queue.wake();
    return this.read(workspaceId, id);
  }

  /** Stops: jobs that are being sent may end, for a short while. */
  async close(): Promise<void> {
    this.watchers.close();
    this.hosts.close();
    await Promise.all([this.queues.close(this.times.stop), this.hosts.ended()]);
    this.preparations.close();
  }

  private needQueue(printerId: number): PrinterQueue {
    const queue = this.queues.get(printerId);
    if (queue !== undefined) return queue;
    const message = "has no real printer behind it; give it a target first.";
    throw badRequest([{ path: "printer", message }]);
  }

  private async record(
    change: DeliveryChange,
    client?: string,
    audit?: AuditNote,
    by?: AuditActor,
  ): Promise<number> {
    const { id } = await this.options.writer.submit({ kind: "delivery", change, audit, by }, client);
    this.outcomes.note(change, id);
    if (TOLD.has(change.do)) this.options.onTold?.();
    return id;
  }
}
