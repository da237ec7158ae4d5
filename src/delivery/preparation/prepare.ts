import { addMarks, markLines } from "./marks.ts";
import type { Prepared, PreparationContext, PreparationStep } from "./preparation-step.ts";
import { leaveOutStaleKicks, staleKickCause } from "./stale-kicks.ts";

/** In this order: marks are in the language of the job's own bytes, so that whatever changes these comes behind. */
const STEPS: readonly PreparationStep[] = [leaveOutStaleKicks, addMarks];

/** Whether {@link prepare} looks into the bytes of a print at all; if not, it gives them back at once. Cheap. */
export function mayChange(context: PreparationContext): boolean {
  return staleKickCause(context) !== null || markLines(context).length > 0;
}

/**
 * Makes a stored print what its real printer is sent, before it is drawn for it where it must be. Pure.
 * @param raw the print's bytes; they are not changed
 */
export function prepare(raw: Uint8Array, context: PreparationContext): Prepared {
  return STEPS.reduce<Prepared>((job, step) => step(job, context), { bytes: raw, notes: [] });
}
