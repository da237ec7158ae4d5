/** How long a thread in the background works without looking at its messages, milliseconds. */
const TURN_MILLISECONDS = 10;

/** Lets a thread's messages in between long work: questions, or the order to stop. */
export class Turns {
  private began = performance.now();

  /** Waits until the messages that have come are seen, when it is time for that. */
  async pause(): Promise<void> {
    if (performance.now() - this.began < TURN_MILLISECONDS) return;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    this.began = performance.now();
  }
}
