import type { PageItem } from "./page.ts";

/** Bytes that an item takes beside its JSON, roughly. */
const ITEM_BYTES = 150;

/** One for each, or two where some character is beyond Latin-1, as few are. */
const BYTES_PER_CHARACTER = 1.2;

interface Entry {
  readonly owner: object;
  readonly item: PageItem;
  isUsed: boolean;
}

/**
 * Keeps items of pages that were shown, as the JSON they were written as. People look at the same pages again, a
 * dashboard every few seconds, and a print read from its table costs a read of a page of the file; nearly all the time
 * of a search whose matches are scattered goes there. Of those not used since they came or were last spared, the oldest
 * goes first.
 */
export class ItemCache {
  private readonly entries = new Map<number, Entry>();
  private bytes = 0;

  /** @param budget bytes */
  constructor(private readonly budget: number) {}

  /** Bytes held now, roughly. */
  get byteLength(): number {
    return this.bytes;
  }

  /** An item by print id, when it was added by the same owner, who has removed whatever was changed since. */
  get(owner: object, printId: number): PageItem | null {
    const entry = this.entries.get(printId);
    if (entry === undefined || entry.owner !== owner) return null;
    entry.isUsed = true;
    return entry.item;
  }

  add(owner: object, item: PageItem): void {
    this.remove(item.id);
    this.entries.set(item.id, { owner, item, isUsed: false });
    this.bytes += weightOf(item);
    while (this.bytes > this.budget) this.dropOne();
  }

  remove(printId: number): void {
    const entry = this.entries.get(printId);
    if (entry === undefined) return;
    this.entries.delete(printId);
    this.bytes -= weightOf(entry.item);
  }

  private dropOne(): void {
    for (const [printId, entry] of this.entries) {
      if (!entry.isUsed) {
        this.remove(printId);
        return;
      }
      entry.isUsed = false;
      this.entries.delete(printId);
      this.entries.set(printId, entry);
    }
  }
}

function weightOf({ json }: PageItem): number {
  return ITEM_BYTES + json.length * BYTES_PER_CHARACTER;
}
