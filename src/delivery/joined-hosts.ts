import type { PrinterLanguage } from "../escpos/language.ts";
import type { Printer } from "../domain/printer.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";
import { PassThrough, type PassThroughEvents } from "./pass-through.ts";
import type { Preparations } from "./preparations.ts";
import type { PrinterQueue } from "./printer-queue.ts";
import type { PrinterQueues } from "./printer-queues.ts";

/**
 * Why a host cannot be joined to the real printer: it is used, is held or others go first (`busy`), or it is out of reach
 * (`away`).
 */
export type JoinRefusal = "busy" | "away";

const RETARGETED = "the printer's target was changed while it took nothing";

/** The printer that hosts pass their prints through to. */
interface PassTarget {
  readonly target: string;
  readonly language: PrinterLanguage;
}

interface JoinedHostsOptions {
  readonly queues: PrinterQueues;
  readonly preparations: Preparations;
  readonly times: DeliveryTimes;
  /** Records what became of what a host has passed through to a printer. @returns the delivery's id */
  readonly record: (change: DeliveryChange, printerId: number) => Promise<number>;
}

/** The hosts whose connections are joined to real printers: their bytes go there as they come. */
export class JoinedHosts {
  /** Each, and the printer that it is joined to. */
  private readonly joined = new Map<
    PassThrough,
    { readonly printerId: number; readonly meant: PassTarget }
  >();
  private isClosed = false;
  /** Called when the last one's job is over. */
  private onNone: () => void = () => {};

  constructor(private readonly options: JoinedHostsOptions) {}

  /** Lets those go whose printer has become another one, or is held. */
  update(): void {
    for (const [host, { printerId, meant }] of this.joined) {
      if (this.isStillMeant(printerId, meant)) continue;
      host.outdate();
      if (!this.isElsewhere(printerId, meant)) continue;
      // What hangs is why somebody changed the target: also where nobody has looked yet whether it does.
      host.want();
      host.giveUp(RETARGETED);
    }
  }

  /** Whether a printer's bytes can go to the real one as they come. Cheap. */
  canForward(printerId: number): boolean {
    const { queues, preparations } = this.options;
    const queue = queues.get(printerId);
    if (queue === undefined || queue.streamTarget === null || queue.first !== null || this.isClosed)
      return false;
    const printer = queues.printer(printerId);
    return printer !== undefined && preparations.goAsTheyCome(printer);
  }

  /**
   * Joins a host's connection to the real printer. Whoever has it is told that others wait.
   * @returns why that cannot be now. The host is then answered by us, and it may be tried again
   */
  async join(printerId: number, events: PassThroughEvents): Promise<PassThrough | JoinRefusal> {
    const queue = this.options.queues.get(printerId);
    if (queue === undefined || !this.canForward(printerId)) return "busy";
    let opened: PassThrough | null = null;
    let isWanted = false;
    const want = () => {
      isWanted = true;
      opened?.want();
    };
    if (!(await queue.lease(want))) return "busy";
    try {
      // Only now: while the host waited the printer may have become another one.
      const { streamTarget } = queue;
      const meant = this.targetOf(printerId);
      if (streamTarget === null || meant === null) {
        queue.endLease();
        return "busy";
      }
      const end = () => {
        if (opened !== null) this.joined.delete(opened);
        queue.endLease();
        if (this.joined.size === 0) this.onNone();
      };
      opened = await this.open(queue, { printerId, streamTarget, meant, end, events });
      // While it was being called too; nothing has gone to it.
      if (!this.isStillMeant(printerId, meant)) {
        opened.close();
        return "busy";
      }
      this.joined.set(opened, { printerId, meant });
      // While it was being called.
      if (isWanted) opened.want();
      return opened;
    } catch {
      if (opened === null) queue.endLease();
      else opened.close();
      return "away";
    }
  }

  /** Begins to stop: no host is joined any more, and those that are may end. */
  close(): void {
    this.isClosed = true;
    for (const host of this.joined.keys()) host.close();
  }

  /** Waits until what has gone through has come to its printers, and that is recorded; for a short while. */
  async ended(): Promise<void> {
    if (this.joined.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onNone = resolve;
    const timer = setTimeout(resolve, this.options.times.stop);
    await promise;
    clearTimeout(timer);
  }

  private async open(
    queue: PrinterQueue,
    given: {
      readonly printerId: number;
      readonly streamTarget: NonNullable<PrinterQueue["streamTarget"]>;
      readonly meant: PassTarget;
      readonly end: () => void;
      readonly events: PassThroughEvents;
    },
  ): Promise<PassThrough> {
    const { printerId, streamTarget, meant, end, events } = given;
    const { queues, times, record } = this.options;
    let opened: PassThrough | null = null;
    const about = {
      printerId,
      target: streamTarget,
      language: meant.language,
      times,
      habits: queue.habits,
      whenInterrupted: () => queues.printer(printerId)?.whenInterrupted ?? "hold",
      record: (change: DeliveryChange) => record(change, printerId),
      onStatus: (status: Parameters<PrinterQueue["noteStatus"]>[0]) => queue.noteStatus(status),
      onTrouble: (reason: Parameters<PrinterQueue["noteLeaseTrouble"]>[0]) => {
        // It says nothing of the printer that is meant now.
        if (reason !== null && this.isElsewhere(printerId, meant)) opened?.giveUp(RETARGETED);
        else queue.noteLeaseTrouble(reason);
      },
      onOver: end,
    } as const;
    opened = await PassThrough.open(about, events);
    return opened;
  }

  /** Where hosts of a printer pass their prints through to by its settings now; `null` for nowhere. */
  private targetOf(printerId: number): PassTarget | null {
    const { queues, preparations } = this.options;
    const printer: Printer | undefined = queues.printer(printerId);
    if (printer === undefined || printer.target === null || printer.held) return null;
    if (!preparations.goAsTheyCome(printer)) return null;
    return { target: printer.target, language: preparations.languageOf(printer) };
  }

  /** Whether the printer has another target by now, or none. */
  private isElsewhere(printerId: number, meant: PassTarget): boolean {
    return this.options.queues.printer(printerId)?.target !== meant.target;
  }

  private isStillMeant(printerId: number, meant: PassTarget): boolean {
    return Bun.deepEquals(this.targetOf(printerId), meant);
  }
}
