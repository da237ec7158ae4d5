/** Lets so many work at the same time; the others wait, the first come first. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Waits until it may begin. @returns what lets the next one begin; calling it again does nothing */
  async acquire(): Promise<() => void> {
    if (this.free > 0) this.free--;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.waiting.push(resolve);
      await promise;
    }
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const next = this.waiting.shift();
      if (next === undefined) this.free++;
      else next();
    };
  }
}
