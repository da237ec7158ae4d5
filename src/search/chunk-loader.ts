import { chunkChecksum, PARTS_PER_SEGMENT } from "../storage/index-writer.ts";
import type { ChunkCache } from "./chunk-cache.ts";
import { alignedPart } from "./format/part-reader.ts";
import type { IndexConnection } from "./index-connection.ts";
import type { SegmentRow } from "./segment/segment-row.ts";
import { LineIndexReader } from "./text/line-index-reader.ts";

/** A chunk of the index is missing or not what was written: the segment must be built anew. */
export class DamagedSegment extends Error {
  constructor(
    readonly segmentId: number,
    reason: string,
  ) {
    super(`segment ${segmentId} of the search index is damaged: ${reason}`);
  }
}

/** What is read of a segment; `null` where it is damaged. */
export function unlessDamaged<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedSegment) return null;
    throw error;
  }
}

/** Loads parts of segments through the cache, checking each as it comes from the database. */
export class ChunkLoader {
  /** The connection whose snapshot is read now. */
  connection: IndexConnection | null = null;

  private damaged: number | null = null;

  constructor(private readonly cache: ChunkCache) {}

  /** What is read of something that answers can do without; `null` where it is damaged, which is remembered. */
  attempt<Result>(read: () => Result): Result | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      this.damaged = error.segmentId;
      return null;
    }
  }

  /** The id of what an {@link attempt} found damaged since the last call; `null` for nothing. */
  takeDamaged(): number | null {
    const { damaged } = this;
    this.damaged = null;
    return damaged;
  }

  /** A part of a segment; its bytes must not be changed. @throws DamagedSegment */
  load(segmentId: number, part: number): Uint8Array {
    const chunkId = segmentId * PARTS_PER_SEGMENT + part;
    const cached = this.cache.keep(chunkId);
    if (cached !== null) return cached;
    const content = this.read(segmentId, part);
    this.cache.add(chunkId, content);
    return content;
  }

  /**
   * Shows a part for a moment. What is not kept, or no longer, is freed at once: a search through a long column would
   * else leave its garbage until the collector comes, which is many times the budget.
   * @throws DamagedSegment
   */
  scan(segmentId: number, part: number, visit: (bytes: Uint8Array) => void): void {
    const chunkId = segmentId * PARTS_PER_SEGMENT + part;
    const cached = this.cache.get(chunkId);
    if (cached !== null) return visit(cached);
    const content = this.read(segmentId, part);
    visit(content);
    this.cache.addDisposable(chunkId, content);
  }

  /** The same for parts that are used once and kept in another form. */
  read(segmentId: number, part: number): Uint8Array {
    const row = this.connection?.chunk(segmentId, part) ?? null;
    if (row === null) throw new DamagedSegment(segmentId, `part ${part} is missing`);
    if (chunkChecksum(segmentId * PARTS_PER_SEGMENT + part, row.content) !== row.checksum) {
      throw new DamagedSegment(segmentId, `the checksum of part ${part} is wrong`);
    }
    return alignedPart(row.content);
  }
}

/** Opens a segment of lines. @throws DamagedSegment, also when its row is of another number of prints */
export function openLines(loader: ChunkLoader, { id, printCount }: SegmentRow): LineIndexReader {
  const reader = new LineIndexReader(
    (part) => loader.load(id, part),
    (part, visit) => loader.scan(id, part, visit),
  );
  if (reader.prints !== printCount) throw new DamagedSegment(id, "its row is of another number of prints");
  return reader;
}
