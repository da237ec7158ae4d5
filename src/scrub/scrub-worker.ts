import { standBack } from "../platform/background-thread.ts";
import { type Sent, serveQuestions } from "../platform/worker-channel.ts";
import { openForReading } from "../storage/database.ts";
import type { Finding, ScrubPlace, ScrubStep } from "./finding.ts";
import { ScrubSteps } from "./scrub-steps.ts";

/* The Worker that checks what is stored, behind whatever else is to be done. */

declare const self: Worker;

/** A piece of a round, or some prints that are looked at again. */
export interface ScrubQuestion {
  readonly databasePath: string;
  readonly place: ScrubPlace | null;
  readonly printIds: readonly number[];
}

export interface ScrubAnswer {
  readonly step: ScrubStep | null;
  /** What is damaged of the prints. */
  readonly findings: readonly Finding[];
}

export type ToScrub = Sent<ScrubQuestion, ScrubAnswer>;

standBack();

let steps: ScrubSteps | null = null;

serveQuestions<ScrubQuestion, ScrubAnswer>(self, ({ databasePath, place, printIds }) => {
  steps ??= new ScrubSteps(openForReading(databasePath));
  return { step: place === null ? null : steps.run(place), findings: steps.check(printIds) };
});
