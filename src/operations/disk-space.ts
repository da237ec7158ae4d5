import { statfsSync } from "node:fs";

/** How often the disk is looked at, milliseconds. */
const INTERVAL_MILLISECONDS = 5000;

/** Watches the free space under a folder. */
export class DiskSpace {
  private readonly timer: Timer;
  private free = Number.POSITIVE_INFINITY;

  constructor(
    private readonly folder: string,
    private readonly minimumBytes: number,
  ) {
    this.look();
    this.timer = setInterval(() => this.look(), INTERVAL_MILLISECONDS);
    this.timer.unref();
  }

  /** Free bytes at the last look; infinite where the platform does not say. */
  get freeBytes(): number {
    return this.free;
  }

  /** Whether too little is left to take another print. */
  get isLow(): boolean {
    return this.free < this.minimumBytes;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    try {
      const { bavail, bsize } = statfsSync(this.folder);
      this.free = bavail * bsize;
    } catch {
      this.free = Number.POSITIVE_INFINITY;
    }
  }
}
