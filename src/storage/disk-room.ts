import { statfsSync } from "node:fs";
import { MEBIBYTE } from "../domain/limits.ts";
import { TillrollError } from "../domain/errors.ts";

/** What stays free beside a database that is put on a disk, for its log and the next start. */
const SPARE_BYTES = 64 * MEBIBYTE;

/** Free space on the disk of a folder, bytes; infinite where the system does not say. */
export function freeBytesUnder(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** What is to be put on a disk. */
export interface WantedRoom {
  /** One that exists. */
  readonly folder: string;
  readonly bytes: number;
  /** What else is to stay free, bytes. */
  readonly spareBytes?: number;
  /** Says that there is no room, and what to do. Both are in MiB. */
  readonly refusal: (needed: number, free: number) => string;
}

/** @throws TillrollError STORAGE_UNAVAILABLE when a disk has no room for something */
export function requireRoom({ folder, bytes, spareBytes = SPARE_BYTES, refusal }: WantedRoom): void {
  const needed = bytes + spareBytes;
  const free = freeBytesUnder(folder);
  if (free >= needed) return;
  const message = refusal(Math.ceil(needed / MEBIBYTE), Math.floor(free / MEBIBYTE));
  throw new TillrollError("STORAGE_UNAVAILABLE", message, { reason: "DISK_FULL" });
}
