import type { RecognisedCode, RecognisedLine } from "../recognised.ts";
import { READING_LIMITS } from "./limits.ts";

/** How a picture is read. */
export interface ReadingOptions {
  /** How long, milliseconds; what was read until then is kept. */
  readonly milliseconds?: number;
  readonly signal?: AbortSignal;
  /** Called between two lines, which take some 50 ms each: wait here while others need the machine. */
  readonly between?: () => void | Promise<void>;
}

/** A picture that is being read: what was read so far, and whether there is time left. */
export class Reading {
  readonly lines: RecognisedLine[] = [];
  readonly codes: RecognisedCode[] = [];
  /** Why not all was read: the first reason. */
  note: string | undefined;
  private readonly milliseconds: number;
  private end: number;

  constructor(private readonly options: ReadingOptions) {
    this.milliseconds = options.milliseconds ?? READING_LIMITS.milliseconds;
    this.end = performance.now() + this.milliseconds;
  }

  /** Lets others go first; that time is not of the picture's. @throws the signal's reason */
  async pause(): Promise<void> {
    const began = performance.now();
    await this.options.between?.();
    this.end += performance.now() - began;
    this.options.signal?.throwIfAborted();
  }

  /** True if the time is over; then the note says that what is below the row was not read. */
  isLate(row: number): boolean {
    if (performance.now() < this.end) return false;
    this.note ??= `The picture took longer than ${this.milliseconds / 1000} s: below row ${row} it was not read.`;
    return true;
  }
}
