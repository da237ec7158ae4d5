import type { Awaitable } from "../../domain/awaitable.ts";
import { type MonotonicClock, monotonicClock } from "../../domain/clock.ts";
import { MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import type { ReadMemory } from "../ports/identities.ts";

/** How long something is remembered: what another instance has revoked does not count for longer. */
const REMEMBERED_MILLISECONDS = 5 * MILLISECONDS_PER_SECOND;

/** Values remembered of each kind; then all of the kind are forgotten: one thing can be asked for in many spellings. */
const MOST_REMEMBERED = 1000;

interface Remembered {
  readonly value: unknown;
  /** When it began to be read. */
  readonly readAt: number;
}

/**
 * Remembers what was read for some seconds, or until this instance writes. What several ask for at once is read once.
 */
export class RecentMemory implements ReadMemory {
  private readonly caches: Map<string, Remembered>[] = [];

  constructor(private readonly monotonic: MonotonicClock = monotonicClock) {}

  /** A way to read that remembers. @param read reads what there is for a key; `null`, which strangers ask for, is not kept */
  remembering<Value>(
    read: (key: string) => Awaitable<Value | null>,
  ): (key: string) => Awaitable<Value | null> {
    const values = new Map<string, Remembered>();
    this.caches.push(values);
    return (key) => {
      const readAt = this.monotonic();
      const known = values.get(key);
      if (known !== undefined && readAt - known.readAt < REMEMBERED_MILLISECONDS)
        return known.value as Awaitable<Value | null>;
      const value = read(key);
      const remembered = { value, readAt };
      if (values.size >= MOST_REMEMBERED) values.clear();
      values.set(key, remembered);
      const forget = () => {
        if (values.get(key) === remembered) values.delete(key);
      };
      const keep = (found: Value | null) => {
        // From now on it is there at once; unless it was forgotten meanwhile, or there is nothing.
        if (values.get(key) !== remembered) return;
        if (found === null) values.delete(key);
        else values.set(key, { value: found, readAt });
      };
      if (value instanceof Promise) value.then(keep, forget);
      else keep(value);
      return value;
    };
  }

  /** Forgets all: this instance has written something. */
  forget(): void {
    for (const values of this.caches) values.clear();
  }
}
