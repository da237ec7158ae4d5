import { type MonotonicClock, monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { PERSON_LIMITS } from "../domain/person-limits.ts";
import { hashSecret, newSecret, newSessionId } from "../domain/token.ts";

/** In whose name a phone signs in: the session that shows the code, and what that rests on. */
export interface PhoneCodeOwner {
  readonly sessionId: string;
  readonly userId: number;
  readonly tokenId: string | null;
}

/** What became of a code. */
export type PhoneCodeState = "waiting" | "used" | "expired";

interface PhoneCode {
  readonly id: string;
  readonly key: string;
  readonly owner: PhoneCodeOwner;
  /** By the monotonic clock. */
  readonly endsAt: number;
  readonly ended: PromiseWithResolvers<PhoneCodeState>;
  readonly timer: NodeJS.Timeout;
}

/**
 * The codes that signed-in screens show for phones to scan: each signs in once, within a minute. They are in memory only, so
 * that a full disk is no matter; of their secrets only hashes are kept there too.
 */
export class PhoneCodes {
  private readonly byKey = new Map<string, PhoneCode>();
  private readonly byId = new Map<string, PhoneCode>();

  /** @param milliseconds how long a code lasts */
  constructor(
    private readonly monotonic: MonotonicClock = monotonicClock,
    private readonly milliseconds: number = PERSON_LIMITS.phoneCodeMilliseconds,
  ) {}

  /** Makes a code; the one that the same session showed before ends. @throws TillrollError RATE_LIMIT_EXCEEDED */
  make(owner: PhoneCodeOwner): { readonly id: string; readonly code: string } {
    for (const { id, owner: other } of this.byId.values())
      if (other.sessionId === owner.sessionId) this.end(id, "expired");
    if (this.byId.size >= PERSON_LIMITS.phoneCodes) {
      const message = "Too many codes for phones are shown; try again in a minute.";
      throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds: 60 });
    }
    const [id, code] = [newSessionId(), newSecret()];
    const key = keyOf(code);
    const timer = setTimeout(() => this.end(id, "expired"), this.milliseconds);
    // A service that stops does not wait for it.
    timer.unref();
    const ended = Promise.withResolvers<PhoneCodeState>();
    const made = { id, key, owner, endsAt: this.monotonic() + this.milliseconds, ended, timer };
    this.byKey.set(key, made);
    this.byId.set(id, made);
    return { id, code };
  }

  /** Whose a code is that can be used now. */
  ownerOf(code: string): PhoneCodeOwner | null {
    const found = this.byKey.get(keyOf(code));
    return found !== undefined && found.endsAt > this.monotonic() ? found.owner : null;
  }

  /** Uses a code up. @returns whose it was; `null` when it cannot be used (any more) */
  take(code: string): PhoneCodeOwner | null {
    const owner = this.ownerOf(code);
    const found = this.byKey.get(keyOf(code));
    if (owner !== null && found !== undefined) this.end(found.id, "used");
    return owner;
  }

  /** Waits until a code of a session was used or has expired, or nobody waits any more. */
  async wait(id: string, sessionId: string, signal: AbortSignal): Promise<PhoneCodeState> {
    const found = this.byId.get(id);
    if (found === undefined || found.owner.sessionId !== sessionId) return "expired";
    const { promise: left, resolve } = Promise.withResolvers<PhoneCodeState>();
    const leave = () => resolve("waiting");
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([found.ended.promise, left]);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  private end(id: string, state: PhoneCodeState): void {
    const found = this.byId.get(id);
    if (found === undefined) return;
    clearTimeout(found.timer);
    this.byId.delete(id);
    this.byKey.delete(found.key);
    found.ended.resolve(state);
  }
}

function keyOf(code: string): string {
  return hashSecret(code).toHex();
}
