import type { PrinterStatus } from "../domain/printer-status.ts";
import type { CutKind } from "../raster-writer/raster-writer.ts";

/** How a printer of ours stands when it asks. */
export interface PollState {
  readonly status: PrinterStatus;
  /** What the job is called, as JSON, that it is at work on, so that it takes no other; `null` for none. */
  readonly current: string | null;
}

/** A document that is to be printed. */
export interface PolledDocument {
  /** Its media type, with parameters. */
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** How the paper is cut behind a document that does not say it itself; `null` for not at all. */
  readonly cut: CutKind | null;
  /** Whether the drawer opens, before the document is printed or after, where the document cannot say it. */
  readonly drawer: "start" | "end" | null;
}

/** A job as it came. */
export interface FetchedJob {
  /** What it is called at its address, as JSON: what is told of it begins with that, also after a new start. */
  readonly name: string;
  /** Its name for people; `null` where it has none. */
  readonly id: string | null;
  readonly document: PolledDocument;
}

/** What an address answered. */
export interface Asked {
  readonly jobs: readonly FetchedJob[];
  /** When it wants to be asked again, seconds; `null` where it does not say. */
  readonly nextSeconds: number | null;
}

/** Why a job was not printed: it failed on the way, cannot be read, is of no type that is printed, or is too large. */
export type JobFailure = "failed" | "undecodable" | "incompatible" | "tooLarge";

/** What became of a job. */
export interface JobResult {
  /** `null` for a job that is printed. */
  readonly failure: JobFailure | null;
  /** A sentence; of a printed one, what is not known about it. */
  readonly reason: string | null;
  /** `null` where it was not stored. */
  readonly printId: number | null;
  readonly status: PrinterStatus;
}

/** How an address is asked for jobs, and told what became of them. */
export interface PollProtocol {
  /** @throws PollError when it cannot be asked */
  ask(state: PollState): Promise<Asked>;
  /** @param name the job's @throws PollError when it was not told */
  tell(name: string, result: JobResult): Promise<void>;
}

/** An address was not asked or told: what is wrong, as a sentence. */
export class PollError extends Error {
  override readonly name = "PollError";
}
