import { MEBIBYTE } from "../domain/limits.ts";

/** Growth of the process after which the collector is called, bytes. */
const GROWTH_BYTES = 32 * MEBIBYTE;

/** A look costs some ten microseconds, so it is taken once in so many answers. */
const ANSWERS_PER_LOOK = 16;

/**
 * Calls the collector when the process has grown. Left to itself it waits until the heap is several times what is in
 * use, because it takes the cache for a large heap that will go on growing; on a shop's PC that memory is others'.
 */
export class MemoryWatch {
  private answers = 0;
  private lowest = Infinity;

  /** To be called after each answer. */
  note(): void {
    if (++this.answers % ANSWERS_PER_LOOK !== 0) return;
    const resident = process.memoryUsage.rss();
    this.lowest = Math.min(this.lowest, resident);
    if (resident - this.lowest < GROWTH_BYTES) return;
    Bun.gc(true);
    this.lowest = process.memoryUsage.rss();
  }
}
