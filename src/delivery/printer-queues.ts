import { type Printer, printerKey, printerNotFound } from "../domain/printer.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { DeliveryReader } from "./delivery-reader.ts";
import { PrinterQueue, type QueueServices } from "./printer-queue.ts";
import type { StatusWatchers } from "./status-watchers.ts";

const REMOVED = "The printer was removed.";
const NO_TARGET = "The printer has no real printer behind it any more.";

/** What tells which printers print copies of what is sent to one. */
export type CopiedPrinter = Pick<Printer, "id" | "workspaceId" | "also">;

/** The queues of all printers that have a target: made, changed and ended as the printers are. */
export class PrinterQueues {
  private readonly queues = new Map<number, PrinterQueue>();
  private printers: readonly Printer[] = [];
  private isClosed = false;

  constructor(
    private readonly services: QueueServices,
    private readonly deliveries: Pick<DeliveryReader, "waitingPrinters">,
    private readonly watchers: Pick<StatusWatchers, "isWatched">,
  ) {}

  /** A printer's queue; `undefined` for one that has no target, or none that can be used. */
  get(printerId: number): PrinterQueue | undefined {
    return this.queues.get(printerId);
  }

  /** All queues, with the printers that they are of. */
  all(): { readonly printer: Printer; readonly queue: PrinterQueue }[] {
    return this.printers.flatMap((printer) => {
      const queue = this.queues.get(printer.id);
      return queue === undefined ? [] : [{ printer, queue }];
    });
  }

  /** A printer as it is set now, with a target or without. */
  printer(id: number): Printer | undefined {
    return this.printers.find((printer) => printer.id === id);
  }

  /** What prints instead of a printer in trouble; `null` for nothing that could. */
  backupOf({ id, workspaceId, backup }: Printer): Printer | null {
    if (backup === null) return null;
    const found = this.named(workspaceId, backup);
    return found === undefined || found.id === id || found.target === null ? null : found;
  }

  /** The printers that print a copy of what is sent to a printer: those of its names that have a target. */
  copiesOf({ id, workspaceId, also }: CopiedPrinter): number[] {
    return also
      .map((name) => this.named(workspaceId, name))
      .filter((printer) => printer !== undefined)
      .filter((printer) => printer.id !== id && printer.target !== null)
      .map((printer) => printer.id);
  }

  /** Prints have gone to a backup, or come back from it. @param count how many */
  noteMove(change: Extract<DeliveryChange, { do: "divert" | "giveBack" }>, count: number): void {
    const isAway = change.do === "divert";
    if (isAway && count > 0) this.wake(change.backupId);
    if (!change.isTold || (isAway && count === 0)) return;
    const printer = this.printer(change.printerId)?.name;
    const { log } = this.services;
    if (isAway) {
      const details = { printer, backup: this.printer(change.backupId)?.name, reason: change.reason };
      log.write("warning", "the backup of a printer in trouble takes over", details);
    } else log.write("info", "a printer is well again and has its prints back from its backup", { printer });
  }

  /** A workspace's printer of that name. @throws TillrollError NOT_FOUND */
  find(workspaceId: number, name: string): Printer {
    const found = this.named(workspaceId, name);
    if (found === undefined) throw printerNotFound(name);
    return found;
  }

  private named(workspaceId: number, name: string): Printer | undefined {
    const key = printerKey(name);
    return this.printers.find(
      (printer) => printer.workspaceId === workspaceId && printerKey(printer.name) === key,
    );
  }

  /** Takes the printers that there are. What waits for one that is gone, or has no target any more, is cancelled. */
  update(printers: readonly Printer[]): void {
    if (this.isClosed) return;
    this.printers = printers;
    const targeted = new Map(
      printers.filter(({ target }) => target !== null).map((printer) => [printer.id, printer]),
    );
    for (const [id, queue] of this.queues) {
      if (targeted.has(id)) continue;
      this.queues.delete(id);
      // What is recorded of a job under way comes first, and changes nothing then.
      void this.abandon(id, () => void queue.close(0));
    }
    for (const id of this.deliveries.waitingPrinters()) {
      if (!targeted.has(id)) void this.abandon(id);
    }
    for (const [id, printer] of targeted) this.adopt(id, printer);
  }

  /** Prints have been stored for a printer. */
  wake(printerId: number): void {
    const queue = this.queues.get(printerId);
    if (queue !== undefined) queue.wake();
    // It was removed while the print came in.
    else if (!this.isClosed && (this.printer(printerId)?.target ?? null) === null)
      void this.abandon(printerId);
  }

  /** Stops: jobs that are being sent may end. @param graceMilliseconds how long that may take */
  async close(graceMilliseconds: number): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.queues.values()].map((queue) => queue.close(graceMilliseconds)));
    this.queues.clear();
  }

  /** Has a printer's queue go by its settings. One with an address that cannot be used waits for another one. */
  private adopt(id: number, printer: Printer): void {
    const { services } = this;
    const queue = this.queues.get(id);
    try {
      if (queue !== undefined) return queue.update(printer);
      const made = new PrinterQueue(printer, services);
      if (this.watchers.isWatched(id)) made.pollEvery(services.times.watchedPoll);
      this.queues.set(id, made);
    } catch (error) {
      this.queues.delete(id);
      void queue?.close(0);
      services.log.write("error", "nothing is passed on to a printer whose target cannot be used", {
        printer: printer.name,
        target: printer.target,
        error: String(error),
      });
    }
  }

  /** Wakes the queues of all printers for which prints wait. */
  private wakeWaiting(): void {
    for (const [id, queue] of this.queues) {
      if (this.services.first(id) !== null) queue.wake();
    }
  }

  /** @param onCurrent called when what is being sent is cancelled: from then on nothing new may be begun */
  private async abandon(printerId: number, onCurrent: () => void = () => {}): Promise<void> {
    const { record, log } = this.services;
    const reason = this.printer(printerId) === undefined ? REMOVED : NO_TARGET;
    const some = async () => {
      const count = await record({ do: "abandon", printerId, reason }, printerId);
      // What it had as a backup has gone back.
      if (count > 0) this.wakeWaiting();
      return count;
    };
    try {
      let cancelled = await some().finally(onCurrent);
      // Until it has got a target again: what is queued then is for that one.
      while (cancelled > 0 && !this.queues.has(printerId)) cancelled = await some();
    } catch (error) {
      // Found again at the next change of the printers, or the next start.
      log.write("warning", "what waited for a removed printer was not cancelled", { error: String(error) });
    }
  }
}
