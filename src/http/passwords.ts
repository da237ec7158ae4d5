import { type MonotonicClock, monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { PERSON_LIMITS } from "../domain/person-limits.ts";
import { type Person, personKey } from "../domain/person.ts";
import { hashPassword, isPassword } from "../platform/password-hash.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import type { People } from "../storage/ports/identities.ts";
import type { BadTokenLimit } from "./rate-limit.ts";
import { PasswordLimit } from "./password-limit.ts";

/** Compares and hashes passwords: few at a time, and not as often as somebody who guesses would like. */
export class Passwords {
  private readonly limit = new PasswordLimit();
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly people: People,
    private readonly addresses: BadTokenLimit,
    private readonly monotonic: MonotonicClock = monotonicClock,
  ) {}

  /**
   * The person of a name and a password; `null` when they are not right, after the same time whichever is wrong.
   * @param isKnown whether the person is signed in from the address already: then only the address is limited
   * @throws TillrollError RATE_LIMIT_EXCEEDED
   */
  async check(
    name: string,
    password: string,
    address: string,
    isKnown: (person: Person) => Awaitable<boolean>,
  ): Promise<Person | null> {
    const [key, person] = [personKey(name), await this.people.findByName(name)];
    if (person === null || !(await isKnown(person))) this.limit.check(key, address, this.monotonic());
    this.addresses.note(address, true, this.monotonic());
    this.limit.begin(key, address, this.monotonic());
    const isRight = await this.inTurn(() => isPassword(password, person?.passwordHash ?? null));
    if (!isRight) return null;
    this.limit.forgive(key, address, this.monotonic());
    this.addresses.forgive(address);
    return person;
  }

  /** @throws TillrollError RATE_LIMIT_EXCEEDED when too many wait */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= PERSON_LIMITS.hashesAtOnce) {
      if (this.waiting.length >= PERSON_LIMITS.hashesWaiting) {
        const message = "Too many sign in at once; try again in a moment.";
        throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds: 2 });
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      // Whose turn it is next takes the place.
      const next = this.waiting.shift();
      if (next === undefined) this.running--;
      else next();
    }
  }
}
