/** What is told to those who listen: server-sent events and webhooks. */
export const EVENT_KINDS = [
  "print.created",
  "print.updated",
  "print.deleted",
  "prints.deleted",
  "print.erased",
  "print.purged",
  "delivery.failed",
  "delivery.waiting",
  "delivery.done",
  "printer.state",
  "printer.diverted",
  "printer.restored",
  "data.restored",
  "health",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What is offered first to who makes a webhook: what comes in, and that something does not come out. */
export const USUAL_WEBHOOK_EVENTS = [
  "print.created",
  "delivery.failed",
  "printer.state",
] as const satisfies readonly EventKind[];

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

/** An event, as listeners receive it. */
export interface ServiceEvent {
  readonly kind: EventKind;
  /** JSON: the print as it is now; for an event that is not about one print, its details. */
  readonly data: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Where a listener is once it has been told. */
  readonly position: EventPosition;
}
