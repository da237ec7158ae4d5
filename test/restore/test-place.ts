import { Database } from "bun:sqlite";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  BACKUP_FORMAT,
  DATABASE_FILE,
  MANIFEST_FILE,
  type SegmentManifest,
  segmentPath,
  type SnapshotManifest,
  snapshotName,
  type StateFacts,
} from "../../src/backup/backup-layout.ts";
import { FIRST_PAGE, lockedPage, normaliseFirstPage, PageHashes } from "../../src/backup/page-hashes.ts";
import { PageBuffer, sha256Of, writeSegment } from "../../src/backup/segment-file.ts";
import { VERSION } from "../../src/version.ts";

/** Files that go along with a snapshot, by name. */
type Settings = Readonly<Record<string, string>>;

/** A backup place, written as its layout is documented, from the states of a database that tests make. */
export class TestPlace {
  private readonly hashes = new PageHashes();
  private snapshotFolder = "";
  private previous = "";
  private sequence = 0;

  constructor(
    readonly folder: string,
    private readonly service = "till",
  ) {}

  /** Adds a snapshot. @param database in memory, or one that nobody writes to */
  snapshot(database: Database, takenAt: number, settings: Settings = {}): void {
    const { bytes, facts } = this.look(database, takenAt, () => {});
    this.snapshotFolder = snapshotName(takenAt, this.service);
    this.sequence = 0;
    this.previous = sha256Of(bytes);
    const files = [[DATABASE_FILE, bytes] as const, ...encoded(settings)];
    for (const [name, content] of files) this.write(`${this.snapshotFolder}/${name}`, content);
    const manifest: SnapshotManifest = {
      ...facts,
      checksum: this.hashes.checksum,
      format: BACKUP_FORMAT,
      kind: "snapshot",
      service: this.service,
      files: files.map(([name, content]) => ({ name, bytes: content.byteLength, sha256: sha256Of(content) })),
      prints: count(database, "SELECT count(*) FROM print"),
      printBytes: count(database, "SELECT coalesce(sum(byte_length), 0) FROM print_data"),
      verifiedAt: facts.takenAt,
    };
    const content = new TextEncoder().encode(JSON.stringify(manifest));
    this.write(`${this.snapshotFolder}/${MANIFEST_FILE}`, content);
  }

  /** Adds a segment with all pages that have changed. @returns its path */
  async segment(database: Database, takenAt: number, isConsistent = true): Promise<string> {
    const buffer = new PageBuffer(pageBytesOf(database), 10_000);
    const { facts } = this.look(database, takenAt, (number, page) => buffer.add(number, page));
    const manifest: Omit<SegmentManifest, "bytes" | "sha256"> = {
      ...facts,
      format: BACKUP_FORMAT,
      kind: "segment",
      service: this.service,
      sequence: ++this.sequence,
      previous: this.previous,
      isConsistent,
      pages: buffer.pages,
    };
    const { content, sha256 } = await writeSegment(manifest, buffer.body());
    this.previous = sha256;
    return this.write(segmentPath(this.snapshotFolder, this.sequence, takenAt), content);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private look(database: Database, takenAt: number, onPage: (number: number, page: Uint8Array) => void) {
    const bytes = new Uint8Array(database.serialize());
    normaliseFirstPage(bytes);
    const pageBytes = pageBytesOf(database);
    const databasePages = bytes.byteLength / pageBytes;
    for (let number = FIRST_PAGE; number <= databasePages; number++) {
      const page = bytes.subarray((number - FIRST_PAGE) * pageBytes, number * pageBytes);
      if (number === lockedPage(pageBytes) || this.hashes.has(number, page)) continue;
      this.hashes.set(number, page);
      onPage(number, page);
    }
    this.hashes.truncate(databasePages);
    const sequences = database
      .query<{ name: string; seq: number }, []>("SELECT name, seq FROM sqlite_sequence")
      .all();
    const facts: StateFacts = {
      takenAt: new Date(takenAt).toISOString(),
      tillroll: VERSION,
      schema: count(database, "PRAGMA user_version"),
      sequences: Object.fromEntries(sequences.map(({ name, seq }) => [name, seq])),
      workspaces: [],
      newestPrintAt: null,
      pageBytes,
      databasePages,
      checksum: this.hashes.checksum,
    };
    return { bytes, facts };
  }

  private write(path: string, content: Uint8Array): string {
    const whole = join(this.folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, content);
    return whole;
  }
}

function encoded(settings: Settings): (readonly [string, Uint8Array<ArrayBuffer>])[] {
  return Object.entries(settings).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
}

function pageBytesOf(database: Database): number {
  return count(database, "PRAGMA page_size");
}

function count(database: Database, statement: string): number {
  return Number(Object.values(database.query<Record<string, number>, []>(statement).get() ?? {})[0]);
}
