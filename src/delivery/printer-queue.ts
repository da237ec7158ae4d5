import type { Clock } from "../domain/clock.ts";
import type { Delivery } from "../domain/delivery.ts";
import { TillrollError } from "../domain/errors.ts";
import { HEALTHY, type PrinterStatus } from "../domain/printer-status.ts";
import type { Printer } from "../domain/printer.ts";
import { isStreamTarget, parseTarget, type StreamTarget } from "../domain/target.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import type { Log } from "../operations/log.ts";
import type { Semaphore } from "../platform/semaphore.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";
import type { Readiness, SendOutcome } from "./link.ts";
import type { PrinterHabits } from "./pass-through.ts";
import type { PolledPrinters } from "./polled/polled-printers.ts";
import type { Prepared } from "./preparation/preparation-step.ts";
import { PreparationError } from "./preparation/preparation-error.ts";
import { PrinterLink } from "./printer-link.ts";
import { Diversion } from "./diversion.ts";
import { QueueMachine } from "./queue-machine.ts";
import { type QueueSettings, queueSettings, type RecordOutcome, type Step } from "./queue-step.ts";
import { Stall } from "./stall.ts";

/** How often it is looked whether the printer's connection can be leased, milliseconds. */
const LEASE_RETRY_MILLISECONDS = 5;

const RETARGETED = "The printer's target was changed while it was being sent.";

const STOPPED = "The service was stopped.";
const CANCELLED = "It was cancelled.";

/** The codes of prints whose bytes there never will be again. */
const LOST = new Set(["NOT_FOUND", "PRINT_DATA_DAMAGED"]);

/** What a queue needs of the service. */
export interface QueueServices {
  readonly times: DeliveryTimes;
  readonly random: () => number;
  /** What deliveries are dated by. */
  readonly clock: Clock;
  readonly log: Log;
  /** Places for jobs that are being sent, and for asking printers for which nothing waits. */
  readonly sends: Semaphore;
  readonly polls: Semaphore;
  /** The printers that come to us. */
  readonly polled: PolledPrinters;
  /** What a printer speaks, by its settings and its workspace's. */
  languageOf(printer: Printer): PrinterLanguage;
  /** The first delivery of a printer that is queued or sending. */
  first(printerId: number): Delivery | null;
  /** How long a delivery has waited for a printer, milliseconds; 0 of one of which nothing is left to be printed. */
  waited(delivery: Delivery, printer: Printer): number;
  /** What prints instead of a printer in trouble; `null` for nothing. */
  backupOf(printer: Printer): Printer | null;
  /** Whether a backup has prints of a printer. */
  hasDiverted(printerId: number): boolean;
  /** What of a print its real printer is sent. @throws TillrollError NOT_FOUND, PRINT_DATA_DAMAGED; PreparationError */
  preparedFor(delivery: Delivery, printer: Printer): Promise<Prepared>;
  /** Makes a change of a printer's deliveries durable. @returns 0 when the delivery is in another state by now @throws when it cannot */
  record(change: DeliveryChange, printerId: number): Promise<number>;
  onStatusChange(printerId: number): void;
}

/** Passes one printer's prints on, step by step as {@link QueueMachine} says. */
export class PrinterQueue {
  /** Tells whoever has leased the printer's connection that others wait for it. */
  private onWanted: () => void = () => {};
  private readonly machine: QueueMachine;
  private readonly link: PrinterLink;
  /** Ends the rest that is under way. */
  private endRest: () => void = () => {};
  private sending: Delivery | null = null;
  private readonly diversion: Diversion;
  private readonly stall: Stall;
  private releaseSend: () => void = () => {};
  /** The delivery that was cancelled when it went first: it may be about to be sent. Of others nothing is begun any more. */
  private cancelled = 0;
  private isClosing = false;
  private readonly closing = Promise.withResolvers<Readiness>();
  private readonly running: Promise<void>;

  /** @param printer one with a target */
  constructor(
    private printer: Printer,
    private readonly services: QueueServices,
  ) {
    const { times, random } = services;
    const firstPollAt = performance.now() + random() * times.watchedPoll;
    const diversion = new Diversion(printer.id, services.hasDiverted(printer.id));
    this.diversion = diversion;
    // A person who holds the printer wants its prints nowhere.
    const backup = () => (this.printer.held ? null : this.settings().backup);
    this.stall = new Stall({ diversion, backup, record: (change) => this.record(change) });
    this.machine = new QueueMachine({ settings: this.settings(), times, random, firstPollAt, diversion });
    this.link = new PrinterLink(parseTarget(printer.target ?? ""), {
      times,
      random,
      language: () => services.languageOf(this.printer),
      onStatusChange: () => services.onStatusChange(this.printer.id),
      onTrouble: (reason) => this.noteTrouble(reason),
      polled: () => services.polled.of(this.printer.id),
      onArrival: () => this.noteArrival(),
    });
    this.running = this.run();
  }

  /** The real printer's status; `null` while it is not known, or where the printer does not tell. */
  get status(): PrinterStatus | null {
    return this.link.status;
  }

  /** Why the real printer prints nothing now, a sentence; `null` when it does, or is not known not to. */
  get trouble(): string | null {
    return this.link.trouble;
  }

  /** The name of the backup that prints in its place now; `null` while it prints itself. */
  get divertedTo(): string | null {
    if (!this.diversion.isDiverted) return null;
    return this.services.backupOf(this.printer)?.name ?? null;
  }

  /** The delivery that goes first, with the reason why it waits; `null` when nothing waits. */
  get first(): Delivery | null {
    return this.machine.first;
  }

  /** What is known of the real printer's connections. */
  get habits(): PrinterHabits {
    return this.link.habits;
  }

  /** Where bytes go as they come; `null` for a printer that takes whole jobs only. */
  get streamTarget(): StreamTarget | null {
    const { target } = this.link;
    return isStreamTarget(target) ? target : null;
  }

  /** Something was queued, or a person has decided something. */
  wake(): void {
    this.machine.wake();
    this.onWanted();
    this.endRest();
    this.stall.wake();
  }

  /** A person wants what waits printed: the printer is asked at once, however long it has been in trouble. */
  hurry(): void {
    if (this.machine.hurry()) this.endRest();
  }

  /** Has the printer asked more or less often how it is. */
  pollEvery(milliseconds: number): void {
    this.machine.pollEvery(milliseconds, performance.now());
    this.endRest();
  }

  /** Takes changed settings. @param printer the same one, still with a target */
  update(printer: Printer): void {
    const isNewTarget = printer.target !== this.printer.target;
    const target = parseTarget(printer.target ?? "");
    this.printer = printer;
    if (isNewTarget) {
      this.link.retarget(target);
      // What goes on well is finished; what hangs is why somebody changed the target.
      if (this.stall.reason !== null) this.link.current.abort(RETARGETED);
    }
    this.machine.adopt(this.settings(), isNewTarget);
    this.endRest();
    this.stall.wake();
  }

  /** Ends a delivery that is being sent; the caller has recorded why. */
  cancel(deliveryId: number): void {
    if (this.machine.first?.id === deliveryId) this.cancelled = deliveryId;
    if (this.sending?.id === deliveryId) this.link.current.abort(CANCELLED);
    this.wake();
  }

  /**
   * Leases the printer's connection, where nothing waits; what is under way, such as a question to the printer, may end
   * for a moment. Whoever has leased it is told that it is wanted.
   * @param onWanted called when others wait for it
   * @returns whether it did; then {@link endLease} must follow
   */
  async lease(onWanted: () => void): Promise<boolean> {
    this.onWanted();
    const deadline = performance.now() + this.services.times.answer;
    while (!this.isClosing && !this.machine.isLeased && this.services.first(this.printer.id) === null) {
      if (this.machine.lease()) {
        this.link.leave();
        this.onWanted = onWanted;
        return true;
      }
      if (this.printer.held || performance.now() >= deadline) return false;
      await Bun.sleep(LEASE_RETRY_MILLISECONDS);
    }
    return false;
  }

  endLease(): void {
    this.onWanted = () => {};
    this.stall.end(false);
    this.machine.endLease();
    this.endRest();
  }

  /** Tells what holds up the job of whoever has leased the connection; `null` when nothing does any more. */
  noteLeaseTrouble(reason: string | null): void {
    if (reason === null) return this.stall.end(true);
    this.link.note({ ...HEALTHY, isReachable: false });
    this.stall.begin(reason);
  }

  /** What somebody else has learnt of the printer's status. */
  noteStatus(status: PrinterStatus): void {
    this.link.note(status);
  }

  /** Stops: a job under way may end, for a while. */
  async close(graceMilliseconds: number): Promise<void> {
    this.isClosing = true;
    this.closing.resolve({ kind: "unreachable", reason: STOPPED });
    this.endRest();
    const timer = setTimeout(() => this.link.current.abort(STOPPED), graceMilliseconds);
    await this.running;
    clearTimeout(timer);
    this.link.current.close();
  }

  /** The printer has come to us. @returns whether a delivery waits for it */
  private noteArrival(): boolean {
    const isMeant = this.machine.hurry();
    if (isMeant) this.endRest();
    return isMeant;
  }

  private async run(): Promise<void> {
    for (;;) {
      const step = this.machine.next(performance.now());
      if (this.isClosing && !isEnding(step)) return;
      try {
        await this.perform(step);
      } catch (error) {
        // Such as a database that cannot be read now. Nothing was begun, so the same step comes again.
        this.services.log.write("error", "passing prints on was interrupted and goes on soon", {
          printer: this.printer.name,
          error: String(error),
        });
        await this.rest(performance.now() + this.services.times.recordRetry);
      }
    }
  }

  private async perform(step: Step): Promise<void> {
    switch (step.do) {
      case "rest":
        this.link.current.rest();
        return this.rest(step.until);
      case "look":
        return this.look();
      case "ask":
        return this.asked(await this.ask(step.isPoll));
      case "record":
        return this.machine.recorded(await this.record(step.change), performance.now());
      case "send":
        return this.send(step.delivery);
    }
  }

  /** One look in an index that is nearly always empty: cheap enough for each print. */
  private asked(readiness: Readiness): void {
    const isAnyAway = readiness.kind === "ready" && this.services.hasDiverted(this.printer.id);
    this.machine.asked(readiness, performance.now(), isAnyAway);
  }

  private look(): void {
    const delivery = this.services.first(this.printer.id);
    const waited = delivery === null ? 0 : this.services.waited(delivery, this.printer);
    this.machine.found(delivery, performance.now(), waited);
  }

  private settings(): QueueSettings {
    return queueSettings(this.printer, this.services.backupOf(this.printer));
  }

  private async rest(until: number | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.endRest = resolve;
    const timer = until === null ? undefined : setTimeout(resolve, Math.max(until - performance.now(), 0));
    await promise;
    clearTimeout(timer);
  }

  private async ask(isPoll: boolean): Promise<Readiness> {
    const release = isPoll ? await this.services.polls.acquire() : () => {};
    try {
      // A stop does not wait for a printer that is being called.
      return await this.link.ask(isPoll, this.machine.isInDoubt, this.closing.promise);
    } finally {
      release();
    }
  }

  private async record(change: DeliveryChange): Promise<RecordOutcome> {
    try {
      const changed = await this.services.record(onTheClock(change, this.services.clock()), this.printer.id);
      return changed === 0 ? "gone" : "recorded";
    } catch (error) {
      this.services.log.write("warning", "what became of a delivery was not recorded and is tried again", {
        printer: this.printer.name,
        change: change.do,
        error: String(error),
      });
      // A service that stops does not wait for its disk; the next one finds the delivery as it was.
      return this.isClosing ? "gone" : "failed";
    }
  }

  private async send(delivery: Delivery): Promise<void> {
    this.sending = delivery;
    this.releaseSend = await this.services.sends.acquire();
    try {
      this.machine.sent(await this.sendPrepared(delivery), performance.now());
    } catch (error) {
      if (!isForGood(error)) throw error;
      this.machine.unusable(error.message);
    } finally {
      this.sending = null;
      this.stall.end(false);
      this.releaseSend();
    }
  }

  private async sendPrepared(delivery: Delivery): Promise<SendOutcome> {
    if (this.isClosing) return { kind: "untouched", reason: STOPPED };
    const { bytes, mediaType, notes } = await this.services.preparedFor(delivery, this.printer);
    if (this.isClosing) return { kind: "untouched", reason: STOPPED };
    // Before it is sent: what is on paper must not differ from what is told of it.
    if (notes.length > 0) await this.record({ do: "alter", id: delivery.id, notes });
    // Last, with nothing to wait for: a link that is told to end knows nothing of what it is sent later.
    if (this.isClosing) return { kind: "untouched", reason: STOPPED };
    if (this.cancelled === delivery.id) return { kind: "untouched", reason: CANCELLED };
    if (bytes.length === 0) return { kind: "printed", note: null };
    return this.link.send(bytes, { ...delivery, mediaType: mediaType ?? null });
  }

  /** Tells what holds up the job that is being sent. One that hangs leaves its place to others. */
  private noteTrouble(reason: string | null): void {
    const { sending } = this;
    if (sending === null) return;
    // As in update: it began to hang before, or does now.
    if (reason !== null && this.link.isRetargeted) return this.link.current.abort(RETARGETED);
    void this.record({ do: "note", id: sending.id, reason });
    if (reason === null) return this.stall.end(true);
    this.releaseSend();
    this.stall.begin(reason);
  }
}

/** Whether what went wrong before a print was sent goes wrong each time. */
function isForGood(error: unknown): error is Error {
  return error instanceof PreparationError || (error instanceof TillrollError && LOST.has(error.code));
}

/** Whether a step is taken even while the service stops: what became of a job is told, and nothing new is begun. */
function isEnding(step: Step): boolean {
  return step.do === "send" || (step.do === "record" && !["begin", "wait"].includes(step.change.do));
}

/** The machine's times run on whatever happens to the clock; those that are kept are of the clock. */
function onTheClock(change: DeliveryChange, now: number): DeliveryChange {
  if (!("nextAttemptAt" in change) || change.nextAttemptAt === null) return change;
  return { ...change, nextAttemptAt: Math.round(now + change.nextAttemptAt - performance.now()) };
}
