import { TillrollError } from "../domain/errors.ts";
import { MILLISECONDS_PER_SECOND, REQUEST_LIMITS } from "../domain/limits.ts";

/** How often bodies that are late are looked for: one timer for all of them is cheaper than one each. */
const LOOK_MILLISECONDS = 1000;

interface Awaited {
  readonly deadline: number;
  readonly fail: (error: unknown) => void;
}

export interface BodyDeadlinesOptions {
  /** How long a body may take, however small it is. */
  readonly bodyMilliseconds?: number;
  readonly lookMilliseconds?: number;
}

/** When requests' bodies must have come: room is held for them in memory, and one that drips would hold it for ever. */
export class BodyDeadlines {
  readonly bodyMilliseconds: number;
  private readonly lookMilliseconds: number;
  private readonly awaited = new Set<Awaited>();
  private timer: Timer | undefined;

  constructor(options: BodyDeadlinesOptions = {}) {
    this.bodyMilliseconds = options.bodyMilliseconds ?? REQUEST_LIMITS.bodyMilliseconds;
    this.lookMilliseconds = options.lookMilliseconds ?? LOOK_MILLISECONDS;
  }

  /** A body has begun to come. @param bytes as far as they are known; see {@link BodyDeadline.extend} */
  begin(bytes: number): BodyDeadline {
    const deadline = new BodyDeadline(this);
    deadline.extend(bytes);
    return deadline;
  }

  /** @throws TillrollError REQUEST_TIMEOUT */
  wait<Came>(coming: Promise<Came>, deadline: number): Promise<Came> {
    const { promise, resolve, reject } = Promise.withResolvers<Came>();
    const awaited = { deadline, fail: reject };
    this.awaited.add(awaited);
    this.timer ??= setInterval(() => this.failLate(), this.lookMilliseconds);
    coming.then(
      (came) => {
        this.awaited.delete(awaited);
        resolve(came);
      },
      (error: unknown) => {
        this.awaited.delete(awaited);
        reject(error);
      },
    );
    return promise;
  }

  private failLate(): void {
    const now = performance.now();
    for (const awaited of this.awaited) {
      if (awaited.deadline > now) continue;
      this.awaited.delete(awaited);
      awaited.fail(
        new TillrollError("REQUEST_TIMEOUT", "The body of the request came too slowly; send it again."),
      );
    }
    if (this.awaited.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** When one body must have come. */
export class BodyDeadline {
  private deadline: number;

  constructor(private readonly deadlines: BodyDeadlines) {
    this.deadline = performance.now() + deadlines.bodyMilliseconds;
  }

  /** Allows the time that more bytes take. */
  extend(bytes: number): void {
    this.deadline += (bytes / REQUEST_LIMITS.bodyBytesPerSecond) * MILLISECONDS_PER_SECOND;
  }

  /** Waits for the body or the next part of it. @throws TillrollError REQUEST_TIMEOUT */
  wait<Came>(coming: Promise<Came>): Promise<Came> {
    return this.deadlines.wait(coming, this.deadline);
  }
}
