import { TillrollError } from "../domain/errors.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { PERSON_LIMITS } from "../domain/person-limits.ts";

interface Failures {
  count: number;
  /** Those that it was tried from. */
  readonly addresses: Set<string>;
  readonly windowEnd: number;
}

/**
 * Slows down who guesses the password of a name from many addresses. After some wrong ones within a few minutes each address
 * has a single try until they are over, so that a person can always sign in from where they have not failed: nobody on the
 * network locks another one out. What one address may do is limited by `BadTokenLimit`.
 */
export class PasswordLimit {
  private readonly names = new Map<string, Failures>();

  /** @throws TillrollError RATE_LIMIT_EXCEEDED when the name has had its wrong ones, and this address one of them */
  check(key: string, address: string, now: number): void {
    const failures = this.current(key, now);
    if (failures === null || failures.count < PERSON_LIMITS.wrongPasswords) return;
    if (!failures.addresses.has(address)) return;
    const milliseconds = failures.windowEnd - now;
    const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / MILLISECONDS_PER_SECOND));
    const message = "Too many wrong passwords for this name; wait a few minutes, or sign in by a link.";
    throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
  }

  /** Counts a try that is begun: of many at once no more are made than one after the other. */
  begin(key: string, address: string, now: number): void {
    const failures = this.current(key, now) ?? this.open(key, now);
    failures.count++;
    failures.addresses.add(address);
  }

  /** The try was right: what the address has done before does not count any more. */
  forgive(key: string, address: string, now: number): void {
    const failures = this.current(key, now);
    if (failures === null) return;
    failures.count--;
    failures.addresses.delete(address);
  }

  private current(key: string, now: number): Failures | null {
    const failures = this.names.get(key);
    return failures !== undefined && failures.windowEnd > now ? failures : null;
  }

  private open(key: string, now: number): Failures {
    this.names.delete(key);
    // A Map keeps its order of insertion: the first is the oldest.
    const [oldest] = this.names.keys();
    if (oldest !== undefined && this.names.size >= PERSON_LIMITS.wrongPasswordNames)
      this.names.delete(oldest);
    const windowEnd = now + PERSON_LIMITS.wrongPasswordWindowMilliseconds;
    const failures = { count: 0, addresses: new Set<string>(), windowEnd };
    this.names.set(key, failures);
    return failures;
  }
}
