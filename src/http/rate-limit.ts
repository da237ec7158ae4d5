import { TillrollError } from "../domain/errors.ts";
import { MILLISECONDS_PER_SECOND, REQUEST_LIMITS } from "../domain/limits.ts";

function tooMany(message: string, retryAfterMilliseconds: number): TillrollError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMilliseconds / MILLISECONDS_PER_SECOND));
  return new TillrollError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
}

/**
 * Slows down who guesses tokens, sign-in links or session cookies: an address with 20 bad ones within a minute is
 * refused for the rest of it. Asked only when one was not good, so that good ones from the same address go on working.
 */
export class BadTokenLimit {
  private readonly failures = new Map<string, { count: number; readonly windowEnd: number }>();

  /**
   * Counts a bad token (or, with `presented` false, a request without any) from an address.
   * @throws TillrollError RATE_LIMIT_EXCEEDED when the address has used up its tries
   */
  note(address: string, presented: boolean, now: number): void {
    const known = this.failures.get(address);
    const failures = known !== undefined && known.windowEnd > now ? known : null;
    if (failures !== null && failures.count >= REQUEST_LIMITS.badTokensPerAddress) {
      throw tooMany(
        "Too many bad tokens, links or sessions from this address; check what it signs in with.",
        failures.windowEnd - now,
      );
    }
    if (!presented) return;
    if (failures !== null) {
      failures.count++;
      return;
    }
    this.failures.delete(address);
    // A Map keeps its order of insertion: the first is the oldest.
    const [oldest] = this.failures.keys();
    if (oldest !== undefined && this.failures.size >= REQUEST_LIMITS.badTokenAddresses)
      this.failures.delete(oldest);
    this.failures.set(address, { count: 1, windowEnd: now + REQUEST_LIMITS.badTokenWindowMilliseconds });
  }

  /** What was counted before it was known turned out to be good. */
  forgive(address: string): void {
    const failures = this.failures.get(address);
    if (failures !== undefined && failures.count > 0) failures.count--;
  }
}

/** Holds a workspace to its request rate: a token bucket with one second's worth of requests. */
export class WorkspaceRateLimit {
  private readonly buckets = new Map<number, { tokens: number; filledAt: number }>();

  /**
   * Counts a request. Only authenticated ones are counted, so that nobody else can use up a workspace's rate.
   * @param requestsPerSecond the workspace's rate; `null` for no limit
   * @throws TillrollError RATE_LIMIT_EXCEEDED
   */
  note(workspaceId: number, requestsPerSecond: number | null, now: number): void {
    if (requestsPerSecond === null) return;
    const bucket = this.buckets.get(workspaceId) ?? { tokens: requestsPerSecond, filledAt: now };
    const elapsedSeconds = Math.max(0, now - bucket.filledAt) / MILLISECONDS_PER_SECOND;
    bucket.tokens = Math.min(requestsPerSecond, bucket.tokens + elapsedSeconds * requestsPerSecond);
    bucket.filledAt = now;
    this.buckets.set(workspaceId, bucket);
    if (bucket.tokens < 1) {
      const wait = ((1 - bucket.tokens) / requestsPerSecond) * MILLISECONDS_PER_SECOND;
      throw tooMany(`The workspace may be asked ${requestsPerSecond} times a second; try again later.`, wait);
    }
    bucket.tokens -= 1;
  }
}
