/**
 * The states of a delivery. `queued` waits for its turn or for the printer (its reason says what for), also while its
 * printer is held. `held` waits for a person, and `kept` is not printed by itself any more; their cause says why. `failed`
 * was refused for good. The last four are ends, but a person can have a kept one printed, and a failed one tried again.
 */
export const DELIVERY_STATES = ["queued", "sending", "held", "kept", "done", "failed", "cancelled"] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why a delivery is held or kept. `interrupted`: it broke off when some of it had gone. `late`: it waited for too long.
 * `repeated`: its host had sent the same a moment before. `expired`: its host has printed elsewhere by now. `reported`:
 * its host was told that it failed. `restored`: it waited when a backup was made that was restored, and may be on paper since.
 */
export const DELIVERY_CAUSES = [
  "interrupted",
  "late",
  "repeated",
  "expired",
  "reported",
  "restored",
] as const;

export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

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
  /** Of one that is held or kept; else `null`. */
  readonly cause: DeliveryCause | null;
  /** What was changed in what its printer was last sent, a sentence each. */
  readonly notes: readonly string[];
  /** Whether the paper may hold it twice. */
  readonly possibleDuplicate: boolean;
  /** Whether it is the copy for another printer than the one that the print was sent to. */
  readonly isCopy: boolean;
  /** The printer that it is for, where that one's backup has it; else `null`. */
  readonly forPrinterId: number | null;
  /** When a person last had it printed; `null` for never. */
  readonly releasedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A delivery as it is listed: with its printer's name, `null` when the printer has been removed. */
export interface ListedDelivery extends Delivery {
  readonly printer: string | null;
  /** The name of `forPrinterId`. */
  readonly forPrinter: string | null;
}

/** Whether a print is on paper. `unknown`: some or all of it may be, and nobody can tell. */
export const PRINTED = ["yes", "no", "unknown", "waiting"] as const;

export type Printed = (typeof PRINTED)[number];

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
