/** Spreads work over time, so that others have the disk and the processor too. */
export class Pace {
  private spent = 0;
  private readonly began = performance.now();

  /** @param bytesPerSecond 0 for no limit */
  constructor(
    private readonly bytesPerSecond: number,
    private readonly signal?: AbortSignal,
  ) {}

  /** To be waited for after each piece of work, of so many bytes. @throws what the work was ended for */
  readonly spend = async (bytes: number): Promise<void> => {
    this.spent += bytes;
    const due = this.bytesPerSecond === 0 ? 0 : (this.spent / this.bytesPerSecond) * 1000;
    // At least a turn of the event loop, for what else the thread has to do.
    await Bun.sleep(Math.max(0, this.began + due - performance.now()));
    this.signal?.throwIfAborted();
  };
}
