import { compareBytes } from "../format/value-block.ts";
import { firstIndex } from "../sets/bisect.ts";

/** A value, and on how many prints it is. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** A value in UTF-8, and how often it was counted. */
export interface CountedBytes {
  readonly bytes: Uint8Array;
  count: number;
}

/** The most frequent first, equally frequent ones by their bytes, which is by code points, as SQLite has it. */
export function byCount(left: CountedBytes, right: CountedBytes): number {
  return right.count - left.count || byBytes(left, right);
}

export function byBytes(left: CountedBytes, right: CountedBytes): number {
  return compareBytes(left.bytes, 0, left.bytes.length, right.bytes);
}

/** The first of all that are added, in an order: at most so many. */
export class FirstOf<Item> {
  /** Sorted. */
  readonly items: Item[] = [];

  constructor(
    private readonly limit: number,
    private readonly compare: (left: Item, right: Item) => number,
  ) {}

  /** The last one, behind which there is no room any more; `null` while there is. */
  get last(): Item | null {
    return this.items[this.limit - 1] ?? null;
  }

  /** Adds an item. @returns the last one of them all where there is no room for it any more; else `null` */
  add(item: Item): Item | null {
    const { items, limit, compare, last } = this;
    if (last !== null && compare(item, last) >= 0) return item;
    const place = firstIndex(items.length, (index) => compare(items[index] as Item, item) > 0);
    items.splice(place, 0, item);
    return items.length > limit ? (items.pop() ?? null) : null;
  }
}
