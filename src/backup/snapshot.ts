import { existsSync } from "node:fs";
import { mkdir, open, type FileHandle, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { formatInstant } from "../domain/instant.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import type { CheckedDatabase } from "../storage/database-check.ts";
import {
  BACKUP_FORMAT,
  COMPANION_FILES,
  CONFIGURATION_FILE,
  DATABASE_FILE,
  type FileFacts,
  isSnapshotOf,
  MANIFEST_FILE,
  snapshotMoment,
  snapshotName,
  type SnapshotManifest,
} from "./backup-layout.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import type { BackupPlace, BringOptions } from "./backup-place.ts";
import type { LiveDatabase } from "./live-database.ts";
import { Pace } from "./pace.ts";
import { FIRST_PAGE } from "./page-hashes.ts";
import { type ChangeFeed, type Collected, PageTracker, readAll } from "./page-tracker.ts";
import { PageBuffer, pagesOf, sha256Of } from "./segment-file.ts";

export interface SnapshotOptions {
  readonly live: LiveDatabase;
  readonly feed: ChangeFeed;
  readonly place: BackupPlace;
  /** The folder whose database it is. */
  readonly dataFolder: string;
  /** The configuration file that the service was started with; `null` for none. */
  readonly configurationFile: string | null;
  readonly service: string;
  /** The name of the snapshot whose segments go on; `null` for none. */
  readonly current: string | null;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  readonly bytesPerSecond: number;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Where a snapshot for a bucket is made. A folder that the next one empties. */
function scratchFolder(dataFolder: string): string {
  return join(dataFolder, "backup-scratch");
}

/**
 * A snapshot that is being made: copied while the service goes on, then verified by whoever made it, then brought to its
 * place. Nothing waits for it, and no state of the database is held for longer than some pages take to be read.
 */
export class Snapshot {
  /** Follows the database from the first page on that is copied. */
  readonly tracker = new PageTracker();
  /** The copy of the database, while it is not in its place. */
  readonly draft: string;
  private collected: Collected | null = null;
  private sha256 = "";
  private bytes = 0;

  private constructor(
    private readonly options: SnapshotOptions,
    readonly name: string,
  ) {
    this.draft = options.place.draftOf(this.pathOf(DATABASE_FILE), scratchFolder(options.dataFolder));
  }

  /** Copies the database. @throws what the system says, and what it was ended for; nothing is left then */
  static async copy(options: SnapshotOptions): Promise<Snapshot> {
    const scratch = scratchFolder(options.dataFolder);
    await rm(scratch, { recursive: true, force: true });
    if (options.place.folder === null) await mkdir(scratch, { mode: 0o700 });
    const { place, service, current } = options;
    // What kills have left of others, before more room is taken.
    await place.tidy((name) => isSnapshotOf(name, service) && name !== current);
    const snapshot = new Snapshot(options, await freeName(options));
    options.feed.add(snapshot.tracker);
    try {
      await snapshot.copyPages();
      return snapshot;
    } catch (error) {
      await snapshot.abandon();
      throw error;
    }
  }

  /**
   * Brings it to its place.
   * @param checked what verifying the copy has found
   * @returns its manifest
   */
  async publish(checked: CheckedDatabase): Promise<SnapshotManifest> {
    const { place, clock, service, signal, onProgress, live } = this.options;
    const { collected } = this;
    if (collected === null) throw new Error("the copy is not whole");
    const database: FileFacts = { name: DATABASE_FILE, bytes: this.bytes, sha256: this.sha256 };
    const onBytes = (bytes: number) => onProgress({ done: bytes, total: this.bytes });
    const files = [database, ...(await this.copyCompanions())];
    const bringing: BringOptions = { signal, onBytes };
    await place.bring(this.pathOf(DATABASE_FILE), this.draft, bringing);
    const manifest: SnapshotManifest = {
      format: BACKUP_FORMAT,
      kind: "snapshot",
      service,
      takenAt: formatInstant(collected.takenAt),
      verifiedAt: formatInstant(clock()),
      prints: checked.prints,
      printBytes: checked.bytes,
      ...collected.facts,
      pageBytes: live.pageBytes,
      databasePages: collected.databasePages,
      checksum: this.tracker.hashes.checksum,
      files,
    };
    await place.write(this.pathOf(MANIFEST_FILE), encode(manifest), signal);
    return manifest;
  }

  /** Removes what there is of it, and follows the database no longer. Never throws. */
  async abandon(): Promise<void> {
    const { feed, place, dataFolder } = this.options;
    feed.remove(this.tracker);
    try {
      await rm(this.draft, { force: true });
      await rm(scratchFolder(dataFolder), { recursive: true, force: true });
      const files = [MANIFEST_FILE, ...COMPANION_FILES, CONFIGURATION_FILE, DATABASE_FILE];
      await place.remove(files.map((file) => this.pathOf(file)));
      await place.tidy((name) => name === this.name);
    } catch {
      // The next backup removes it.
    }
  }

  private pathOf(file: string): string {
    return `${this.name}/${file}`;
  }

  private async copyPages(): Promise<void> {
    const { live, signal, bytesPerSecond, onProgress } = this.options;
    await using file = await open(this.draft, "w+", PRIVATE_FILE_MODE);
    const pace = new Pace(bytesPerSecond, signal);
    const { hashes } = this.tracker;
    const pieces: Promise<void>[] = [];
    // Written before the next piece is read, so that no more than one is in memory.
    await readAll(
      live,
      {
        spend: async (bytes) => {
          await Promise.all(pieces.splice(0));
          onProgress({ done: hashes.pages, total: Math.max(hashes.pages, live.filePages) });
          await pace.spend(bytes);
        },
      },
      (number, page) => hashes.set(number, page),
      (first, piece) => pieces.push(writeAt(file, piece, (first - FIRST_PAGE) * live.pageBytes)),
    );
    this.collected = await this.catchUp(file);
    await file.truncate(this.collected.databasePages * live.pageBytes);
    await file.sync();
    await this.hash(file, pace);
  }

  /** Copies what has changed meanwhile, until that is little enough to be read while one state is held. */
  private async catchUp(file: FileHandle): Promise<Collected> {
    const { live, feed, clock, signal } = this.options;
    const { pageBytes } = live;
    const buffer = new PageBuffer(pageBytes, Math.floor(BACKUP_LIMITS.segmentBytes / pageBytes));
    for (;;) {
      signal.throwIfAborted();
      if (!this.tracker.isComplete) await feed.compareAll(this.tracker, new Pace(0, signal));
      buffer.clear();
      const collected = feed.collect(this.tracker, buffer, clock);
      for (const { number, page } of pagesOf(buffer.body(), pageBytes))
        await writeAt(file, page, (number - FIRST_PAGE) * pageBytes);
      this.tracker.confirm(pagesOf(buffer.body(), pageBytes), collected);
      if (collected.isConsistent) return collected;
    }
  }

  /** Reads the copy again, as it is on its disk: what it has is what was meant. */
  private async hash(file: FileHandle, pace: Pace): Promise<void> {
    const whole = new Bun.CryptoHasher("sha256");
    const { hashes } = this.tracker;
    const { pageBytes } = this.options.live;
    const piece = new Uint8Array(Math.floor(BACKUP_LIMITS.pieceBytes / pageBytes) * pageBytes);
    for (let offset = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, piece.byteLength, offset);
      if (bytesRead === 0) break;
      whole.update(piece.subarray(0, bytesRead));
      for (let at = 0; at < bytesRead; at += pageBytes) {
        const number = (offset + at) / pageBytes + FIRST_PAGE;
        const page = piece.subarray(at, at + pageBytes);
        if (!hashes.has(number, page) && page.some((byte) => byte !== 0))
          throw new Error(`page ${number} of the copy is not what was written`);
      }
      offset += bytesRead;
      this.bytes = offset;
      await pace.spend(bytesRead);
    }
    this.sha256 = whole.digest("hex");
  }

  private async copyCompanions(): Promise<FileFacts[]> {
    const { dataFolder, configurationFile, place } = this.options;
    const sources = COMPANION_FILES.map((name) => ({ name: name as string, path: join(dataFolder, name) }));
    if (configurationFile !== null && !sources.some(({ path }) => path === resolve(configurationFile)))
      sources.push({ name: CONFIGURATION_FILE, path: configurationFile });
    const copied: FileFacts[] = [];
    for (const { name, path } of sources) {
      if (!existsSync(path)) continue;
      const content = new Uint8Array(await readFile(path));
      await place.write(this.pathOf(name), content);
      copied.push({ name, bytes: content.byteLength, sha256: sha256Of(content) });
    }
    return copied;
  }
}

/**
 * A name that no other snapshot has, such as one of the same second, or one that was made while the clock was ahead. Of
 * several within moments each is after the one before: the names of those that were removed since are not given again.
 */
async function freeName({ place, service, clock, current }: SnapshotOptions): Promise<string> {
  const now = clock();
  const last = (current === null ? null : snapshotMoment(current)) ?? 0;
  const isRecent = Math.abs(last - now) < MILLISECONDS_PER_MINUTE;
  const first = isRecent ? Math.max(now, last + MILLISECONDS_PER_SECOND) : now;
  for (let at = first; ; at += MILLISECONDS_PER_SECOND) {
    const name = snapshotName(at, service);
    if ((await place.list(name)).length === 0) return name;
  }
}

function encode(manifest: SnapshotManifest): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
}

async function writeAt(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, offset + written);
    written += bytesWritten;
  }
}
