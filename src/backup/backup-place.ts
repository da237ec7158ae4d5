import { TillrollError } from "../domain/errors.ts";
import { FolderPlace } from "./folder-place.ts";
import { S3Place, type S3Access } from "./s3-place.ts";

/** A file in a place. Its path has "/" between folders and its name, everywhere. */
export interface PlacedFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Where backups are: a folder, such as on another disk or a network's, or a bucket. A file is there whole or not at all, and
 * is durable when it was written. All methods throw what the system, or the other end, says.
 */
export interface BackupPlace {
  /** What people call it; nothing secret is in it. */
  readonly address: string;
  /** The folder, where it is one of this machine. */
  readonly folder: string | null;
  /**
   * All files under a folder of the place; all of the place for an empty name. In the order of their paths.
   * @param beginning of the names in that folder which are looked at: others may be anybody's, and not ours to read
   */
  list(folder: string, beginning?: string): Promise<PlacedFile[]>;
  /** As {@link list}, some at a time, in any order: for folders of which nobody knows how much they have. */
  pages(folder: string, beginning?: string): AsyncIterable<readonly PlacedFile[]>;
  /** Whether a file is there. */
  has(path: string): Promise<boolean>;
  /** The bytes of a file, or of its beginning. @param bytes how many at the most; without it, all */
  read(path: string, bytes?: number): Promise<Uint8Array<ArrayBuffer>>;
  /** A large file, piece by piece. */
  stream(path: string): AsyncIterable<Uint8Array>;
  /** Writes a small file, in the place of one that is there. */
  write(path: string, content: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void>;
  /**
   * Where a large file for this place is to be made on this machine: in the place itself where that is a folder.
   * @param scratch a folder that may be used where it is not
   */
  draftOf(path: string, scratch: string): string;
  /** Brings a file that was made at {@link draftOf} into the place, and removes the draft. It must be durable already. */
  bring(path: string, draft: string, options?: BringOptions): Promise<void>;
  /** Removes files, in this order; one that is not there is no error. */
  remove(paths: readonly string[]): Promise<void>;
  /** Removes what attempts that broke off have left in folders of the place. @param isOurs asked of the name of each in it */
  tidy(isOurs: (folder: string) => boolean): Promise<void>;
}

export interface BringOptions {
  readonly signal?: AbortSignal;
  /** Told how many bytes have gone. */
  readonly onBytes?: (bytes: number) => void;
}

/** The beginning of the address of a bucket. */
const S3_SCHEME = "s3://";

/**
 * The place at an address: the path of a folder, or `s3://bucket/prefix`.
 * @param access how a bucket is reached
 * @throws TillrollError BAD_REQUEST when the address names no bucket
 */
export function backupPlace(address: string, access: S3Access): BackupPlace {
  if (!isBucket(address)) return new FolderPlace(address);
  const [bucket = "", ...prefix] = address.slice(S3_SCHEME.length).split("/");
  if (bucket === "")
    throw new TillrollError("BAD_REQUEST", `${address} names no bucket; write s3://bucket/prefix.`);
  return new S3Place(bucket, prefix.filter((part) => part !== "").join("/"), access);
}

export function isBucket(address: string): boolean {
  return address.startsWith(S3_SCHEME);
}
