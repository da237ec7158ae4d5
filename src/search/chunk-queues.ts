/** The part of the budget that chunks read only once may always have. */
const PROBATION_SHARE = 1 / 4;

/** A chunk in memory. */
export interface CachedChunk {
  readonly content: Uint8Array;
  /** Used since it came, or since it was last spared. */
  isUsed: boolean;
  /** Nobody has a view of it: its memory is freed when it is dropped. */
  isDisposable: boolean;
}

/**
 * Chunks within a budget of bytes, in two queues (as in 2Q, Johnson and Shasha, 1994): a chunk that is not used again while
 * it is on probation goes first, so that a search through a whole column of ten million prints does not push out what every
 * search needs. Of the others those go that were not used for longest, roughly: one that was used gets a second chance,
 * which costs a use no more than a mark.
 */
export class ChunkQueues {
  private readonly entries = new Map<number, CachedChunk>();
  private readonly probation = new Map<number, CachedChunk>();
  private probationBytes = 0;
  /** Bytes held now. */
  byteLength = 0;

  /** @param budget bytes; 0 keeps nothing @param onDropped told what is held no longer, or never was */
  constructor(
    private readonly budget: number,
    private readonly onDropped: (chunk: CachedChunk) => void,
  ) {}

  /** A chunk, which counts as a use of it. */
  use(chunkId: number): CachedChunk | undefined {
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

  /** Adds a chunk that is not there yet. */
  insert(chunkId: number, entry: CachedChunk): void {
    if (entry.content.byteLength > this.budget * PROBATION_SHARE) return this.onDropped(entry);
    this.probation.set(chunkId, entry);
    this.probationBytes += entry.content.byteLength;
    this.byteLength += entry.content.byteLength;
    while (this.byteLength > this.budget) this.dropOne();
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

  private dropOne(): void {
    if (this.probationBytes > this.budget * PROBATION_SHARE || this.entries.size === 0) {
      const [oldest] = this.probation;
      if (oldest === undefined) return;
      this.probationBytes -= oldest[1].content.byteLength;
      return this.drop(this.probation, ...oldest);
    }
    for (const [chunkId, entry] of this.entries) {
      if (!entry.isUsed) return this.drop(this.entries, chunkId, entry);
      // To the end: a Map keeps the order in which its entries came, and goes on to those that come meanwhile.
      entry.isUsed = false;
      this.entries.delete(chunkId);
      this.entries.set(chunkId, entry);
    }
  }

  private drop(queue: Map<number, CachedChunk>, chunkId: number, entry: CachedChunk): void {
    queue.delete(chunkId);
    this.byteLength -= entry.content.byteLength;
    this.onDropped(entry);
  }
}
