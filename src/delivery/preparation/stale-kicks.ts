import { durationInWords } from "../../domain/duration.ts";
import { MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import { withoutKicks, workOf } from "./job-work.ts";
import { languageOfJob, type Prepared, type PreparationContext } from "./preparation-step.ts";

/**
 * Leaves out what opens a drawer when nobody stands before it any more: in an older print, in the copy for another
 * printer, and where a backup prints, since each drawer hangs on its own printer.
 */
export function leaveOutStaleKicks(job: Prepared, context: PreparationContext): Prepared {
  const cause = staleKickCause(context);
  if (cause === null) return job;
  const language = languageOfJob(job, context);
  const bytes = withoutKicks(job.bytes, language);
  if (bytes === job.bytes) return job;
  // What is left of a job that only opened the drawer, such as a reset, is not worth a connection.
  const left = workOf(bytes, language).isAny ? bytes : new Uint8Array(0);
  return { bytes: left, notes: [...job.notes, `A drawer kick was left out: ${cause}.`] };
}

/** Why a print is not to open a drawer, as the rest of a sentence; `null` where it is. */
export function staleKickCause({ delivery, forPrinter, printer, age }: PreparationContext): string | null {
  if (delivery.isCopy) return "this is a copy, and the drawer hangs on the other printer";
  if (delivery.forPrinterId !== null) return `the drawer hangs on ${forPrinter?.name ?? "another printer"}`;
  const { kickLifetime } = printer;
  if (kickLifetime === null || age < kickLifetime * MILLISECONDS_PER_SECOND) return null;
  return `it was ${durationInWords(age)} old`;
}
