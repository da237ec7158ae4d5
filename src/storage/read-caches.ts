import type { Awaitable } from "../domain/awaitable.ts";
import type { ReadMemory } from "./ports/identities.ts";

/** Values remembered of each kind; then all of the kind are forgotten: one thing can be asked for in many spellings. */
const MOST_REMEMBERED = 1000;

/**
 * Remembers what was read of the database until anything is written to it. Whether that is so is looked at once in a turn
 * of the event loop: requests that arrive together share a look, and a change made elsewhere, such as a token revoked by a
 * command, counts from the next turn on.
 */
export class ReadCaches implements ReadMemory {
  private readonly caches: Map<string, unknown>[] = [];
  private version = Number.NaN;
  private hasLooked = false;

  /** @param versionOf gives another number as soon as anything was written */
  constructor(private readonly versionOf: () => number) {}

  /** A way to read that remembers. @param read reads what there is for a key; `null`, which strangers ask for, is not kept */
  remembering<Value>(
    read: (key: string) => Awaitable<Value | null>,
  ): (key: string) => Awaitable<Value | null> {
    const values = new Map<string, Value>();
    this.caches.push(values);
    return (key) => {
      this.look();
      const known = values.get(key);
      if (known !== undefined) return known;
      const value = read(key);
      // What comes later may be of another version by then.
      if (value === null || value instanceof Promise) return value;
      if (values.size >= MOST_REMEMBERED) values.clear();
      values.set(key, value);
      return value;
    };
  }

  private look(): void {
    if (this.hasLooked) return;
    const version = this.versionOf();
    this.hasLooked = true;
    setImmediate(() => {
      this.hasLooked = false;
    });
    // What is read from now on is of this version, or of a later one and forgotten then.
    if (version === this.version) return;
    this.version = version;
    for (const values of this.caches) values.clear();
  }
}
