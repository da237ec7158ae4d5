/**
 * How prints are removed for good: `purged` are those that had been deleted before, `erased` whatever a person named, with
 * a reason.
 */
export const REMOVAL_KINDS = ["purged", "erased"] as const;

export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/** What stays of a print that was removed. Times are epoch milliseconds. */
export interface RemovedPrint {
  readonly printId: number;
  readonly kind: RemovalKind;
  readonly removedAt: number;
  readonly reason: string;
  /** Who wanted it; `null` for the service itself. */
  readonly userId: number | null;
}

/** Prints that were removed, and the bytes of their receipts. */
export interface RemovedSum {
  readonly prints: number;
  readonly bytes: number;
}
