/** Items are kept in so many pieces of memory, of which one is made free at a time. */
const REGIONS = 8;

/** The part of the budget that is for the items' JSON; the rest is for what says where each is. */
const JSON_SHARE = 3 / 4;

/** What says where an item is, bytes, roughly. */
const ENTRY_BYTES = 120;

/**
 * An item of a page, as JSON in UTF-8 with the comma behind it, and what a walk needs to go on behind it. It is right until the
 * next is added.
 */
export interface KeptItem {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Has the JSON, from `from` up to, and without, `to`. */
  readonly memory: Buffer;
  readonly from: number;
  readonly to: number;
}

interface Entry extends KeptItem {
  readonly owner: object;
  from: number;
  to: number;
  isUsed: boolean;
}

/** A piece of memory that is filled from its beginning. */
interface Region {
  readonly memory: Buffer;
  length: number;
  /** In the order of their places; those that were removed stay until the region is made free. */
  entries: Entry[];
}

/**
 * Keeps items of pages that were shown, as the JSON they were written as. People look at the same pages again, a
 * dashboard every few seconds, and a print read from its table costs a read of a page of the file; nearly all the time
 * of a search whose matches are scattered goes there. They are bytes in a few large pieces of memory: as strings each
 * would be a dozen objects, which the collector looks at each time and which leave holes when they go. When all pieces
 * are full, the one that was filled longest ago keeps what was used meanwhile, and only that.
 */
export class ItemCache {
  private readonly entries = new Map<number, Entry>();
  private readonly regions: Region[] = [];
  private readonly regionBytes: number;
  /** The region that is being filled. */
  private current = -1;

  /** @param budget bytes */
  constructor(budget: number) {
    this.regionBytes = Math.floor((budget * JSON_SHARE) / REGIONS);
  }

  /** Bytes held now, roughly. */
  get byteLength(): number {
    return this.regions.length * this.regionBytes + this.entries.size * ENTRY_BYTES;
  }

  /** An item by print id, when it was added by the same owner, who has removed whatever was changed since. */
  get(owner: object, printId: number): KeptItem | null {
    const entry = this.entries.get(printId);
    if (entry === undefined || entry.owner !== owner) return null;
    entry.isUsed = true;
    return entry;
  }

  /** Adds an item; its JSON is copied, and must not be in the cache already. */
  add(owner: object, item: KeptItem): void {
    const byteLength = item.to - item.from;
    if (byteLength > this.regionBytes) return;
    this.remove(item.id);
    const region = this.regionWith(byteLength);
    const { memory, length: from } = region;
    item.memory.copy(memory, from, item.from, item.to);
    region.length += byteLength;
    const { id, createdAt, updatedAt } = item;
    const entry = { id, createdAt, updatedAt, memory, from, to: region.length, owner, isUsed: false };
    region.entries.push(entry);
    this.entries.set(id, entry);
  }

  /** Removes an item, and its JSON from memory. */
  remove(printId: number): void {
    const entry = this.entries.get(printId);
    if (entry === undefined) return;
    entry.memory.fill(0, entry.from, entry.to);
    this.entries.delete(printId);
  }

  /** A region with so much room. */
  private regionWith(byteLength: number): Region {
    for (;;) {
      const region = this.regions[this.current];
      if (region !== undefined && region.length + byteLength <= this.regionBytes) return region;
      this.current = (this.current + 1) % REGIONS;
      const next = this.regions[this.current];
      // Ends at the latest in the second round, in which nothing is used any more.
      if (next !== undefined) this.free(next);
      else this.regions.push({ memory: Buffer.allocUnsafeSlow(this.regionBytes), length: 0, entries: [] });
    }
  }

  /** Moves what was used to the beginning of a region and forgets the rest. */
  private free(region: Region): void {
    const kept: Entry[] = [];
    region.length = 0;
    for (const entry of region.entries) {
      if (this.entries.get(entry.id) !== entry) continue;
      if (!entry.isUsed) {
        this.entries.delete(entry.id);
        continue;
      }
      region.memory.copyWithin(region.length, entry.from, entry.to);
      entry.to -= entry.from - region.length;
      entry.from = region.length;
      entry.isUsed = false;
      region.length = entry.to;
      kept.push(entry);
    }
    region.entries = kept;
  }
}
