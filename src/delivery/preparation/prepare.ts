import { addMarks } from "./marks.ts";
import type { Prepared, PreparationContext, PreparationStep } from "./preparation-step.ts";
import { notPrepared } from "./preparation-error.ts";
import { leaveOutStaleKicks } from "./stale-kicks.ts";

/** In this order: marks are in the language of the job's own bytes, so that whatever changes these comes behind. */
const STEPS: readonly PreparationStep[] = [leaveOutStaleKicks, addMarks];

/**
 * Makes a stored print what its real printer is sent, before it is drawn for it where it must be. Pure.
 * @param raw the print's bytes; they are not changed
 * @throws PreparationError
 */
export function prepare(raw: Uint8Array, context: PreparationContext): Prepared {
  try {
    return STEPS.reduce<Prepared>((job, step) => step(job, context), { bytes: raw, notes: [] });
  } catch (error) {
    throw notPrepared(error);
  }
}
