/** A number of places that are taken in turn: whoever finds none waits, the first come first. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Takes a place. @returns what gives it back; calling it again does nothing */
  async take(): Promise<() => void> {
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
