import { TillrollError } from "../domain/errors.ts";
import { findService, type RunningService } from "../platform/running-service.ts";
import { dataFolderOf } from "./data.ts";
import type { GivenOptions } from "./options.ts";

/** How long a service on this machine may take to say that it is there, milliseconds. */
const ANSWER_MILLISECONDS = 2000;

/** The service that runs on the data folder and answers; `null` when none does. */
export async function answeringService(given: GivenOptions): Promise<RunningService | null> {
  const noted = findService(dataFolderOf(given));
  if (noted === null) return null;
  try {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    const response = await fetch(`${noted.address}/api/me`, { headers: bearer(noted), signal });
    return response.ok ? noted : null;
  } catch {
    return null;
  }
}

/** The header that makes a request one of this machine's administrator. */
export function bearer({ localToken }: RunningService): { Authorization: string } {
  return { Authorization: `Bearer ${localToken}` };
}

/** Asks a running service. @throws TillrollError UNKNOWN, in the service's words where it gives some */
export async function ask<Answer>(
  service: RunningService,
  method: "GET" | "POST",
  path: string,
  body: object | null = null,
): Promise<Answer> {
  const response = await fetch(service.address + path, {
    method,
    headers: { ...bearer(service), "Content-Type": "application/json" },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer & { readonly message?: string };
  if (response.ok) return answer;
  throw new TillrollError("UNKNOWN", answer.message ?? `The service answered ${response.status}.`);
}
