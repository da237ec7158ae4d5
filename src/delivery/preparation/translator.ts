import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_MINUTE } from "../../domain/limits.ts";
import { WorkerQueue } from "../../platform/worker-queue.ts";
import { isSurelyUnchanged, translationNeed } from "../../translation/translation-need.ts";
import { notPrepared } from "./preparation-error.ts";
import type { Prepared, PreparationContext } from "./preparation-step.ts";
import { mayChange, prepare } from "./prepare.ts";

/** Prints up to this size are looked at on the main thread: that takes a millisecond at most, and spares the Worker. */
const SMALL_BYTES = 4 * KIBIBYTE;

/** What a Worker draws before another takes its place, bytes of prints. */
const WORKER_BYTES = 32 * MEBIBYTE;

/** How long the Worker stays without a print, milliseconds. */
const REST_MILLISECONDS = 5 * MILLISECONDS_PER_MINUTE;

/** A print to be made ready for its real printer. */
export interface TranslationQuestion {
  readonly raw: Uint8Array;
  readonly context: PreparationContext;
}

/**
 * Makes prints ready for their real printers, and draws what these would not print as it is meant: off the main thread
 * where that may take long.
 */
export class Translator {
  private readonly queue = new WorkerQueue<TranslationQuestion, Prepared>({
    entry: "delivery/preparation/translation-worker",
    workerBytes: WORKER_BYTES,
    restMilliseconds: REST_MILLISECONDS,
  });

  private isClosed = false;

  /**
   * A print as its real printer is sent it: as it is, changed, or drawn.
   * @param raw the print's bytes; they are not changed
   * @throws PreparationError
   */
  async prepared(raw: Uint8Array, context: PreparationContext): Promise<Prepared> {
    try {
      return await this.preparedHereOrApart(raw, context);
    } catch (error) {
      // A service that stops finds it as it was when it starts again.
      throw this.isClosed ? error : notPrepared(error);
    }
  }

  private async preparedHereOrApart(raw: Uint8Array, context: PreparationContext): Promise<Prepared> {
    const isSmall = raw.length <= SMALL_BYTES;
    if (!isSmall && mayChange(context)) return this.preparedApart(raw, context);
    const job = prepare(raw, context);
    const { bytes } = job;
    const { source, translation } = context;
    if (bytes.length === 0 || isSurelyUnchanged(bytes, source, translation)) return job;
    if (isSmall && translationNeed(bytes, source, translation) === null) return job;
    return this.preparedApart(raw, context);
  }

  private preparedApart(raw: Uint8Array, context: PreparationContext): Promise<Prepared> {
    return this.queue.ask({ raw, context }, raw.length);
  }

  close(): void {
    this.isClosed = true;
    this.queue.close();
  }
}
