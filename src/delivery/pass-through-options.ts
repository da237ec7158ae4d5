import type { PrinterStatus } from "../domain/printer-status.ts";
import type { InterruptionPolicy } from "../domain/printer.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";

/** What the host's side is told. */
export interface PassThroughEvents {
  /** The real printer's own bytes, to be handed to the host as they are. */
  onAnswer(bytes: Uint8Array): void;
  /** The printer takes more: the host may be read again. */
  onDrain(): void;
  /**
   * The connection to the printer has ended, before `PassThrough.close`: from now on the host is answered by us.
   * @param reason a sentence
   */
  onEnd(reason: string): void;
  /**
   * The printer's target has become another one: a job that has begun goes on, and the next one is not to go by this
   * way any more.
   */
  onOutdated(): void;
}

export interface PassThroughOptions {
  readonly printerId: number;
  readonly host: string;
  readonly port: number;
  readonly times: DeliveryTimes;
  readonly whenInterrupted: () => InterruptionPolicy;
  /** Makes a change durable. @throws when it cannot */
  record(change: DeliveryChange): Promise<unknown>;
  onStatus(status: PrinterStatus): void;
  /** Everything is over and recorded: the printer can be used by others. */
  onOver(): void;
}
