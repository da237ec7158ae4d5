import { type FileHandle, open } from "node:fs/promises";
import { type BackupCatalogue, type PlacedSegment, readCatalogue } from "../backup/backup-catalogue.ts";
import { COMPANION_FILES, DATABASE_FILE, type FileFacts } from "../backup/backup-layout.ts";
import type { BackupPlace } from "../backup/backup-place.ts";
import { lockedPage, FIRST_PAGE, PageHashes } from "../backup/page-hashes.ts";
import { pagesOf, readSegment } from "../backup/segment-file.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { type BackupState, damagedSegment, findState, type StateWish } from "./backup-states.ts";
import type { BuildOptions, RestorableState } from "./restore-source.ts";

/** Bytes that are read at once where the whole database is read. */
const PIECE_BYTES = 1024 * 1024;

/**
 * The state of a backup place that is asked for, with all that can be checked of it without a database.
 * @throws as {@link findState}
 */
export async function placedBackup(place: BackupPlace, wish: StateWish): Promise<RestorableState> {
  const catalogue = await readCatalogue(place);
  const state = await findState(place, catalogue, wish);
  const { service } = state.snapshot.manifest;
  const newest = await newestState(place, catalogue, service).catch(() => state);
  return new PlacedBackup(place, state, newest);
}

/** What is later may be damaged, since an older state is asked for: then the last one before that. */
async function newestState(
  place: BackupPlace,
  catalogue: BackupCatalogue,
  service: string,
): Promise<BackupState> {
  try {
    return await findState(place, catalogue, { at: null, service });
  } catch (error) {
    const until = error instanceof TillrollError ? error.data?.["until"] : undefined;
    if (typeof until !== "string") throw error;
    return await findState(place, catalogue, { at: Date.parse(until), service });
  }
}

class PlacedBackup implements RestorableState {
  constructor(
    private readonly place: BackupPlace,
    private readonly state: BackupState,
    private readonly newest: BackupState,
  ) {}

  get title(): string {
    return `the backup of ${formatInstant(this.state.takenAt)} in ${this.place.address}`;
  }

  get bytes(): number {
    const { databasePages, pageBytes } = this.state.facts;
    return databasePages * pageBytes;
  }

  get asOf(): number {
    return this.state.takenAt;
  }

  get expected(): RestorableState["expected"] {
    // Segments do not count prints: their pages have a checksum.
    return this.state.segments.length > 0 ? null : { prints: this.state.snapshot.manifest.prints };
  }

  get numbers(): ReadonlyMap<string, number> {
    return new Map(Object.entries(this.newest.facts.sequences));
  }

  get later(): RestorableState | null {
    return this.newest.takenAt === this.state.takenAt
      ? null
      : new PlacedBackup(this.place, this.newest, this.newest);
  }

  get settings(): readonly string[] {
    const { files } = this.state.snapshot.manifest;
    return COMPANION_FILES.filter((name) => files.some((file) => file.name === name));
  }

  async writeDatabase(path: string, options: BuildOptions): Promise<void> {
    const { segments } = this.state;
    const total = this.state.snapshot.bytes;
    let done = 0;
    const onBytes = async (bytes: number) => {
      done += bytes;
      options.onProgress?.({ done: Math.min(done, total), total });
      await options.pace?.(bytes);
    };
    await using file = await open(path, "w+", PRIVATE_FILE_MODE);
    let previous = await this.copy(DATABASE_FILE, file, onBytes);
    for (const twins of bySequence(segments)) previous = await this.layOver(file, twins, previous, onBytes);
    await this.checkPages(file, onBytes);
    await file.sync();
  }

  async writeSettings(name: string, path: string): Promise<void> {
    await using file = await open(path, "w", PRIVATE_FILE_MODE);
    await this.copy(name, file, () => Promise.resolve());
  }

  /** Copies a file of the snapshot. @returns its SHA-256, hexadecimal */
  private async copy(
    name: string,
    file: FileHandle,
    onBytes: (bytes: number) => Promise<void>,
  ): Promise<string> {
    const { snapshot } = this.state;
    const facts = snapshot.manifest.files.find((known) => known.name === name);
    if (facts === undefined) throw damagedFile(name, "it is not there");
    const hasher = new Bun.CryptoHasher("sha256");
    let bytes = 0;
    for await (const piece of this.place.stream(`${snapshot.name}/${name}`)) {
      await writeAt(file, piece, bytes);
      hasher.update(piece);
      bytes += piece.byteLength;
      await onBytes(piece.byteLength);
    }
    const sha256 = hasher.digest("hex");
    if (!isAsSaid(facts, bytes, sha256)) throw damagedFile(name, "its bytes are not those that were written");
    return sha256;
  }

  /**
   * Lays the segment of a number over the file.
   * @param twins those with this number: one, or what a crash has left as well
   * @param previous the SHA-256 that it must name
   * @returns its own
   */
  private async layOver(
    file: FileHandle,
    twins: readonly PlacedSegment[],
    previous: string,
    onBytes: (bytes: number) => Promise<void>,
  ): Promise<string> {
    const { place } = this;
    const [first] = twins;
    if (first === undefined) throw new Error("there is no segment");
    for (const segment of twins.toReversed()) {
      const content = await place.read(segment.path);
      const read = await readSegment(content).catch((error: unknown) => error as Error);
      await onBytes(content.byteLength);
      if (read instanceof Error) {
        if (twins.length === 1) throw damagedSegment(segment, read.message);
        continue;
      }
      const { manifest, body, sha256 } = read;
      if (manifest.previous !== previous) continue;
      for (const { number, page } of pagesOf(body, manifest.pageBytes))
        await writeAt(file, page, (number - FIRST_PAGE) * manifest.pageBytes);
      await file.truncate(manifest.databasePages * manifest.pageBytes);
      return sha256;
    }
    throw damagedSegment(first, "it does not follow the one before it");
  }

  /** Compares all pages with the checksum of the state. */
  private async checkPages(file: FileHandle, onBytes: (bytes: number) => Promise<void>): Promise<void> {
    const { checksum, databasePages, pageBytes } = this.state.facts;
    const hashes = new PageHashes();
    const piece = Buffer.alloc(Math.max(1, Math.floor(PIECE_BYTES / pageBytes)) * pageBytes);
    for (let page = FIRST_PAGE; page <= databasePages;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, (page - FIRST_PAGE) * pageBytes);
      if (bytesRead < pageBytes) throw damagedFile(DATABASE_FILE, "it is shorter than it should be");
      for (let offset = 0; offset + pageBytes <= bytesRead; offset += pageBytes, page++) {
        if (page !== lockedPage(pageBytes)) hashes.set(page, piece.subarray(offset, offset + pageBytes));
      }
      await onBytes(0);
    }
    if (hashes.checksum !== checksum)
      throw damagedFile(
        DATABASE_FILE,
        "its pages, with those of its segments, are not those that were there",
      );
  }
}

function bySequence(segments: readonly PlacedSegment[]): PlacedSegment[][] {
  return [...Map.groupBy(segments, ({ sequence }) => sequence).values()];
}

function isAsSaid(facts: FileFacts, bytes: number, sha256: string): boolean {
  return facts.bytes === bytes && facts.sha256 === sha256;
}

function damagedFile(name: string, why: string): TillrollError {
  return new TillrollError(
    "BACKUP_DAMAGED",
    `${name} of the backup is damaged: ${why}. An older backup may be whole: "tillroll backup list" shows them, --at takes one.`,
  );
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.byteLength - offset, position + offset);
    offset += bytesWritten;
  }
}
