/** How much of a turn of the event loop sliced work may take, milliseconds: whatever else has come is served after it. */
const SLICE_MILLISECONDS = 2;

/** What a piece of work takes, milliseconds: a task whose pieces take more is given smaller ones, else larger ones. */
const PIECE_MILLISECONDS = 0.3;

const LEAST_PIECE_BYTES = 1024;
const MOST_PIECE_BYTES = 64 * 1024;

/** Work on bytes that may take long; it is done in pieces, between which others have their turn. */
export class SlicedTask {
  /** How many bytes to work on in one piece: those of a stream of commands take far longer than those of a picture. */
  pieceBytes = LEAST_PIECE_BYTES * 4;

  constructor(
    private readonly slices: TimeSlices,
    /** How many bytes are waiting: who has the fewest is next. */
    readonly waitingBytes: () => number,
    /** Goes on, as far as there is time. */
    readonly goOn: () => void,
  ) {}

  /** Whether there is time in this turn of the event loop; if not, {@link goOn} is called in a later one. */
  hasTime(): boolean {
    if (this.slices.hasTime) return true;
    this.slices.wait(this);
    return false;
  }

  /** Does a piece of work. */
  run(piece: () => void): void {
    const began = performance.now();
    piece();
    const taken = performance.now() - began;
    this.slices.spend(taken);
    if (taken > 2 * PIECE_MILLISECONDS) this.pieceBytes = Math.max(LEAST_PIECE_BYTES, this.pieceBytes / 2);
    else if (taken < PIECE_MILLISECONDS / 2)
      this.pieceBytes = Math.min(MOST_PIECE_BYTES, this.pieceBytes * 2);
  }

  /** There is nothing more to do. */
  end(): void {
    this.slices.forget(this);
  }
}

/**
 * The main thread's time for work that anybody on the network can cause: so much of it in each turn of the event loop,
 * those with the least to do first. So a host that sends commands by the megabyte waits for those with a receipt.
 */
export class TimeSlices {
  private readonly waiting = new Set<SlicedTask>();
  private spent = 0;
  private isScheduled = false;

  /** @param milliseconds of each turn */
  constructor(private readonly milliseconds: number = SLICE_MILLISECONDS) {}

  get hasTime(): boolean {
    return this.spent < this.milliseconds;
  }

  /** Counts time, until the slice is used up: to begin anew in each turn would cost a callback for every receipt. */
  spend(milliseconds: number): void {
    this.spent += milliseconds;
    if (!this.hasTime) this.schedule();
  }

  /** Does work that is not to be divided, and counts the time that it takes. */
  run<Result>(work: () => Result): Result {
    const began = performance.now();
    try {
      return work();
    } finally {
      this.spend(performance.now() - began);
    }
  }

  /** Waits until there is time. @param bytes to be worked on: who has the fewest is next */
  async untilTime(bytes: number): Promise<void> {
    while (!this.hasTime) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.wait(new SlicedTask(this, () => bytes, resolve));
      await promise;
    }
  }

  wait(task: SlicedTask): void {
    this.waiting.add(task);
    this.schedule();
  }

  forget(task: SlicedTask): void {
    this.waiting.delete(task);
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.isScheduled = false;
    this.spent = 0;
    if (this.waiting.size === 0) return;
    const tasks = [...this.waiting].map((task) => ({ task, bytes: task.waitingBytes() }));
    tasks.sort((left, right) => left.bytes - right.bytes);
    for (const { task } of tasks) {
      if (!this.hasTime) break;
      if (this.waiting.delete(task)) task.goOn();
    }
    if (this.waiting.size > 0) this.schedule();
  }
}

/** The main thread's time for what hosts send, by all protocols. */
export const hostWork = new TimeSlices();
