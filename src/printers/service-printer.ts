import { NO_FIELDS } from "../contract/print-fields.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import type { JoinRefusal } from "../delivery/joined-hosts.ts";
import type { PassThrough, PassThroughEvents } from "../delivery/pass-through.ts";
import { KICK_BYTES, workOf } from "../delivery/preparation/job-work.ts";
import { AddressBlocks } from "../domain/address-blocks.ts";
import { type Clock, monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { PRINT_LIMITS } from "../domain/limits.ts";
import {
  combineStatus,
  HEALTHY,
  isOffline,
  ofRealPrinter,
  type PrinterStatus,
  sameStatus,
  simulatedStatus,
} from "../domain/printer-status.ts";
import type { Printer } from "../domain/printer.ts";
import { type NewPrint, REPEATED_TAG } from "../domain/print.ts";
import { firstCodePoints } from "../domain/text.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import type { ClientRate } from "../intake/client-rate.ts";
import type { Submission, Intake } from "../intake/intake.ts";
import { SAMPLE_PRINT } from "../intake/sample-receipt.ts";
import type { SetAside } from "../storage/delivery-store.ts";
import type { WriteSuccess } from "../storage/write-operation.ts";
import { drawerKick } from "./drawer-kick.ts";
import { detailsOf, type PrinterDetails } from "./printer-details.ts";
import { RecentJobs } from "./recent-jobs.ts";
import type { MemoryReservation, PrinterEndpoint, PrinterJob, SpooledJob } from "./printer-endpoint.ts";
import { Senders } from "./senders.ts";

/** What a printer asks of the rest of the service. */
export interface PrinterContext {
  readonly intake: Intake;
  /** The workspace as it is set now. @throws TillrollError NOT_FOUND */
  workspaceOf(printer: Printer): Workspace;
  /** What senders are dated by. */
  readonly clock: Clock;
  /** Why the service could not store a print now, as a sentence; `null` when it could. Cheap: it is asked all the time. */
  readonly storageTrouble: () => string | null;
  /** Told of each print that has come in by a printer. Cheap: it is called for every print. */
  readonly onPrint: (printerId: number) => void;
  /** Of prints to the real printers behind ours. */
  readonly deliveries: Pick<
    Deliveries,
    "statusOf" | "troubleOf" | "notice" | "canForward" | "passThrough" | "wake" | "copiesOf"
  >;
}

/** How long a job waits when more waits for the disk than it can take, and how often it tries, milliseconds. */
const QUEUE_WAIT_MILLISECONDS = 30_000;
const QUEUE_RETRY_MILLISECONDS = 100;

/** How long a host waits for the end of another's pass-through, and how often it tries, milliseconds. */
const JOIN_WAIT_MILLISECONDS = 500;
const JOIN_RETRY_MILLISECONDS = 10;

const REPEATED =
  "Its host had sent the same a moment before: a person decides whether it is printed once more.";

/** The label of what opens a drawer without a receipt. */
const DRAWER_OPENED = "Drawer opened";

/** What becomes of a print whose host was told that it failed. */
const REPORTED: SetAside = {
  state: "kept",
  cause: "reported",
  reason: "Its host was told that it failed, and sends it again; a person may release it.",
};

/** A printer as the protocols see it. Its jobs are stored by the intake, as all prints are. */
export class ServicePrinter implements PrinterEndpoint {
  isRemoved = false;
  private known: PrinterStatus = HEALTHY;
  private readonly recent = new RecentJobs(monotonicClock);
  readonly senders: Senders;
  private allowed: AddressBlocks;
  private blocked: AddressBlocks;
  /** The latest pass-through of a host. */
  private latest: PassThrough | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    public printer: Printer,
    private readonly context: PrinterContext,
  ) {
    this.senders = new Senders(context.clock);
    this.allowed = new AddressBlocks(printer.allow);
    this.blocked = new AddressBlocks(printer.block);
    this.known = this.currentStatus();
  }

  get details(): PrinterDetails {
    return detailsOf(this.printer, this.context.workspaceOf(this.printer));
  }

  get language(): PrinterLanguage {
    return this.details.model.language;
  }

  get status(): PrinterStatus {
    this.notice();
    return this.known;
  }

  /** A host is told the status: the real printer is worth asking. */
  notice(): void {
    if (this.printer.target !== null) this.context.deliveries.notice(this.printer.id);
  }

  /** How it is, a real printer that is out of reach included; hosts are told {@link status}. */
  get state(): PrinterStatus {
    return this.statusWith(this.realStatus ?? HEALTHY);
  }

  get maximumJobBytes(): number {
    return this.context.intake.maximumPrintBytes;
  }

  get rate(): ClientRate {
    return this.context.intake.rate;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  admits(client: string): boolean {
    const mayPrint = this.mayPrint(client);
    if (!mayPrint) this.senders.noteRefusal(client);
    return mayPrint;
  }

  /** As {@link admits}, of an address that does not ask. */
  mayPrint(address: string): boolean {
    const { allow, block } = this.printer;
    if (block.length > 0 && this.blocked.have(address)) return false;
    return allow.length === 0 || this.allowed.have(address);
  }

  reserve(client: string): MemoryReservation {
    return this.context.intake.reserve(() => clientOf(client), 0);
  }

  async store(job: PrinterJob): Promise<number> {
    const key = this.recent.keyOf(job.client, job.raw);
    const isReported = job.isReported === true;
    // What its host sends again because it failed is no repetition.
    const isRepeated = !isReported && this.recent.take(key);
    const request = { raw: job.raw, print: this.printOf(job, isRepeated) };
    const setAside = isReported ? REPORTED : isRepeated ? this.setAsideRepeated(job) : null;
    const submission = this.submissionOf(job, job.spoolKey, setAside);
    try {
      const { id } = await this.whenQueueTakesIt(() => this.context.intake.store(request, submission));
      this.wake(id, submission, job.isPassing === true);
      this.senders.notePrint(job);
      return id;
    } catch (error) {
      this.recent.forget(key);
      throw error;
    }
  }

  /** What becomes of a job that its client has sent a moment before. A drawer may be opened as often as anybody likes. */
  private setAsideRepeated({ raw, isPassing }: PrinterJob): SetAside | null {
    if (this.printer.repeats !== "hold" || isPassing === true) return null;
    if (raw.length <= KICK_BYTES && !workOf(raw, this.language).isOnPaper) return null;
    return { state: "held", cause: "repeated", reason: REPEATED };
  }

  private wake(printId: number, { printer }: Submission, isPassing: boolean): void {
    if (printer === undefined) return;
    this.context.onPrint(printer.id);
    const own = printer.isDelivered && !isPassing ? [printer.id] : [];
    if (own.length + printer.copies.length > 0)
      this.context.deliveries.wake(printId, [...own, ...printer.copies]);
  }

  get canForward(): boolean {
    const { id, target, held, simulate } = this.printer;
    if (target === null || held || simulate !== "online" || this.isRemoved) return false;
    const { storageTrouble, deliveries } = this.context;
    // One that is known to be switched off is not called for each host, and one that is out of paper would keep what
    // it is sent, drawer kicks too, for later: its queue knows when it is well, what to leave out, and its backup.
    const isInTrouble = isOffline(this.realStatus ?? HEALTHY);
    return !isInTrouble && storageTrouble() === null && deliveries.canForward(id);
  }

  async join(events: PassThroughEvents): Promise<PassThrough | JoinRefusal> {
    const { deliveries } = this.context;
    const { id } = this.printer;
    deliveries.notice(id);
    const before = this.latest;
    const deadline = performance.now() + JOIN_WAIT_MILLISECONDS;
    const isEnding = () => before?.isPassing === false && performance.now() < deadline;
    let joined = await deliveries.passThrough(id, events);
    // A host that comes right after another finds the printer still busy with the end of the other's job.
    while (joined === "busy" && isEnding()) {
      await Bun.sleep(JOIN_RETRY_MILLISECONDS);
      joined = await deliveries.passThrough(id, events);
    }
    // Waited for once: afterwards something else is in the way.
    if (typeof joined !== "string") this.latest = joined;
    else if (before?.isPassing === false) this.latest = null;
    return joined;
  }

  discard(key: string): Promise<void> {
    return this.context.intake.discard(key);
  }

  /** A job that has come is not lost because others wait for the disk: its host waits too. */
  private async whenQueueTakesIt<Result>(work: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + QUEUE_WAIT_MILLISECONDS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isQueueFull(error) || performance.now() > deadline) throw error;
        await Bun.sleep(QUEUE_RETRY_MILLISECONDS);
      }
    }
  }

  /** Prints a receipt, as a test print of the service itself. @throws TillrollError as {@link store} */
  storeTestPrint(raw: Uint8Array<ArrayBuffer>): Promise<WriteSuccess> {
    return this.storeOwn(raw, SAMPLE_PRINT, true);
  }

  /** Opens the drawer at the real printer: by a job that does nothing else. @throws TillrollError as {@link store} */
  openDrawer(): Promise<WriteSuccess> {
    return this.storeOwn(
      drawerKick(this.language),
      { ...NO_FIELDS, label: DRAWER_OPENED, tag: new Map() },
      false,
    );
  }

  /** Stores a job of the service itself. */
  private async storeOwn(
    raw: Uint8Array<ArrayBuffer>,
    about: NewPrint,
    testPrint: boolean,
  ): Promise<WriteSuccess> {
    const { name, deviceId } = this.printer;
    const print = { ...about, deviceId: deviceId ?? name, width: null };
    const submission = { ...this.submissionOf({ client: "", isPassing: false }, null), testPrint };
    const stored = await this.context.intake.store({ raw, print }, submission);
    this.wake(stored.id, submission, false);
    return stored;
  }

  spool(key: string, part: Uint8Array<ArrayBuffer>, job: SpooledJob): Promise<void> {
    const submission = this.submissionOf(job, key);
    return this.whenQueueTakesIt(() => this.context.intake.spool(key, part, this.printOf(job), submission));
  }

  /** Why hosts are told that it is offline: a sentence for each cause, our own first; none when it is online. */
  get troubles(): string[] {
    const { id, simulate, target } = this.printer;
    const realTrouble = target === null ? null : this.context.deliveries.troubleOf(id);
    return [
      this.context.storageTrouble(),
      isOffline(simulatedStatus(simulate)) ? `It is set to "${simulate}" for a test.` : null,
      realTrouble === null ? null : ofRealPrinter(realTrouble),
    ].filter((trouble) => trouble !== null);
  }

  /** Takes new settings. */
  change(printer: Printer): void {
    this.printer = printer;
    this.allowed = new AddressBlocks(printer.allow);
    this.blocked = new AddressBlocks(printer.block);
    this.known = this.currentStatus();
    this.tell();
  }

  /** Looks at its status again, and tells the protocols when it is another. */
  refreshStatus(): void {
    const status = this.currentStatus();
    if (sameStatus(status, this.known)) return;
    this.known = status;
    this.tell();
  }

  /** Ends its connections. */
  remove(): void {
    this.isRemoved = true;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** Of the printer that its prints are passed on to; `null` without one, or when it is not known. */
  private get realStatus(): PrinterStatus | null {
    return this.printer.target === null ? null : this.context.deliveries.statusOf(this.printer.id);
  }

  private currentStatus(): PrinterStatus {
    const real = this.realStatus ?? HEALTHY;
    // A till is not kept from printing by a printer that is switched off: its prints wait.
    const isReachable = real.isReachable || this.printer.whenUnreachable === "accept";
    return this.statusWith({ ...real, isReachable });
  }

  private statusWith(real: PrinterStatus): PrinterStatus {
    const own = { ...HEALTHY, isReachable: this.context.storageTrouble() === null };
    return combineStatus(combineStatus(simulatedStatus(this.printer.simulate), own), real);
  }

  private submissionOf(
    job: Pick<PrinterJob, "client" | "isPassing" | "polled">,
    spoolKey: string | null,
    setAside: SetAside | null = null,
  ): Submission {
    const { id, userId, target } = this.printer;
    const workspace = this.context.workspaceOf(this.printer);
    const { columns } = detailsOf(this.printer, workspace);
    return {
      workspace,
      userId,
      idempotencyKey: null,
      testPrint: false,
      reservation: { client: clientOf(job.client) },
      printer: {
        id,
        columns,
        isDelivered: target !== null,
        isPassing: job.isPassing === true,
        copies: this.context.deliveries.copiesOf(this.printer),
        setAside,
        spoolKey,
        ...(job.polled !== undefined && { polled: job.polled }),
      },
    };
  }

  private printOf({ label, tag, protocol, client, isIncomplete }: SpooledJob, isRepeated = false) {
    const { name, deviceId } = this.printer;
    const own = {
      protocol,
      client,
      ...(isIncomplete ? { incomplete: "true" } : {}),
      ...(isRepeated ? { [REPEATED_TAG]: "true" } : {}),
    };
    const tags = new Map(Object.entries(this.printer.tag));
    // The printer's own go before those that the protocol knows, and these before ours.
    for (const [key, value] of [...tag, ...Object.entries(own)])
      tags.getOrInsertComputed(key, () => firstCodePoints(value, PRINT_LIMITS.tagValueCharacters));
    return {
      ...NO_FIELDS,
      label: label === null || label === "" ? null : firstCodePoints(label, PRINT_LIMITS.labelCharacters),
      deviceId: deviceId ?? name,
      tag: tags,
    };
  }
}

function isQueueFull(error: unknown): boolean {
  return error instanceof TillrollError && error.data["reason"] === "QUEUE_FULL";
}

/** The name of a host in the queue for the disk; clients of the HTTP API have others. */
function clientOf(address: string): string {
  return `printer ${address}`;
}
