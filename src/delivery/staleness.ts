import type { Delivery } from "../domain/delivery.ts";
import { durationInWords } from "../domain/duration.ts";
import type { SetAside } from "../storage/delivery-store.ts";

/** How long prints may wait for their printer, milliseconds; `null` for ever. */
export interface StalenessSettings {
  /** An older one waits for a person. */
  readonly holdAfter: number | null;
  /** An older one is not printed by itself any more. */
  readonly expireAfter: number | null;
}

/**
 * Whether a delivery has waited for too long to be printed by itself. Pure. What a person wanted printed does not expire:
 * no host has printed it elsewhere.
 * @param waited since it was queued, or a person had it printed, milliseconds
 * @returns what becomes of it; `null` where it is fresh enough
 */
export function staleness(
  { releasedAt }: Pick<Delivery, "releasedAt">,
  waited: number,
  { holdAfter, expireAfter }: StalenessSettings,
): SetAside | null {
  if (expireAfter !== null && releasedAt === null && waited >= expireAfter) {
    const reason = `It waited for ${durationInWords(waited)}: after ${durationInWords(expireAfter)} it is not printed any more.`;
    return { state: "kept", cause: "expired", reason };
  }
  if (holdAfter === null || waited < holdAfter) return null;
  const reason = `It waited for ${durationInWords(waited)}: a person decides whether it is still printed.`;
  return { state: "held", cause: "late", reason };
}

/** How long a delivery that is fresh enough remains so, milliseconds; `null` for ever. Parameters as of {@link staleness}. */
export function freshFor(
  { releasedAt }: Pick<Delivery, "releasedAt">,
  waited: number,
  { holdAfter, expireAfter }: StalenessSettings,
): number | null {
  const ends = [holdAfter, releasedAt === null ? expireAfter : null].filter((end) => end !== null);
  return ends.length === 0 ? null : Math.max(0, Math.min(...ends) - waited);
}
