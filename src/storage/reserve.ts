import { rmSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { MEBIBYTE } from "../domain/limits.ts";
import { RESERVE_BYTES } from "../domain/storage-limits.ts";
import { PRIVATE_FILE_MODE } from "./database-file.ts";
import { storageReason } from "./storage-error.ts";

/*
 * On a full disk SQLite can do nothing, not even delete. A file that takes some space is given up then, so that the owner can
 * sign in, delete and stop; it is made anew when there is space again.
 */

/** The file that keeps the space. */
function reservePath(folder: string): string {
  return join(folder, "tillroll.reserve");
}

/** Whether the whole of it is there. */
export function hasReserve(folder: string): boolean {
  return statSync(reservePath(folder), { throwIfNoEntry: false })?.size === RESERVE_BYTES;
}

/** Gives the space free. @returns whether there was any to give */
export function giveUpReserve(folder: string): boolean {
  try {
    rmSync(reservePath(folder));
    return true;
  } catch {
    return false;
  }
}

/** Runs what writes a little for the owner; on a full disk once more, with the reserve given up. @throws what it throws */
export function withReserve<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (storageReason(error) !== "DISK_FULL" || !giveUpReserve(folder)) throw error;
    return work();
  }
}

/**
 * Takes the space, a piece at a time and off this thread; what is there of an attempt that broke off is taken too.
 * @throws what the system says; nothing is left behind then
 */
export async function makeReserve(folder: string): Promise<void> {
  const path = reservePath(folder);
  try {
    await using file = await open(path, "w", PRIVATE_FILE_MODE);
    // Some file systems compress, and zeros would take nothing.
    const piece = new Uint8Array(MEBIBYTE);
    for (let offset = 0; offset < piece.byteLength; offset += 65_536)
      crypto.getRandomValues(piece.subarray(offset, offset + 65_536));
    for (let written = 0; written < RESERVE_BYTES; written += piece.byteLength) await file.write(piece);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
