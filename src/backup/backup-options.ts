import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { TillrollError } from "../domain/errors.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import { isBucket } from "./backup-place.ts";
import type { S3Access } from "./s3-place.ts";

/** What the owner wants of backups. */
export interface BackupOptions {
  /** Where the regular ones go, a folder or `s3://bucket/prefix`; `null` for none. */
  readonly to: string | null;
  /** When snapshots are taken, a local time of day such as `03:00`. */
  readonly at: string;
  /** How often what is new goes out, from the end of one time to the begin of the next. */
  readonly everyMilliseconds: number;
  /** How many snapshots are kept, each with what changed until the next. */
  readonly keep: number;
  /** How old they may be, seconds; `null` for any age. */
  readonly maxAgeSeconds: number | null;
  readonly access: S3Access;
  /** How fast the database is read for them; 0 for no limit. */
  readonly bytesPerSecond: number;
}

/** Where the owner says nothing: backups are made when somebody asks for one, and says where to. */
export const NO_BACKUPS: BackupOptions = {
  to: null,
  at: "03:00",
  everyMilliseconds: BACKUP_LIMITS.segmentMilliseconds,
  keep: 1,
  maxAgeSeconds: null,
  access: { endpoint: null, region: null, keyId: null, secret: null },
  bytesPerSecond: BACKUP_LIMITS.bytesPerSecond,
};

/**
 * Makes sure that a place for backups is none in the data folder, with which it would be lost, or around it.
 * @param what goes there
 * @throws TillrollError BAD_REQUEST
 */
export function requireOutside(dataFolder: string, place: string, what = "Backups"): void {
  if (isBucket(place)) return;
  const [data, backups] = [realPath(dataFolder), realPath(place)];
  if (!`${backups}${sep}`.startsWith(`${data}${sep}`)) return;
  throw new TillrollError(
    "BAD_REQUEST",
    `${what} cannot be in the data folder ${dataFolder}: they would be lost with it. Choose a folder on another disk.`,
  );
}

/** Whether a folder is on the same disk as the data: what takes the one takes the other. */
export function isOnSameDisk(dataFolder: string, place: string): boolean {
  if (isBucket(place)) return false;
  try {
    return statSync(present(dataFolder)).dev === statSync(present(place)).dev;
  } catch {
    return false;
  }
}

/** A path with its links followed, as far as it is there. */
function realPath(path: string): string {
  const whole = resolve(path);
  const there = present(whole);
  try {
    return realpathSync(there) + whole.slice(there.length);
  } catch {
    return whole;
  }
}

/** The path itself, or the nearest folder around it that is there. */
function present(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) || dirname(whole) === whole ? whole : present(dirname(whole));
}
