/** How long one turn lasts, milliseconds. */
const TURN_MILLISECONDS = 2;

/** Pieces of work begun and not ended, at most: each search has a connection of its own. */
const MOST_AT_ONCE = 16;

/** Takes a turn. @returns whether the work has ended */
type Piece = () => boolean;

/**
 * Does work that comes in steps, several pieces of it side by side: each has a turn of a few milliseconds, and the thread
 * gets its messages between turns. What is done within its first turn, as nearly all is, never waits.
 */
export class TurnTaker {
  /** Begun, in the order of their turns. */
  private readonly begun: Piece[] = [];
  private readonly waiting: Piece[] = [];
  private isDue = false;

  /** Does a piece of work. @returns what it returns, or throws what it throws */
  run<Result>(steps: Generator<unknown, Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const piece: Piece = () => {
      const end = performance.now() + TURN_MILLISECONDS;
      try {
        do {
          const { done, value } = steps.next();
          if (done !== true) continue;
          resolve(value);
          return true;
        } while (performance.now() < end);
        return false;
      } catch (error) {
        reject(error);
        return true;
      }
    };
    if (this.begun.length >= MOST_AT_ONCE) this.waiting.push(piece);
    else this.take(piece);
    return promise;
  }

  private take(piece: Piece): void {
    if (!piece()) this.begun.push(piece);
    if (this.begun.length > 0) this.goOn();
  }

  private goOn(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      const next = this.begun.shift();
      if (next !== undefined) this.take(next);
      while (this.begun.length < MOST_AT_ONCE) {
        const piece = this.waiting.shift();
        if (piece === undefined) break;
        this.take(piece);
      }
    });
  }
}
