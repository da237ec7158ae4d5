import type { Sent } from "../platform/worker-channel.ts";
import type { RecognitionChange } from "../storage/recognition-writer.ts";
import type { RecognitionOptions } from "./recognition-options.ts";

/** What the Worker that reads pictures is asked. */
export type Question =
  /** To read the pictures of all prints that wait; answered when none waits any more. */
  | { readonly ask: "work"; readonly options: RecognitionOptions }
  /** To leave the machine to others for a moment: prints come in. */
  | { readonly ask: "pause" };

export type ToRecognition = Sent<Question, null, never>;

/** What the Worker tells: that the pictures of a print were read, or why not, and in which time. */
export interface ReadNote {
  readonly printId: number;
  readonly milliseconds: number;
  /** Why a picture could not be read; `null` when all were. */
  readonly failure: string | null;
  /** Prints that wait after it. */
  readonly waiting: number;
}

/** What the Worker sends: what the one writer is to write, and what was read; or `null` while it reads, that it does. */
export type FromRecognition = Sent<RecognitionChange, null, ReadNote | null>;
