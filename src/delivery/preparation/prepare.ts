import { addMarks } from "./marks.ts";
import type { Prepared, PreparationContext, PreparationStep } from "./preparation-step.ts";
import { leaveOutStaleKicks } from "./stale-kicks.ts";
import { translated } from "./translate-step.ts";

/** In this order: marks are in the language of the job's own bytes, so that whatever changes these comes behind. */
const STEPS: readonly PreparationStep[] = [leaveOutStaleKicks, addMarks, translated];

/** A print cannot be made what its real printer is sent, however often that is tried. */
export class PreparationError extends Error {
  override readonly name = "PreparationError";
}

/**
 * Makes a stored print what its real printer is sent. Pure.
 * @param raw the print's bytes; they are not changed
 * @throws PreparationError
 */
export function prepare(raw: Uint8Array, context: PreparationContext): Prepared {
  try {
    return STEPS.reduce<Prepared>((job, step) => step(job, context), { bytes: raw, notes: [] });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new PreparationError(`The print could not be made ready for its printer: ${cause}`);
  }
}
