import { MEBIBYTE } from "../domain/limits.ts";

/** Growth of the process after which the collector is called, bytes. */
const GROWTH_BYTES = 8 * MEBIBYTE;

/** A look costs some ten microseconds, so it is taken once in so many answers. */
const ANSWERS_PER_LOOK = 4;

/** Answers that leave enough garbage for the collector to be called when it is quiet. */
const ANSWERS_WORTH_COLLECTING = 16;

/** How long there must have been no answer for the collector to be called for the garbage of those before, milliseconds. */
const QUIET_MILLISECONDS = 300;

/**
 * Calls the collector when the process has grown, and when searches have ended for now. Left to itself it waits until the
 * heap is several times what is in use, because it takes the cache for a large heap that will go on growing; on a shop's
 * PC that memory is others'. A call takes some ten milliseconds.
 */
export class MemoryWatch {
  private answers = 0;
  private lowest = Infinity;
  /** Answers when the collector was last called, and when the timer began. */
  private collectedAt = 0;
  private timedAt = 0;
  private isTimed = false;

  /** To be called after each answer. */
  note(): void {
    this.answers++;
    if (!this.isTimed) this.waitForQuiet();
    if (this.answers % ANSWERS_PER_LOOK !== 0) return;
    const resident = process.memoryUsage.rss();
    this.lowest = Math.min(this.lowest, resident);
    if (resident - this.lowest >= GROWTH_BYTES) this.collect();
  }

  /** One timer, however many answers: it looks whether there were more. */
  private waitForQuiet(): void {
    this.isTimed = true;
    this.timedAt = this.answers;
    setTimeout(() => {
      this.isTimed = false;
      if (this.answers !== this.timedAt) this.waitForQuiet();
      else if (this.answers - this.collectedAt >= ANSWERS_WORTH_COLLECTING) this.collect();
    }, QUIET_MILLISECONDS).unref();
  }

  private collect(): void {
    Bun.gc(true);
    this.lowest = process.memoryUsage.rss();
    this.collectedAt = this.answers;
  }
}
