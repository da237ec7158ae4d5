import type { PassThrough, PassThroughEvents } from "../../delivery/pass-through.ts";
import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Printer } from "../../domain/printer.ts";
import type { ClientRate } from "../../intake/client-rate.ts";
import type { MemoryReservation, PrinterEndpoint, PrinterJob } from "../printer-endpoint.ts";

/** A printer for a page whose first print makes its origin the printer's. */
export class PairingEndpoint implements PrinterEndpoint {
  /** @param learn makes the origin the printer's, durably; rejects when another was first */
  constructor(
    private readonly endpoint: PrinterEndpoint,
    private readonly learn: () => Promise<void>,
  ) {}

  get printer(): Printer {
    return this.endpoint.printer;
  }

  get isRemoved(): boolean {
    return this.endpoint.isRemoved;
  }

  get status(): PrinterStatus {
    return this.endpoint.status;
  }

  get maximumJobBytes(): number {
    return this.endpoint.maximumJobBytes;
  }

  get rate(): ClientRate {
    return this.endpoint.rate;
  }

  onChange(listener: () => void): () => void {
    return this.endpoint.onChange(listener);
  }

  admits(client: string): boolean {
    return this.endpoint.admits(client);
  }

  reserve(client: string): MemoryReservation {
    return this.endpoint.reserve(client);
  }

  async store(job: PrinterJob): Promise<number> {
    await this.learn();
    return await this.endpoint.store(job);
  }

  async spool(...part: Parameters<PrinterEndpoint["spool"]>): Promise<void> {
    await this.learn();
    await this.endpoint.spool(...part);
  }

  discard(key: string): Promise<void> {
    return this.endpoint.discard(key);
  }

  /** What passes through is not stored first: only who may print already has that. */
  join(_events: PassThroughEvents): Promise<PassThrough | null> {
    return Promise.resolve(null);
  }
}
