import { formatInstant } from "../domain/instant.ts";
import {
  BACKUP_FORMAT,
  DATABASE_FILE,
  MANIFEST_FILE,
  readManifest,
  segmentPath,
  segmentSequence,
  type SegmentManifest,
} from "./backup-layout.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import type { BackupPlace } from "./backup-place.ts";
import type { ChainHead } from "./backup-state.ts";
import type { LiveDatabase } from "./live-database.ts";
import { Pace } from "./pace.ts";
import type { PageHashes } from "./page-hashes.ts";
import { type ChangeFeed, type Collected, PageTracker } from "./page-tracker.ts";
import { PageBuffer, pagesOf, readSegment, sha256Of, writeSegment } from "./segment-file.ts";

export interface ChainOptions {
  readonly live: LiveDatabase;
  readonly feed: ChangeFeed;
  readonly place: BackupPlace;
  readonly service: string;
  readonly clock: () => number;
  readonly bytesPerSecond: number;
}

/** What went out. */
export interface SentSegments {
  /** What was acknowledged before is in the place; epoch milliseconds. */
  readonly takenAt: number;
  readonly segments: number;
  readonly bytes: number;
}

/** A snapshot with its segments, which goes on with what changes in the database. */
export class Chain {
  private readonly buffer: PageBuffer;
  /** A segment that may have come to the place though writing it has failed; the next one has its number. */
  private orphan: string | null = null;

  /** @param tracker added to the feed already */
  constructor(
    private readonly options: ChainOptions,
    public head: ChainHead,
    readonly tracker: PageTracker,
  ) {
    const { pageBytes } = options.live;
    this.buffer = new PageBuffer(pageBytes, Math.floor(BACKUP_LIMITS.segmentBytes / pageBytes));
  }

  /**
   * Goes on after a start, with what was remembered; segments that had gone out after that are read.
   * @returns `null` when the place does not have what was remembered
   * @throws what the place throws
   */
  static async resume(options: ChainOptions, head: ChainHead, hashes: PageHashes): Promise<Chain | null> {
    const { place } = options;
    if (!(await hasHead(place, head))) return null;
    let last = head;
    for (const { path } of await place.list(`${head.snapshot}/segments`)) {
      const sequence = segmentSequence(path);
      if (sequence === null || sequence <= head.sequence) continue;
      const content = await place.read(path);
      const read = await readSegment(content).catch(() => null);
      if (read === null) return null;
      const { manifest, body, sha256 } = read;
      if (manifest.previous !== last.sha256 || sequence !== last.sequence + 1) return null;
      for (const { number, page } of pagesOf(body, manifest.pageBytes)) hashes.set(number, page);
      if (manifest.isConsistent) hashes.truncate(manifest.databasePages);
      last = { snapshot: head.snapshot, sequence, path, sha256 };
    }
    // What changed while no service ran, or while it started, nobody has noted.
    const tracker = new PageTracker(hashes, false);
    options.feed.add(tracker);
    return new Chain(options, last, tracker);
  }

  /** Whether the place still has the end of it. @throws what the place throws */
  isInPlace(): Promise<boolean> {
    return this.options.place.has(this.head.path);
  }

  /** Sends what has changed. @throws what the place throws, and what ends it: the next time goes on from what is there */
  async send(signal: AbortSignal): Promise<SentSegments> {
    const { feed, clock, live, bytesPerSecond } = this.options;
    for (let [segments, bytes] = [0, 0]; ;) {
      signal.throwIfAborted();
      if (!this.tracker.isComplete) await feed.compareAll(this.tracker, new Pace(bytesPerSecond, signal));
      this.buffer.clear();
      const collected = feed.collect(this.tracker, this.buffer, clock);
      if (this.buffer.pages > 0 || collected.databasePages < this.tracker.hashes.pages) {
        bytes += await this.write(collected);
        segments++;
      }
      this.tracker.confirm(pagesOf(this.buffer.body(), live.pageBytes), collected);
      if (collected.isConsistent) return { takenAt: collected.takenAt, segments, bytes };
    }
  }

  private async write(collected: Collected): Promise<number> {
    const { place, service, live } = this.options;
    const { snapshot, sequence, sha256: previous } = this.head;
    const body = this.buffer.body();
    try {
      if (this.orphan !== null) await place.remove([this.orphan]);
      const facts: Omit<SegmentManifest, "bytes" | "sha256"> = {
        format: BACKUP_FORMAT,
        kind: "segment",
        service,
        sequence: sequence + 1,
        previous,
        takenAt: formatInstant(collected.takenAt),
        isConsistent: collected.isConsistent,
        ...collected.facts,
        pageBytes: live.pageBytes,
        databasePages: collected.databasePages,
        checksum: collected.isConsistent ? this.checksumAfter(collected) : null,
        pages: this.buffer.pages,
      };
      const { content, sha256 } = await writeSegment(facts, body);
      const path = segmentPath(snapshot, sequence + 1, collected.takenAt);
      this.orphan = path;
      await place.write(path, content);
      if (sha256Of(await place.read(path)) !== sha256)
        throw new Error(`${place.address} gave back something else than what was written to it`);
      this.orphan = null;
      this.head = { snapshot, sequence: sequence + 1, path, sha256 };
      return content.byteLength;
    } catch (error) {
      this.tracker.giveBack(pagesOf(body, live.pageBytes));
      throw error;
    }
  }

  private checksumAfter({ databasePages }: Collected): string {
    return this.tracker.hashes.checksumWith(
      pagesOf(this.buffer.body(), this.options.live.pageBytes),
      databasePages,
    );
  }
}

/** Whether the place has what the head says. */
async function hasHead(place: BackupPlace, head: ChainHead): Promise<boolean> {
  const manifestPath = `${head.snapshot}/${MANIFEST_FILE}`;
  if (!(await place.has(manifestPath))) return false;
  const manifest = readManifest(new TextDecoder().decode(await place.read(manifestPath)), "snapshot");
  if (head.sequence === 0)
    return manifest.files.some(({ name, sha256 }) => name === DATABASE_FILE && sha256 === head.sha256);
  return (await place.has(head.path)) && sha256Of(await place.read(head.path)) === head.sha256;
}
