import { MDNS_LIMITS } from "../discovery-limits.ts";

/** Beyond a quarter of the longest life nobody asks when a record was told, milliseconds. */
const KEPT_MILLISECONDS = (MDNS_LIMITS.otherSeconds * 1000) / 4;

/** When which record was last told to all on a link. */
export class Multicasts {
  private readonly times = new Map<string, number>();
  private prunedAt = -Infinity;

  /** Notes records, by their keys, that are sent now. */
  note(link: string, keys: Iterable<string>, now: number): void {
    for (const key of keys) this.times.set(`${link} ${key}`, now);
    if (now - this.prunedAt < KEPT_MILLISECONDS) return;
    this.prunedAt = now;
    for (const [key, at] of this.times) if (now - at > KEPT_MILLISECONDS) this.times.delete(key);
  }

  /** Whether a record was told after a time. */
  isSince(link: string, key: string, after: number): boolean {
    return (this.times.get(`${link} ${key}`) ?? -Infinity) > after;
  }
}
