import { releaseMemory } from "../platform/huge-bytes.ts";
import { type CachedChunk, ChunkQueues } from "./chunk-queues.ts";
import { LARGE_CHUNK_BYTES, LARGE_CHUNKS_SHARE } from "./segment-limits.ts";

/**
 * Keeps chunks in memory within a budget of bytes. Large ones have a share of their own: most of what it takes to read a
 * small chunk again is to find it, so that in the memory of one block of text a dozen small ones spare far more.
 */
export class ChunkCache {
  private readonly small: ChunkQueues;
  private readonly large: ChunkQueues;

  /** Dropped while they may still have been in use, and when, in the order of the uses that began. */
  private readonly dropped: { readonly content: Uint8Array; readonly at: number }[] = [];
  /** Uses that have not ended, in the order in which they began. */
  private readonly uses = new Set<number>();
  private lastUse = 0;

  /** @param budget bytes; 0 keeps nothing */
  constructor(budget: number) {
    const free = (chunk: CachedChunk) => this.free(chunk);
    this.small = new ChunkQueues(budget * (1 - LARGE_CHUNKS_SHARE), free);
    this.large = new ChunkQueues(budget * LARGE_CHUNKS_SHARE, free);
  }

  /** Bytes held now. */
  get byteLength(): number {
    return this.small.byteLength + this.large.byteLength;
  }

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
    this.small.keepOnly(isKept);
    this.large.keepOnly(isKept);
  }

  private use(chunkId: number): CachedChunk | undefined {
    return this.small.use(chunkId) ?? this.large.use(chunkId);
  }

  private insert(chunkId: number, entry: CachedChunk): void {
    const isLarge = entry.content.byteLength >= LARGE_CHUNK_BYTES;
    (isLarge ? this.large : this.small).insert(chunkId, entry);
  }

  private free({ content, isDisposable }: CachedChunk): void {
    if (isDisposable) releaseMemory(content);
    // Outside of any use nobody says when views of it are gone; the collector knows.
    else if (this.uses.size > 0) this.dropped.push({ content, at: this.lastUse });
  }
}
