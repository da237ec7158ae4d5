import { detailsOf, type PrinterDetails } from "../../../src/printers/printer-details.ts";
import type { TillrollError } from "../../../src/domain/errors.ts";
import { simulatedStatus, type SimulatedState } from "../../../src/domain/printer-status.ts";
import { type Printer } from "../../../src/domain/printer.ts";
import { PRINTER_DEFAULTS } from "../../../src/contract/printer-settings.ts";
import { ClientRate } from "../../../src/intake/client-rate.ts";
import type {
  MemoryReservation,
  PrinterEndpoint,
  PrinterJob,
} from "../../../src/printers/printer-endpoint.ts";

/** A printer that keeps its jobs in memory, and can be made slow, full or broken. */
export class MemoryEndpoint implements PrinterEndpoint {
  readonly jobs: PrinterJob[] = [];
  readonly spooled = new Map<string, Uint8Array>();
  /** What happened, in order, where a test cares. */
  readonly events: string[] = [];
  language = "escpos" as const;
  isRemoved = false;
  maximumJobBytes = 1_000_000;
  rate = new ClientRate({ bytesPerSecond: 0 });
  roomBytes = Number.MAX_SAFE_INTEGER;
  heldBytes = 0;
  rooms = 0;
  admitted = (_client: string) => true;
  refusal: TillrollError | null = null;
  storeMilliseconds = 0;
  noRoom: TillrollError | null = null;
  printer: Printer;
  private readonly listeners = new Set<() => void>();

  constructor(name = "till", settings: Partial<Printer> = {}) {
    this.printer = {
      ...PRINTER_DEFAULTS,
      id: 7,
      workspaceId: 1,
      userId: 1,
      name,
      pairingUntil: null,
      createdAt: 0,
      updatedAt: 0,
      ...settings,
    };
  }

  get status() {
    return simulatedStatus(this.printer.simulate);
  }

  simulate(simulate: SimulatedState): void {
    this.printer = { ...this.printer, simulate };
    for (const listener of this.listeners) listener();
  }

  remove(): void {
    this.isRemoved = true;
    for (const listener of this.listeners) listener();
  }

  get details(): PrinterDetails {
    return detailsOf(this.printer, {});
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  admits(client: string): boolean {
    return this.admitted(client);
  }

  reserve(): MemoryReservation {
    if (this.noRoom !== null) throw this.noRoom;
    let held = 0;
    this.rooms++;
    return {
      grow: (bytes) => {
        if (this.noRoom !== null && this.heldBytes + bytes > this.roomBytes) throw this.noRoom;
        held += bytes;
        this.heldBytes += bytes;
      },
      [Symbol.dispose]: () => {
        this.rooms--;
        this.heldBytes -= held;
      },
    };
  }

  async store(job: PrinterJob): Promise<number> {
    await Bun.sleep(this.storeMilliseconds);
    if (this.refusal !== null) throw this.refusal;
    this.jobs.push(job);
    this.events.push("stored");
    if (job.spoolKey !== null) this.spooled.delete(job.spoolKey);
    return this.jobs.length;
  }

  async spool(key: string, part: Uint8Array<ArrayBuffer>): Promise<void> {
    await Bun.sleep(this.storeMilliseconds);
    if (this.refusal !== null) throw this.refusal;
    this.events.push("spooled");
    this.spooled.set(key, part);
  }

  async discard(key: string): Promise<void> {
    await Bun.sleep(this.storeMilliseconds);
    if (this.refusal !== null) throw this.refusal;
    this.events.push("discarded");
    this.spooled.delete(key);
  }

  get canForward(): boolean {
    return false;
  }

  join(): Promise<"busy"> {
    return Promise.resolve("busy");
  }
}
