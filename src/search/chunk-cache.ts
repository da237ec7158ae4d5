import { releaseMemory } from "../platform/huge-bytes.ts";

/** The part of the budget that chunks read only once may always have. */
const PROBATION_SHARE = 1 / 4;

interface Entry {
  readonly content: Uint8Array;
  /** Used since it came, or since it was last spared. */
  isUsed: boolean;
  /** Nobody has a view of it: its memory is freed when it is dropped. */
  isDisposable: boolean;
}

/**
 * Keeps chunks in memory within a budget of bytes. Two queues (as in 2Q, Johnson and Shasha, 1994): a chunk that is not
 * used again while it is on probation goes first, so that a search through a whole column of ten million prints does not
 * push out what every search needs. Of the others those go that were not used for longest, roughly: one that was used
 * gets a second chance, which costs a use no more than a mark.
 */
export class ChunkCache {
  private readonly entries = new Map<number, Entry>();
  /** Goes round and round over the entries: from the beginning it would pass over all that were dropped there. */
  private hand = this.entries.entries();
  private readonly probation = new Map<number, Entry>();
  private probationBytes = 0;
  /** Bytes held now. */
  byteLength = 0;

  /** Dropped while they may still have been in use, and when, in the order of the uses that began. */
  private readonly dropped: { readonly content: Uint8Array; readonly at: number }[] = [];
  /** Uses that have not ended, in the order in which they began. */
  private readonly uses = new Set<number>();
  private lastUse = 0;

  /** @param budget bytes; 0 keeps nothing */
  constructor(private readonly budget: number) {}

  /**
   * Begins a use, such as a search: what it gets from the cache, and views of it, are right until {@link endUse}. The
   * memory of what is dropped is given back when all uses have ended that may have it. The collector would come for it
   * far too late: it does not count what SQLite gives, and chunks that were kept for a while are old to it.
   */
  beginUse(): number {
    this.uses.add(++this.lastUse);
    return this.lastUse;
  }

  endUse(use: number): void {
    this.uses.delete(use);
    const [oldest = Infinity] = this.uses;
    while ((this.dropped[0]?.at ?? Infinity) < oldest) {
      const entry = this.dropped.shift();
      if (entry !== undefined) releaseMemory(entry.content);
    }
  }

  /** A chunk for a moment: no view of it may be kept, since it may be freed when something else is added. */
  get(chunkId: number): Uint8Array | null {
    return this.use(chunkId)?.content ?? null;
  }

  /** A chunk of which views are kept: it is not freed when it is dropped. */
  keep(chunkId: number): Uint8Array | null {
    const entry = this.use(chunkId);
    if (entry === undefined) return null;
    entry.isDisposable = false;
    return entry.content;
  }

  /** Adds a chunk of which views are kept. */
  add(chunkId: number, content: Uint8Array): void {
    this.insert(chunkId, { content, isUsed: false, isDisposable: false });
  }

  /** Adds a chunk of which nobody has a view; where there is no room, its memory is freed at once. */
  addDisposable(chunkId: number, content: Uint8Array): void {
    this.insert(chunkId, { content, isUsed: false, isDisposable: true });
  }

  /** Drops all other chunks. */
  keepOnly(isKept: (chunkId: number) => boolean): void {
    for (const [chunkId, entry] of this.probation) {
      if (isKept(chunkId)) continue;
      this.probationBytes -= entry.content.byteLength;
      this.drop(this.probation, chunkId, entry);
    }
    for (const [chunkId, entry] of this.entries)
      if (!isKept(chunkId)) this.drop(this.entries, chunkId, entry);
  }

  private use(chunkId: number): Entry | undefined {
    const entry = this.entries.get(chunkId);
    if (entry !== undefined) {
      entry.isUsed = true;
      return entry;
    }
    const tried = this.probation.get(chunkId);
    if (tried === undefined) return undefined;
    this.probation.delete(chunkId);
    this.probationBytes -= tried.content.byteLength;
    this.entries.set(chunkId, tried);
    return tried;
  }

  private insert(chunkId: number, entry: Entry): void {
    if (entry.content.byteLength > this.budget * PROBATION_SHARE) return this.free(entry);
    this.probation.set(chunkId, entry);
    this.probationBytes += entry.content.byteLength;
    this.byteLength += entry.content.byteLength;
    while (this.byteLength > this.budget) this.dropOne();
  }

  private dropOne(): void {
    if (this.probationBytes > this.budget * PROBATION_SHARE || this.entries.size === 0) {
      const [oldest] = this.probation;
      if (oldest === undefined) return;
      this.probationBytes -= oldest[1].content.byteLength;
      return this.drop(this.probation, ...oldest);
    }
    for (;;) {
      const { done, value } = this.hand.next();
      if (done === true) {
        this.hand = this.entries.entries();
        continue;
      }
      const [chunkId, entry] = value;
      if (!entry.isUsed) return this.drop(this.entries, chunkId, entry);
      entry.isUsed = false;
    }
  }

  private drop(queue: Map<number, Entry>, chunkId: number, entry: Entry): void {
    queue.delete(chunkId);
    this.byteLength -= entry.content.byteLength;
    this.free(entry);
  }

  private free({ content, isDisposable }: Entry): void {
    if (isDisposable) releaseMemory(content);
    // Outside of any use nobody says when views of it are gone; the collector knows.
    else if (this.uses.size > 0) this.dropped.push({ content, at: this.lastUse });
  }
}
