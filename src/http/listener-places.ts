import { TillrollError } from "../domain/errors.ts";
import { EVENT_LIMITS } from "../domain/listener-limits.ts";
import type { Call } from "./endpoint.ts";

/** Places for those who wait for something to happen: streams, and requests that are answered when something did. */
export class ListenerPlaces {
  private taken = 0;

  /** Takes a place; what is returned gives it back, once. @throws TillrollError RATE_LIMIT_EXCEEDED when there is none */
  take(call: Call): Disposable {
    const most = EVENT_LIMITS.listeners;
    if (this.taken >= most) {
      const message = `There are ${most} clients waiting for prints already; end some of them.`;
      throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { listeners: most, retryAfterSeconds: 5 });
    }
    this.taken++;
    call.withoutIdleTimeout();
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.taken--;
        isTaken = false;
      },
    };
  }
}
