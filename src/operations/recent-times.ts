/** Buckets of an octave: each is about a fifth wider than the one before, so that a quantile is right to a tenth. */
const BUCKETS_PER_OCTAVE = 4;

/** From 16 microseconds, as a power of two; the last bucket is that of 17 minutes and more. */
const FIRST_OCTAVE = 4;
const OCTAVES = 26;
const BUCKETS = OCTAVES * BUCKETS_PER_OCTAVE;

const MICROSECONDS_PER_MILLISECOND = 1000;
const MICROSECONDS_PER_SECOND = 1_000_000;

/** The least time for which a duration counts, milliseconds; it counts for at most twice that. */
const WINDOW_MILLISECONDS = 5 * 60_000;

/**
 * How long something took recently, as quantiles, in bounded memory. In the metrics an operation's quantiles are a few lines,
 * where a histogram would be a dozen or two.
 */
export class RecentTimes {
  private counts = new Uint32Array(BUCKETS);
  private earlier = new Uint32Array(BUCKETS);
  private windowEnd = 0;

  /** Notes a time. @param now of the monotonic clock, milliseconds */
  note(milliseconds: number, now: number): void {
    this.turn(now);
    const octave = Math.log2(milliseconds * MICROSECONDS_PER_MILLISECOND) - FIRST_OCTAVE;
    const bucket = Math.min(Math.max(Math.floor(octave * BUCKETS_PER_OCTAVE), 0), BUCKETS - 1);
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
  }

  /**
   * The time within which a part of them ended.
   * @param part such as 0.99
   * @returns seconds; `null` when nothing was noted of late
   */
  quantile(part: number, now: number): number | null {
    this.turn(now);
    let total = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) total += this.countOf(bucket);
    if (total === 0) return null;
    let left = Math.ceil(total * part);
    let bucket = 0;
    for (; bucket < BUCKETS - 1; bucket++) if ((left -= this.countOf(bucket)) <= 0) break;
    // The middle of the bucket, as its bounds are: by ratio.
    return 2 ** (FIRST_OCTAVE + (bucket + 0.5) / BUCKETS_PER_OCTAVE) / MICROSECONDS_PER_SECOND;
  }

  private countOf(bucket: number): number {
    return (this.counts[bucket] ?? 0) + (this.earlier[bucket] ?? 0);
  }

  private turn(now: number): void {
    if (now < this.windowEnd) return;
    const isLong = now >= this.windowEnd + WINDOW_MILLISECONDS;
    [this.counts, this.earlier] = [this.earlier.fill(0), this.counts];
    // After two windows without a word nothing of the past counts.
    if (isLong) this.earlier.fill(0);
    this.windowEnd = now + WINDOW_MILLISECONDS;
  }
}
