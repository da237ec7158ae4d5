/** How long a thread in the background works without looking at its messages, milliseconds. */
const TURN_MILLISECONDS = 10;

/** Lets the messages of a thread in between long work: questions, or the order to stop. */
export class Turns {
  private began = performance.now();

  /** Whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.began >= TURN_MILLISECONDS;
  }

  /** Waits until the messages that have come are seen. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    this.began = performance.now();
  }
}
