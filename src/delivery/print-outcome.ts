import type { ListedDelivery, Printed } from "../domain/delivery.ts";
import { ofRealPrinter } from "../domain/printer-status.ts";
import { TOLD_LATE } from "./deliveries.ts";
import { WENT_THROUGH } from "./pass-through.ts";

/** What became of a print. */
export interface PrintOutcome {
  readonly printed: Printed;
  readonly sentence: string;
  /** When that was decided, epoch milliseconds; `null` while it waits, and where nothing was to be printed. */
  readonly decidedAt: number | null;
}

/** What counts before what, where a print has several deliveries. */
const ORDER: readonly Printed[] = ["yes", "waiting", "unknown", "no"];

/** Notes of a done delivery that take nothing away from its being printed. */
const CERTAIN: ReadonlySet<string | null> = new Set([null, TOLD_LATE, WENT_THROUGH]);

/** Says what became of a print. Copies for other printers count only where nothing else was to be printed. Pure. */
export function outcomeOf(deliveries: readonly ListedDelivery[]): PrintOutcome {
  const own = deliveries.filter(({ isCopy }) => !isCopy);
  const counted = own.length === 0 ? deliveries : own;
  const outcomes = counted
    .toSorted((left, right) => right.id - left.id)
    .map((delivery) => outcomeOfDelivery(delivery));
  const first = ORDER.flatMap((printed) => outcomes.find((outcome) => outcome.printed === printed) ?? [])[0];
  return (
    first ?? { printed: "no", sentence: "No real printer was to print it: it is stored.", decidedAt: null }
  );
}

/** Whether time may still decide by itself what becomes of a print. */
export function isUndecided(deliveries: readonly ListedDelivery[]): boolean {
  return outcomeOf(deliveries).printed === "waiting" && deliveries.some(({ state }) => isUnderWay(state));
}

function outcomeOfDelivery(delivery: ListedDelivery): PrintOutcome {
  const { state, reason, updatedAt, cause, sentBytes } = delivery;
  const printer = delivery.printer ?? "a printer that was removed";
  const told = (printed: Printed, sentence: string): PrintOutcome => {
    return { printed, sentence, decidedAt: printed === "waiting" ? null : updatedAt };
  };
  const because = reason === null ? "" : ` ${ofRealPrinter(reason)}`;
  switch (state) {
    case "queued":
      return told(
        "waiting",
        reason === null ? `It waits for its turn on ${printer}.` : `It waits for ${printer}.${because}`,
      );
    case "sending":
      return told("waiting", `It is being printed on ${printer}.${because}`);
    case "done":
      if (CERTAIN.has(reason)) return told("yes", `It was printed on ${printer}.`);
      return told("unknown", `It was sent to ${printer}, and may be on paper.${because}`);
    case "held":
      if (cause === "interrupted" || cause === "restored")
        return told(
          "unknown",
          `Some of it, or all, may be on paper on ${printer}; a person decides.${because}`,
        );
      return told("waiting", `A person decides whether ${printer} prints it.${because}`);
    case "kept":
    case "failed":
    case "cancelled":
      if (sentBytes > 0) return told("unknown", `It was given up on ${printer}, in the middle.${because}`);
      return told("no", `It was not printed on ${printer}.${because}`);
  }
}

function isUnderWay(state: ListedDelivery["state"]): boolean {
  return state === "queued" || state === "sending";
}
