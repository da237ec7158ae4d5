import { releaseMemory } from "../platform/huge-bytes.ts";

/** Items are kept in so many pieces of memory, of which one is made free at a time. */
const REGIONS = 8;

/** The part of the budget that is for the items' JSON; the rest is for the table that says where each is. */
const JSON_SHARE = 3 / 4;

/** A slot of the table: what an item's are, each a number. It fills a line of the processor's cache, so that one read finds all. */
const [ID, CREATED_AT, UPDATED_AT, FROM, TO, OWNER, REGION, IS_USED] = [0, 1, 2, 3, 4, 5, 6, 7];
const SLOT_NUMBERS = 8;
const SLOT_BYTES = SLOT_NUMBERS * Float64Array.BYTES_PER_ELEMENT;

/** Of an empty slot; prints are counted from 1. */
const EMPTY = 0;

/** Ids that follow one another, as those of a page do, are side by side, so many of them. */
const GROUP_BITS = 3;
const GROUP_SLOTS = 2 ** GROUP_BITS;
const GROUP_NUMBERS = GROUP_SLOTS * SLOT_NUMBERS;

/** The table begins with so many groups; where there is no room for them it is not worth it. */
const LEAST_GROUPS = 2;

/** The table is never fuller: looks become long. */
const MOST_FULL = 3 / 4;

/** Whose an item is: see {@link newItemOwner}. */
export type ItemOwner = number;

let lastOwner = 0;

/** Somebody who keeps items, and sees all changes of them. */
export function newItemOwner(): ItemOwner {
  return ++lastOwner;
}

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

/** A piece of memory that is filled from its beginning. */
interface Region {
  readonly memory: Buffer;
  length: number;
  /** The items in it, in the order of their places, and where each begins; those that were removed stay until it is made free. */
  ids: number[];
  froms: number[];
}

/**
 * Keeps items of pages that were shown, as the JSON they were written as. People look at the same pages again, a
 * dashboard every few seconds, and a print read from its table costs a read of a page of the file; nearly all the time
 * of a search whose matches are scattered goes there. They are bytes in a few large pieces of memory, and where each is says a
 * table of numbers, open addressing with linear probing: as objects each would be a dozen reads from all over the memory, and work
 * for the collector. When all pieces are full, the one that was filled longest ago keeps what was used meanwhile, and only that.
 */
export class ItemCache {
  private readonly regions: Region[] = [];
  private readonly regionBytes: number;
  /** The region that is being filled. */
  private current = -1;
  /** Groups that the table may have, at most. */
  private readonly mostGroups: number;
  /** Twice as large each time that it is full: who looks at few pages needs little of it. */
  private table = new Float64Array();
  /** How far a hash is shifted for the number of a group. */
  private shift = 0;
  private count = 0;

  /** @param budget bytes */
  constructor(budget: number) {
    const room = (budget * (1 - JSON_SHARE)) / SLOT_BYTES / GROUP_SLOTS;
    const groups = 2 ** Math.floor(Math.log2(Math.max(1, room)));
    const isWorthIt = groups >= LEAST_GROUPS;
    this.mostGroups = isWorthIt ? groups : 0;
    this.regionBytes = isWorthIt ? Math.floor((budget * JSON_SHARE) / REGIONS) : 0;
  }

  /** Bytes held now. */
  get byteLength(): number {
    return this.regions.length * this.regionBytes + this.table.byteLength;
  }

  /**
   * Where an item is, by print id, when it was added by the same owner, who has removed whatever was changed since; -1 if it is
   * not there. It is right until an item is added or removed.
   */
  find(owner: ItemOwner, printId: number): number {
    const at = this.slotOf(printId);
    if (at < 0 || this.table[at + OWNER] !== owner) return -1;
    this.table[at + IS_USED] = 1;
    return at;
  }

  /** The item that was found there. */
  item(at: number): KeptItem {
    const { table } = this;
    return {
      id: table[at + ID] as number,
      createdAt: table[at + CREATED_AT] as number,
      updatedAt: table[at + UPDATED_AT] as number,
      memory: this.memoryOf(at),
      from: this.fromOf(at),
      to: this.toOf(at),
    };
  }

  /** The memory that has the JSON of an item that was found, from {@link fromOf} up to, and without, {@link toOf}. */
  memoryOf(at: number): Buffer {
    return (this.regions[this.table[at + REGION] as number] as Region).memory;
  }

  fromOf(at: number): number {
    return this.table[at + FROM] as number;
  }

  toOf(at: number): number {
    return this.table[at + TO] as number;
  }

  /** Adds an item; its JSON is copied, and must not be in the cache already. */
  add(owner: ItemOwner, { id, createdAt, updatedAt, memory, from, to }: KeptItem): void {
    const byteLength = to - from;
    if (byteLength > this.regionBytes) return;
    this.remove(id);
    if (this.isTableFull && this.groups < this.mostGroups) this.growTable();
    const region = this.regionWith(byteLength);
    const begin = region.length;
    memory.copy(region.memory, begin, from, to);
    region.length += byteLength;
    region.ids.push(id);
    region.froms.push(begin);
    this.count++;
    this.table.set(
      [id, createdAt, updatedAt, begin, region.length, owner, this.current, 0],
      this.freeSlotFor(id),
    );
  }

  /** Removes an item, and its JSON from memory. */
  remove(printId: number): void {
    const at = this.slotOf(printId);
    if (at < 0) return;
    this.memoryOf(at).fill(0, this.fromOf(at), this.toOf(at));
    this.empty(at);
  }

  private get groups(): number {
    return this.table.length / GROUP_NUMBERS;
  }

  private get isTableFull(): boolean {
    return this.count >= this.groups * GROUP_SLOTS * MOST_FULL;
  }

  /** Moves all slots to a table twice as large, or makes the first one. */
  private growTable(): void {
    const old = this.table;
    const groups = Math.max(LEAST_GROUPS, this.groups * 2);
    this.table = new Float64Array(groups * GROUP_NUMBERS);
    this.shift = Math.clz32(groups - 1);
    for (let at = 0; at < old.length; at += SLOT_NUMBERS) {
      const id = old[at] as number;
      if (id !== EMPTY) this.table.set(old.subarray(at, at + SLOT_NUMBERS), this.freeSlotFor(id));
    }
    releaseMemory(old);
  }

  /** Where the probing for an item begins. */
  private homeOf(printId: number): number {
    const high = Math.imul(Math.floor(printId / 2 ** 32), 0x85eb_ca6b);
    const group = Math.imul((printId >>> GROUP_BITS) ^ high, 0x9e37_79b1) >>> this.shift;
    return ((group << GROUP_BITS) | (printId & (GROUP_SLOTS - 1))) * SLOT_NUMBERS;
  }

  private next(at: number): number {
    const next = at + SLOT_NUMBERS;
    return next === this.table.length ? 0 : next;
  }

  private slotOf(printId: number): number {
    const { table } = this;
    if (table.length === 0) return -1;
    for (let at = this.homeOf(printId); table[at] !== EMPTY; at = this.next(at)) {
      if (table[at] === printId) return at;
    }
    return -1;
  }

  private freeSlotFor(printId: number): number {
    let at = this.homeOf(printId);
    while (this.table[at] !== EMPTY) at = this.next(at);
    return at;
  }

  /** Empties a slot, and moves those behind it that were pushed on by it back, so that none is behind a gap. */
  private empty(from: number): void {
    const { table } = this;
    let gap = from;
    for (let at = this.next(gap); table[at] !== EMPTY; at = this.next(at)) {
      const home = this.homeOf(table[at] as number);
      const isBetween = gap < at ? home > gap && home <= at : home > gap || home <= at;
      if (isBetween) continue;
      table.copyWithin(gap, at, at + SLOT_NUMBERS);
      gap = at;
    }
    table[gap] = EMPTY;
    this.count--;
  }

  /** A region with so much room, where there is room in the table too. */
  private regionWith(byteLength: number): Region {
    for (;;) {
      const region = this.regions[this.current];
      if (!this.isTableFull && region !== undefined && region.length + byteLength <= this.regionBytes)
        return region;
      this.current = (this.current + 1) % REGIONS;
      const next = this.regions[this.current];
      // Ends at the latest in the second round, in which nothing is used any more.
      if (next !== undefined) this.free(next);
      else {
        const memory = Buffer.allocUnsafeSlow(this.regionBytes);
        this.regions.push({ memory, length: 0, ids: [], froms: [] });
      }
    }
  }

  /** Moves what was used to the beginning of a region and forgets the rest. */
  private free(region: Region): void {
    const { table } = this;
    const { ids, froms } = region;
    region.length = 0;
    region.ids = [];
    region.froms = [];
    for (const [index, id] of ids.entries()) {
      const at = this.slotOf(id);
      // It was removed, and may have come again since.
      if (at < 0 || table[at + REGION] !== this.current || table[at + FROM] !== froms[index]) continue;
      if (table[at + IS_USED] === 0) {
        this.empty(at);
        continue;
      }
      const begin = region.length;
      region.memory.copyWithin(begin, this.fromOf(at), this.toOf(at));
      region.length += this.toOf(at) - this.fromOf(at);
      table[at + FROM] = begin;
      table[at + TO] = region.length;
      table[at + IS_USED] = 0;
      region.ids.push(id);
      region.froms.push(begin);
    }
  }
}
