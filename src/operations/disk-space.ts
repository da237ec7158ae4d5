import { RESERVE_BYTES, STORAGE_LIMITS } from "../domain/storage-limits.ts";
import type { TillrollError } from "../domain/errors.ts";
import { diskLow } from "../storage/storage-error.ts";
import { freeBytesUnder } from "../storage/disk-room.ts";
import { hasReserve, makeReserve } from "../storage/reserve.ts";

/** How often the disk is looked at, milliseconds. */
const INTERVAL_MILLISECONDS = 5000;

/** What a print takes on the disk: its bytes in the log and in the database, and the pages around them. */
const COPIES = 2;
const SURROUNDING_BYTES = 16_384;

/** Watches the free space under a folder, less what is written between two looks: no burst uses up what is to stay free. */
export class DiskSpace {
  private readonly timer: Timer;
  /** Free bytes at the last look; infinite where the platform does not say. */
  freeBytes = Number.POSITIVE_INFINITY;
  private lookedAt = Number.NEGATIVE_INFINITY;
  /** Of prints that were stored since the last look. */
  private writtenBytes = 0;
  /** Of prints that are being stored. */
  private underWayBytes = 0;
  private isReserveKept = false;
  private isReserveUnderWay = false;

  constructor(
    private readonly folder: string,
    private readonly minimumBytes: number,
  ) {
    this.look();
    this.timer = setInterval(() => this.look(), INTERVAL_MILLISECONDS);
    this.timer.unref();
  }

  /** Why no other print is taken, as a client gets it; `null` where there is room. */
  get shortage(): TillrollError | null {
    if (!this.isLow) return null;
    // What is under way counts only where it is what lacks: as told, the number stands still.
    const free = this.freeBytes < this.minimumBytes ? this.freeBytes : Math.max(0, this.left);
    return diskLow(free, this.minimumBytes);
  }

  /** Reckons with a print that is about to be stored. @returns to be called when it was, or was refused */
  expect(bytes: number): () => void {
    const expected = COPIES * bytes + SURROUNDING_BYTES;
    this.underWayBytes += expected;
    return () => {
      this.underWayBytes -= expected;
      this.writtenBytes += expected;
    };
  }

  /** From now on some space is kept for a full disk; see `storage/reserve.ts`. */
  keepReserve(): void {
    this.isReserveKept = true;
    void this.fillReserve();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Whether too little is left to take another print. */
  private get isLow(): boolean {
    const isOld = performance.now() - this.lookedAt > STORAGE_LIMITS.diskLookMilliseconds;
    if (isOld && this.left < this.minimumBytes) this.look();
    return this.left < this.minimumBytes;
  }

  private get left(): number {
    return this.freeBytes - this.writtenBytes - this.underWayBytes;
  }

  private look(): void {
    this.lookedAt = performance.now();
    this.writtenBytes = 0;
    this.freeBytes = freeBytesUnder(this.folder);
    if (this.isReserveKept) void this.fillReserve();
  }

  private async fillReserve(): Promise<void> {
    if (this.isReserveUnderWay || this.left < this.minimumBytes + RESERVE_BYTES || hasReserve(this.folder))
      return;
    this.isReserveUnderWay = true;
    try {
      await makeReserve(this.folder);
    } catch {
      // Another time: the service works without.
    } finally {
      this.isReserveUnderWay = false;
    }
  }
}
