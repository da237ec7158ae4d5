import { closeSync, openSync, readFileSync, readSync, renameSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../platform/durable-files.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { PageHashes } from "./page-hashes.ts";
import { sha256Of } from "./segment-file.ts";

/*
 * What a service remembers of its backups, in its data folder: which place it uses, which segment was its last, and the
 * hashes of the pages as that segment left them, so that after a start only what has changed goes out. Without it, or when
 * it is not whole, the next backup is a snapshot.
 */

const STATE_FILE = "tillroll.backup";

const LINE_FEED = 10;
const LONGEST_LINE_BYTES = 4096;

/** The end of a chain: a snapshot with its segments. */
export interface ChainHead {
  readonly snapshot: string;
  /** Of the last segment; 0 when there is none. */
  readonly sequence: number;
  /** The path of the last segment; of the database, when there is none. */
  readonly path: string;
  /** What the next segment names: of the last one, or of the database. */
  readonly sha256: string;
}

export interface BackupState {
  /** A random name for the service whose data folder this is. */
  readonly service: string;
  /** The address of the place; `null` when none was used yet. */
  readonly place: string | null;
  readonly head: ChainHead | null;
}

interface StoredState extends BackupState {
  /** Of the hashes that follow. */
  readonly hashesSha256: string;
}

/** What is remembered in a data folder, and the hashes that go with its head; a new service's, where nothing is. */
export function readState(folder: string): {
  readonly state: BackupState;
  readonly hashes: PageHashes | null;
} {
  const unknown: BackupState = { service: Bun.randomUUIDv7(), place: null, head: null };
  try {
    const bytes = readFileSync(join(folder, STATE_FILE));
    const end = bytes.indexOf(LINE_FEED);
    const { hashesSha256, ...state } = JSON.parse(bytes.subarray(0, end).toString()) as StoredState;
    const hashes = bytes.subarray(end + 1);
    if (sha256Of(hashes) === hashesSha256) return { state, hashes: PageHashes.of(hashes) };
    return { state: { ...state, head: null }, hashes: null };
  } catch {
    return { state: unknown, hashes: null };
  }
}

/** What is remembered in a data folder, without the hashes, which may be many; `null` where no backup was ever made. */
export function knownState(folder: string): BackupState | null {
  try {
    const file = openSync(join(folder, STATE_FILE), "r");
    try {
      const line = Buffer.alloc(LONGEST_LINE_BYTES);
      const text = line.toString("utf8", 0, readSync(file, line)).split("\n")[0] ?? "";
      return JSON.parse(text) as StoredState;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** The name of the service whose data folder it is, as its backups have it; `null` where it never made any. */
export function serviceOf(folder: string): string | null {
  return knownState(folder)?.service ?? null;
}

/** Remembers the state: all of it or what was there before. @throws what the system says */
export async function writeState(
  folder: string,
  state: BackupState,
  hashes: PageHashes | null,
): Promise<void> {
  const path = join(folder, STATE_FILE);
  const unfinished = `${path}.unfinished`;
  const content = hashes?.bytes() ?? new Uint8Array();
  const stored: StoredState = { ...state, hashesSha256: sha256Of(content) };
  {
    await using file = await open(unfinished, "w", PRIVATE_FILE_MODE);
    await file.writeFile(`${JSON.stringify(stored)}\n`);
    await file.writeFile(content);
    await file.sync();
  }
  renameSync(unfinished, path);
  syncFolder(dirname(path));
}
