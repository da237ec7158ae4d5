import { TillrollError } from "../domain/errors.ts";
import type { ChangedPages } from "../storage/changed-pages.ts";
import type { CheckedDatabase } from "../storage/database-check.ts";
import { BACKUP_FORMAT, DATABASE_FILE, type SnapshotManifest } from "./backup-layout.ts";
import type { BackupPlace } from "./backup-place.ts";
import { type BackupState, readState, serviceOf, writeState } from "./backup-state.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import { Chain, type SentSegments } from "./chain.ts";
import { LiveDatabase } from "./live-database.ts";
import { PageHashes } from "./page-hashes.ts";
import { ChangeFeed } from "./page-tracker.ts";
import { Snapshot } from "./snapshot.ts";

/** What every place has in its top folder, by which it is known to be there at all. */
const MARKER_FILE = "tillroll-backup.json";

export interface BackupWorkOptions {
  readonly databasePath: string;
  readonly dataFolder: string;
  /** The configuration file that the service was started with; `null` for none. */
  readonly configurationFile: string | null;
  /** The descriptor of the database's file; see {@link LiveDatabase}. */
  readonly file: number;
  /** Where the writer notes pages; `null` where no service runs. */
  readonly changed: ChangedPages | null;
  readonly clock: () => number;
  /** Where the regular backups go; `null` for none. */
  readonly place: BackupPlace | null;
  readonly bytesPerSecond: number;
}

/** What a run between snapshots has done. */
export type Sent = { readonly kind: "sent" } & SentSegments;

/** That there is nothing to go on from: a snapshot is to be taken first. */
export interface NeedsSnapshot {
  readonly kind: "needs snapshot";
}

/** A snapshot that has come to its place. */
export interface PublishedSnapshot {
  /** Its folder there. */
  readonly name: string;
  readonly manifest: SnapshotManifest;
}

export interface CopyOptions {
  /** Where it goes; the place of the regular backups is one whose chain goes on from it. */
  readonly place: BackupPlace;
  /** Whether a person wants it: then a place that has lost what was in it is taken as a new one. */
  readonly isManual: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Makes backups of one database: snapshots, and what changes between them. Snapshots one at a time. */
export class BackupWork {
  private readonly live: LiveDatabase;
  private readonly feed: ChangeFeed;
  private state: BackupState;
  /** What was remembered of the last run, until the chain goes on from it. */
  private hashes: PageHashes | null;
  private chain: Chain | null = null;
  private snapshot: { readonly made: Snapshot; readonly place: BackupPlace } | null = null;
  private storedAt = Number.NEGATIVE_INFINITY;
  private storing = Promise.resolve();

  /** @throws what opening the database throws */
  constructor(private readonly options: BackupWorkOptions) {
    this.live = new LiveDatabase(options.databasePath, options.file);
    this.feed = new ChangeFeed(this.live, options.changed);
    const { state, hashes } = readState(options.dataFolder);
    this.state = state;
    this.hashes = hashes;
  }

  /** The name of the service in its backups. */
  get service(): string {
    return this.state.service;
  }

  /** The name of the snapshot whose segments go on, or will; `null` for none. */
  get current(): string | null {
    return (this.chain?.head ?? this.state.head)?.snapshot ?? null;
  }

  /**
   * Sends what has changed since the last time to the place of the regular backups.
   * @throws what the place throws: the next time goes on from what is there
   */
  async send(signal: AbortSignal): Promise<Sent | NeedsSnapshot> {
    const { place } = this.options;
    if (place === null) throw new Error("there is no place for backups");
    if (this.state.place === place.address) await requireMarker(place);
    this.chain ??= await this.resume(place);
    if (this.chain !== null && !(await this.chain.isInPlace())) {
      this.feed.remove(this.chain.tracker);
      this.chain = null;
    }
    if (this.chain === null) return { kind: "needs snapshot" };
    try {
      return { kind: "sent", ...(await this.chain.send(signal)) };
    } finally {
      await this.storeState();
    }
  }

  /**
   * Copies the database for a snapshot.
   * @returns where the copy is, to be verified
   * @throws what the system, or the place, says
   */
  async copy({ place, isManual, signal, onProgress }: CopyOptions): Promise<string> {
    if (this.snapshot !== null) throw new TillrollError("CONFLICT", "A backup is under way already.");
    const { live, feed } = this;
    const { dataFolder, configurationFile, clock, bytesPerSecond } = this.options;
    if (place.address === this.state.place && !isManual) await requireMarker(place);
    // The name by which it knows its own is the same from the first on.
    if (serviceOf(dataFolder) === null) await writeState(dataFolder, this.state, null);
    const common = {
      live,
      feed,
      dataFolder,
      configurationFile,
      service: this.service,
      current: this.current,
      clock,
      bytesPerSecond,
    };
    const made = await Snapshot.copy({ ...common, place, signal, onProgress });
    this.snapshot = { made, place };
    return made.draft;
  }

  /** Brings the copy to its place, after it was verified. @throws what the place throws */
  async publish(checked: CheckedDatabase): Promise<PublishedSnapshot> {
    const { snapshot } = this;
    if (snapshot === null) throw new Error("there is no copy");
    const { made, place } = snapshot;
    const marker = { format: BACKUP_FORMAT, service: this.service };
    if (!(await place.has(MARKER_FILE)))
      await place.write(MARKER_FILE, new TextEncoder().encode(`${JSON.stringify(marker)}\n`));
    const manifest = await made.publish(checked);
    this.snapshot = null;
    if (place.address === this.options.place?.address) await this.beginChain(made, place, manifest);
    else this.feed.remove(made.tracker);
    return { name: made.name, manifest };
  }

  /** Removes the copy, where there is one. */
  async abandon(): Promise<void> {
    const { snapshot } = this;
    this.snapshot = null;
    await snapshot?.made.abandon();
  }

  /** Remembers how far it is, for the next start, and closes the database. */
  async close(): Promise<void> {
    await this.abandon();
    await this.storeState(true);
    this.live.close();
  }

  private async resume(place: BackupPlace): Promise<Chain | null> {
    const { head, place: known } = this.state;
    const { hashes } = this;
    if (known !== place.address || head === null || hashes === null) return null;
    const chain = await Chain.resume(this.chainOptions(place), head, hashes);
    this.hashes = null;
    return chain;
  }

  private async beginChain(made: Snapshot, place: BackupPlace, { files }: SnapshotManifest): Promise<void> {
    if (this.chain !== null) this.feed.remove(this.chain.tracker);
    const path = `${made.name}/${DATABASE_FILE}`;
    const sha256 = files.find(({ name }) => name === DATABASE_FILE)?.sha256 ?? "";
    const head = { snapshot: made.name, sequence: 0, path, sha256 };
    this.chain = new Chain(this.chainOptions(place), head, made.tracker);
    await this.storeState(true);
  }

  private chainOptions(place: BackupPlace) {
    const { live, feed } = this;
    const { clock, bytesPerSecond } = this.options;
    return { live, feed, place, service: this.service, clock, bytesPerSecond };
  }

  /** Remembers how far the chain is, one time after the other. Never throws: a start without it reads more, or begins anew. */
  private storeState(isDue = false): Promise<void> {
    this.storing = this.storing.then(() => this.storeNow(isDue)).catch(() => {});
    return this.storing;
  }

  /** Where there is much to write, not each time. */
  private async storeNow(isDue: boolean): Promise<void> {
    const { chain } = this;
    const { place, dataFolder } = this.options;
    if (chain === null || place === null || this.state.head === chain.head) return;
    const { hashes } = chain.tracker;
    const { smallStateBytes, stateMilliseconds } = BACKUP_LIMITS;
    const isSmall = hashes.bytes().byteLength <= smallStateBytes;
    if (!isDue && !isSmall && performance.now() - this.storedAt < stateMilliseconds) return;
    this.storedAt = performance.now();
    // As they are now: more may go out while they are written.
    const copy = PageHashes.of(hashes.bytes());
    const state = { service: this.service, place: place.address, head: chain.head };
    await writeState(dataFolder, state, copy);
    this.state = state;
  }
}

/** @throws TillrollError STORAGE_UNAVAILABLE when the place is empty, such as the folder under which a disk is mounted */
async function requireMarker(place: BackupPlace): Promise<void> {
  if (await place.has(MARKER_FILE)) return;
  throw new TillrollError(
    "STORAGE_UNAVAILABLE",
    'The place of the backups has none of those that were made there: its disk is not there, or is another one. Connect it; or, if it is to be used from now on, run "tillroll backup" once.',
  );
}
