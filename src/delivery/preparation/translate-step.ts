import { translate } from "../../translation/translate.ts";
import type { PreparationStep } from "./preparation-step.ts";

/** Draws what the real printer would not print as it is meant. The last step: what others add is drawn with it. */
export const translated: PreparationStep = (job, { source, translation }) => {
  // Nothing is left to be sent.
  if (job.bytes.length === 0) return job;
  const { bytes, mediaType, notes } = translate(job.bytes, source, translation);
  if (bytes === job.bytes) return job;
  return { bytes, ...(mediaType !== undefined && { mediaType }), notes: [...job.notes, ...notes] };
};
