import type { Clock } from "../domain/clock.ts";
import { durationInWords } from "../domain/duration.ts";
import { sizeInWords } from "../domain/size.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { ShippedUpstream, Upstreams } from "./upstreams.ts";
import { BATCH_LIMITS } from "../contract/upstream-messages.ts";
import { UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";

/**
 * Says whether prints get to the archive. Tills print without: what is not sent waits.
 * @param maximumPrintBytes that this service takes
 */
export function upstreamHealth(
  upstreams: Pick<Upstreams, "list">,
  clock: Clock,
  maximumPrintBytes: number,
): HealthComponent {
  const isAllSent = maximumPrintBytes <= BATCH_LIMITS.printBytes;
  return {
    name: "archive",
    isNeededToPrint: false,
    look: () => lookAt(upstreams.list(), clock(), isAllSent),
  };
}

/** Whether it is still told that somebody else has sent with the key of this shop. @param clonedAt epoch milliseconds */
export function isToldOf(clonedAt: number | null, now: number): boolean {
  return clonedAt !== null && now - clonedAt < UPSTREAM_LIMITS.clonedTold;
}

function lookAt(all: readonly ShippedUpstream[], now: number, isAllSent: boolean): ComponentHealth {
  if (all.length === 0) return { state: "ok", message: "Prints are sent to no archive." };
  const details = { backlog: all.reduce((sum, { backlog }) => sum + backlog.prints + backlog.changes, 0) };
  const degraded = (message: string): ComponentHealth => ({ state: "degraded", message, details });
  if (all.some(({ upstream }) => upstream.apiKey === null))
    return degraded(
      'A workspace has not joined its archive yet: run "tillroll upstream join" again with the code.',
    );
  if (all.some(({ state }) => state?.isRefused === true))
    return degraded(
      'The archive refuses the key of this shop: ask whoever runs it for a new code, and run "tillroll upstream join" again. Prints are kept until then.',
    );
  if (all.some(({ state }) => isToldOf(state?.clonedAt ?? null, now)))
    return degraded(
      'Another copy of this shop sends to the archive with the same key: end it, or have it leave with "tillroll upstream leave" and join by a code of its own.',
    );
  const oldest = Math.min(...all.map(({ backlog }) => backlog.since ?? Infinity));
  if (now - oldest > UPSTREAM_LIMITS.backlogTold) {
    const trouble = all.find(({ state }) => (state?.trouble ?? null) !== null)?.state?.trouble;
    const wait = `Prints have waited for the archive for ${durationInWords(now - oldest)}.`;
    return degraded(`${wait} ${trouble ?? "They are being sent."}`);
  }
  const message = isAllSent
    ? "Prints are sent to the archive."
    : `Prints are sent to the archive, but for those over ${sizeInWords(BATCH_LIMITS.printBytes)}, which "--max-print-bytes" lets in.`;
  return { state: "ok", message, details };
}
