import type { Delivery } from "../domain/delivery.ts";
import type { InterruptionPolicy } from "../contract/printer-settings.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import { DELIVERY_LIMITS, type DeliveryTimes } from "./delivery-limits.ts";
import type { SendOutcome } from "./link.ts";

/** What becomes of a delivery that was being sent. */
export type Verdict =
  /** It has come to its end, or to a person. */
  | { readonly kind: "settled"; readonly change: DeliveryChange }
  /** It is sent again. @param nextAttemptAt when, milliseconds */
  | { readonly kind: "again"; readonly change: (nextAttemptAt: number) => DeliveryChange };

/**
 * Decides what becomes of a delivery, by how its sending came out. Pure.
 * @param policy of a job of which some or all may be on paper
 */
export function verdictOn(
  { id, attempts }: Pick<Delivery, "id" | "attempts">,
  outcome: SendOutcome,
  policy: InterruptionPolicy,
): Verdict {
  switch (outcome.kind) {
    case "printed":
      return { kind: "settled", change: { do: "finish", id, reason: outcome.note } };
    case "untouched":
      return requeued(id, outcome.reason);
    case "refused": {
      const { reason } = outcome;
      if (attempts < DELIVERY_LIMITS.refusedAttempts) return requeued(id, reason);
      return { kind: "settled", change: { do: "fail", id, reason } };
    }
    case "interrupted": {
      const { sentBytes, reason } = outcome;
      // However patient the policy, the same job is not begun again and again.
      if (policy === "hold" || attempts >= DELIVERY_LIMITS.interruptedAttempts)
        return { kind: "settled", change: { do: "hold", id, sentBytes, reason } };
      return {
        kind: "again",
        change: (nextAttemptAt) => ({ do: "resend", id, sentBytes, reason, nextAttemptAt }),
      };
    }
  }
}

function requeued(id: number, reason: string): Verdict {
  return { kind: "again", change: (nextAttemptAt) => ({ do: "requeue", id, reason, nextAttemptAt }) };
}

/**
 * How long to wait before the next attempt, milliseconds: twice as long each time, and up to a quarter less by chance,
 * so that the printers of a shop whose network comes back are not all called at once.
 * @param failures attempts that failed in a row, from 1
 * @param chance from 0 to below 1
 */
export function backOff(failures: number, chance: number, times: DeliveryTimes): number {
  const doubled = times.firstBackOff * 2 ** Math.min(failures - 1, 30);
  return Math.round(Math.min(doubled, times.longestBackOff) * (1 - chance / 4));
}
