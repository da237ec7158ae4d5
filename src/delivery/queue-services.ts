import type { Clock } from "../domain/clock.ts";
import type { Delivery } from "../domain/delivery.ts";
import type { Log } from "../operations/log.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";
import type { Semaphore } from "../platform/semaphore.ts";

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
  /** The first delivery of a printer that is queued or sending. */
  first(printerId: number): Delivery | null;
  /** A print's bytes. @throws TillrollError NOT_FOUND, PRINT_DATA_DAMAGED */
  readRaw(delivery: Delivery): Uint8Array;
  /** Makes a change durable. @returns 0 when the delivery is in another state by now @throws when it cannot */
  record(change: DeliveryChange): Promise<number>;
  onStatusChange(printerId: number): void;
}
