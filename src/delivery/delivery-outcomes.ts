import type { DeliveryChange } from "../storage/delivery-store.ts";

/** What becomes of a delivery, as the metrics tell it. */
const OUTCOMES: Readonly<Partial<Record<DeliveryChange["do"], string>>> = {
  finish: "done",
  confirm: "done",
  fail: "failed",
  hold: "interrupted",
  resend: "interrupted",
  requeue: "sent again",
  setAside: "set aside",
  cancel: "cancelled",
  abandon: "cancelled",
  divert: "diverted",
};

/** Counts what became of deliveries. */
export class DeliveryOutcomes {
  readonly counts = new Map<string, number>();

  /** Notes a change that was made. @param result what the store gave: 0 when nothing was changed, how many of many */
  note(change: DeliveryChange, result: number): void {
    const name = outcomeOf(change);
    if (name === undefined || result === 0) return;
    const isOfMany = change.do === "divert" || change.do === "abandon" || change.do === "decideAll";
    this.counts.set(name, (this.counts.get(name) ?? 0) + (isOfMany ? result : 1));
  }
}

function outcomeOf(change: DeliveryChange): string | undefined {
  if (change.do === "passed") return change.isWhole ? "done" : "interrupted";
  if (change.do === "decideAll") return change.decision === "cancel" ? "cancelled" : undefined;
  return OUTCOMES[change.do];
}
