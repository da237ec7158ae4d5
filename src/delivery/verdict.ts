import type { Delivery } from "../domain/delivery.ts";
import type { InterruptionPolicy } from "../contract/printer-settings.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import { DELIVERY_LIMITS, type DeliveryTimes } from "./delivery-limits.ts";
import type { SendOutcome } from "./link.ts";

/** What becomes of a delivery that is sent again, by when that is, milliseconds. */
type Retry = (nextAttemptAt: number) => DeliveryChange;

/**
 * Decides what becomes of a delivery, by how its sending came out. Pure.
 * @param policy of a job of which some or all may be on paper
 * @returns a change that ends it, or hands it to a person; or what becomes of it when it is sent again
 */
export function verdictOn(
  { id, attempts }: Pick<Delivery, "id" | "attempts">,
  outcome: SendOutcome,
  policy: InterruptionPolicy,
): DeliveryChange | Retry {
  switch (outcome.kind) {
    case "printed":
      return { do: "finish", id, reason: outcome.note };
    case "untouched":
      return requeued(id, outcome.reason);
    case "refused":
      if (attempts < DELIVERY_LIMITS.refusedAttempts) return requeued(id, outcome.reason);
      return { do: "fail", id, reason: outcome.reason };
    case "interrupted": {
      const { sentBytes, reason } = outcome;
      // However patient the policy, the same job is not begun again and again.
      if (policy === "hold" || attempts >= DELIVERY_LIMITS.interruptedAttempts)
        return { do: "hold", id, sentBytes, reason };
      return (nextAttemptAt) => ({ do: "resend", id, sentBytes, reason, nextAttemptAt });
    }
  }
}

function requeued(id: number, reason: string): Retry {
  return (nextAttemptAt) => ({ do: "requeue", id, reason, nextAttemptAt });
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
