/** What is told to those who listen: server-sent events and webhooks. */
export const EVENT_KINDS = [
  "print.created",
  "print.updated",
  "print.deleted",
  "prints.deleted",
  "print.erased",
  "print.purged",
  "delivery.failed",
  "printer.diverted",
  "printer.restored",
  "data.restored",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Where a listener has got to: prints by their ordinal, everything else by the event's id. Written as
 * `ordinal.event` it is the id of a server-sent event.
 */
export interface EventPosition {
  /** The ordinal of the next print to tell of. */
  readonly nextOrdinal: number;
  /** The last event told. */
  readonly lastEvent: number;
}
