import { collectAfter } from "../../platform/huge-bytes.ts";
import { serveQuestions } from "../../platform/worker-channel.ts";
import { translate } from "../../translation/translate.ts";
import { prepare } from "./prepare.ts";
import type { Prepared, PreparationContext } from "./preparation-step.ts";
import type { TranslationQuestion } from "./translator.ts";

/*
 * The Worker that makes prints ready for real printers, so that no print, however hostile, holds up the thread that
 * answers.
 */

declare const self: Worker;

serveQuestions<TranslationQuestion, Prepared>(
  self,
  ({ raw, context }) => {
    try {
      return translated(prepare(raw, context), context);
    } finally {
      collectAfter(raw.byteLength);
    }
  },
  ({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
);

/** A job, drawn if it must be. The last step of its preparation: what others add is drawn with it. */
function translated(job: Prepared, { source, translation }: PreparationContext): Prepared {
  if (job.bytes.length === 0) return job;
  const drawn = translate(job.bytes, source, translation);
  return drawn.notes.length === 0 ? job : { ...drawn, notes: [...job.notes, ...drawn.notes] };
}
