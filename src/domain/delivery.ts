/**
 * The states of a delivery. `queued` waits for its turn or for the printer (its reason says what for), also while its
 * printer is held. `held` waits for a person: it was interrupted when some of its bytes had gone, and the policy is not
 * to print it twice. `failed` was refused for good. The last three are ends, but a failed one can be retried.
 */
export const DELIVERY_STATES = ["queued", "sending", "held", "done", "failed", "cancelled"] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A print on its way to a real printer. Times are epoch milliseconds. */
export interface Delivery {
  readonly id: number;
  readonly workspaceId: number;
  readonly printId: number;
  readonly printerId: number;
  readonly state: DeliveryState;
  /** How often sending it has begun, since a person last released or retried it. */
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  /** Bytes known to have been handed to the printer's connection in the last attempt. */
  readonly sentBytes: number;
  /** Why it waits or failed, in words; of a done one, what is not known about it. */
  readonly reason: string | null;
  /** What was changed in what its printer was last sent, a sentence each. */
  readonly notes: readonly string[];
  /** Whether the paper may hold it twice. */
  readonly possibleDuplicate: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A delivery as it is listed: with its printer's name, `null` when the printer has been removed. */
export interface ListedDelivery extends Delivery {
  readonly printer: string | null;
}

/** Limits on a list of deliveries. */
export const DELIVERY_LIST_LIMITS = { itemsDefault: 100, itemsMaximum: 1000 } as const;

/** What deliveries are listed: the newest first, `null` for any. */
export interface DeliveryFilter {
  readonly state: DeliveryState | null;
  /** The printer's name. */
  readonly printer: string | null;
  readonly printId: number | null;
  /** Only those with a smaller id: the next page. */
  readonly before: number | null;
  readonly limit: number;
}
