import { detailsOf, type PrinterDetails } from "../../src/printers/printer-details.ts";
import type { JoinRefusal } from "../../src/delivery/joined-hosts.ts";
import type { PassThrough, PassThroughEvents } from "../../src/delivery/pass-through.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import {
  HEALTHY,
  type PrinterStatus,
  type SimulatedState,
  simulatedStatus,
} from "../../src/domain/printer-status.ts";
import { type Printer } from "../../src/domain/printer.ts";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import type { PrinterLanguage } from "../../src/escpos/language.ts";
import { ClientRate } from "../../src/intake/client-rate.ts";
import type { MemoryReservation, PrinterEndpoint, PrinterJob } from "../../src/printers/printer-endpoint.ts";

/** A part of a job that was made durable before the job ended. */
export interface SpooledPart {
  readonly key: string;
  readonly part: Uint8Array;
}

/** The error of a disk that takes no more. */
export function storageUnavailable(): TillrollError {
  return new TillrollError("STORAGE_UNAVAILABLE", "The disk is full; free some space.");
}

/** A printer without a database: keeps jobs in memory, as slowly or as badly as a test wants. */
export class FakeEndpoint implements PrinterEndpoint {
  printer: Printer;
  language: PrinterLanguage = "escpos";
  isRemoved = false;
  status: PrinterStatus = HEALTHY;
  maximumJobBytes = 10 * 1024 * 1024;
  rate = new ClientRate({ bytesPerSecond: 0 });
  /** Jobs that are durable. */
  readonly jobs: PrinterJob[] = [];
  /** Parts that are durable. */
  readonly parts: SpooledPart[] = [];
  /** What happened, in order. */
  readonly events: string[] = [];
  /** Bytes of room that may be taken; more is refused. */
  roomBytes = Number.POSITIVE_INFINITY;
  takenBytes = 0;
  rooms = 0;
  /** Addresses that may not print. */
  readonly banned = new Set<string>();
  /** What a store or spool waits for, and how it may fail. */
  beforeStoring: (() => Promise<void>) | undefined;
  /** Opens the way to a real printer, where there is one. */
  realPrinter: ((events: PassThroughEvents) => Promise<PassThrough | JoinRefusal>) | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(settings: Partial<Printer> = {}) {
    this.printer = {
      ...PRINTER_DEFAULTS,
      id: 7,
      workspaceId: 1,
      userId: 1,
      name: "till",
      pairingUntil: null,
      createdAt: 0,
      updatedAt: 0,
      ...settings,
    };
  }

  /** Sets what is the matter with the printer, and tells its listeners. */
  setStatus(status: Partial<PrinterStatus>): void {
    this.status = { ...HEALTHY, ...status };
    this.tellChange();
  }

  /** Sets a simulated state, and tells the printer's listeners. */
  simulate(simulate: SimulatedState): void {
    this.printer = { ...this.printer, simulate };
    this.status = simulatedStatus(simulate);
    this.tellChange();
  }

  /** Removes the printer. */
  remove(): void {
    this.isRemoved = true;
    this.tellChange();
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  get details(): PrinterDetails {
    return detailsOf(this.printer, {});
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  admits(client: string): boolean {
    return !this.banned.has(client);
  }

  reserve(): MemoryReservation {
    this.rooms++;
    let held = 0;
    return {
      grow: (bytes) => {
        if (this.takenBytes + bytes > this.roomBytes) throw storageUnavailable();
        this.takenBytes += bytes;
        held += bytes;
      },
      [Symbol.dispose]: () => {
        this.rooms--;
        this.takenBytes -= held;
        held = 0;
      },
    };
  }

  async store(job: PrinterJob): Promise<number> {
    this.events.push("store");
    await this.beforeStoring?.();
    this.jobs.push(job);
    this.events.push("stored");
    return this.jobs.length;
  }

  async spool(key: string, part: Uint8Array): Promise<void> {
    this.events.push("spool");
    await this.beforeStoring?.();
    this.parts.push({ key, part });
    this.events.push("spooled");
  }

  async discard(key: string): Promise<void> {
    this.events.push("discard");
    await this.beforeStoring?.();
    const kept = this.parts.filter((part) => part.key !== key);
    this.parts.splice(0, this.parts.length, ...kept);
  }

  get canForward(): boolean {
    return this.realPrinter !== undefined;
  }

  async join(events: PassThroughEvents): Promise<PassThrough | JoinRefusal> {
    return (await this.realPrinter?.(events)) ?? "busy";
  }

  private tellChange(): void {
    for (const listener of this.listeners) listener();
  }
}
