import type { HealthAnswer } from "../contract/service.ts";
import { findService } from "../platform/running-service.ts";
import { askHealth } from "./ask-health.ts";
import type { ServiceControl } from "./service-control.ts";
import { UPDATE_LIMITS } from "./update-limits.ts";

/** The parts of a service that have failed. */
export function failedParts(health: HealthAnswer | null): string[] {
  return Object.entries(health?.components ?? {})
    .filter(([, { state }]) => state === "failed")
    .map(([name]) => name);
}

/**
 * Watches a version that was started, until it has been well for as long as it is tried.
 * @param failedBefore the parts that had failed with the version before: the new one need not heal them
 * @returns why it is not well, as a part of a sentence; `null` when it is
 */
export async function watchTrial(
  folder: string,
  version: string,
  trialSeconds: number,
  control: ServiceControl,
  failedBefore: readonly string[],
): Promise<string | null> {
  const answersBy = performance.now() + UPDATE_LIMITS.startMilliseconds;
  let wellSince: number | null = null;
  let processId: number | null = null;
  let bad = 0;
  for (;;) {
    if (!control.isRunning()) return "it has ended";
    const health = await askHealth(folder);
    const now = performance.now();
    const present = findService(folder)?.processId ?? null;
    if (wellSince !== null && present !== processId) return "it has ended and was started again";
    const fault = faultOf(health, version, failedBefore);
    if (fault === null) {
      wellSince ??= now;
      processId = present;
      bad = 0;
      if (now - wellSince >= trialSeconds * 1000) return null;
    } else if (wellSince === null && now < answersBy && health === null) {
      // It brings the database up to date, or is about to listen.
    } else if (++bad >= UPDATE_LIMITS.badLooks) return fault;
    await Bun.sleep(UPDATE_LIMITS.lookMilliseconds);
  }
}

function faultOf(
  health: HealthAnswer | null,
  version: string,
  failedBefore: readonly string[],
): string | null {
  if (health === null) return "it does not answer";
  if (health.version !== version) return `version ${health.version} answers instead`;
  if (!health.canPrint) return "it can store no prints";
  const failed = failedParts(health).filter((name) => !failedBefore.includes(name));
  return failed.length === 0 ? null : `it says that these have failed: ${failed.join(", ")}`;
}
