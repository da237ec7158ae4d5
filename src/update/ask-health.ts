import type { HealthAnswer } from "../contract/service.ts";
import { findService } from "../platform/running-service.ts";
import { UPDATE_LIMITS } from "./update-limits.ts";

/** What a service says of its health; `null` when it does not answer. */
export async function askHealth(folder: string): Promise<HealthAnswer | null> {
  const noted = findService(folder);
  if (noted === null) return null;
  try {
    const signal = AbortSignal.timeout(UPDATE_LIMITS.answerMilliseconds);
    const response = await fetch(`${noted.address}/healthz`, { signal });
    return (await response.json()) as HealthAnswer;
  } catch {
    return null;
  }
}
