import type { EventFeed } from "./event-feed.ts";

/** What is waited for. */
export interface Awaited<Found> {
  /** Looks for it; called at once, and whenever something was stored. */
  look(): Found | Promise<Found>;
  isEnough(found: Found): boolean;
  readonly timeoutMilliseconds: number;
  /** The least time from one look to the next, for looks that cost something; none by default. */
  readonly restMilliseconds?: number;
  /** Ends the waiting: the client has gone. */
  readonly signal: AbortSignal;
}

/** Waits until what is stored is enough. @returns what was found last, when it is enough or no more is waited for */
export async function awaitStored<Found>(feed: EventFeed, awaited: Awaited<Found>): Promise<Found> {
  const { timeoutMilliseconds, restMilliseconds = 0, signal } = awaited;
  const deadline = performance.now() + timeoutMilliseconds;
  let wake = () => {};
  const stopListening = feed.listen(() => wake());
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<void>();
      // It listens before it looks, so that what is stored in between is not missed.
      wake = resolve;
      const found = await awaited.look();
      const left = deadline - performance.now();
      if (awaited.isEnough(found) || left <= 0 || signal.aborted || feed.isClosed) return found;
      const timer = setTimeout(resolve, left);
      await promise;
      clearTimeout(timer);
      const rest = Math.min(restMilliseconds, deadline - performance.now());
      if (rest > 0) await Bun.sleep(rest);
    }
  } finally {
    stopListening();
    signal.removeEventListener("abort", onAbort);
  }
}
