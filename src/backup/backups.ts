import type { BackupsAnswer } from "../contract/backup.ts";
import type { Clock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { Log } from "../operations/log.ts";
import { sentenceOf } from "../platform/system-error.ts";
import type { Sent } from "../platform/worker-channel.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import type { ChangedPages } from "../storage/changed-pages.ts";
import { type BackupCatalogue, readCatalogue } from "./backup-catalogue.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import { type BackupOptions, requireOutside } from "./backup-options.ts";
import { backupPlace, isBucket } from "./backup-place.ts";
import { BackupRecord } from "./backup-record.ts";
import { serviceOf } from "./backup-state.ts";
import type { NeedsSnapshot, PublishedSnapshot, Sent as SentSegments } from "./backup-work.ts";
import type { Progress, ToBackup } from "./backup-worker.ts";
import type { ToVerification } from "./verification-worker.ts";

/** After how long a snapshot that failed is tried again: doubled each time, up to the longest. */
const FIRST_RETRY_MILLISECONDS = MILLISECONDS_PER_MINUTE;
const LONGEST_RETRY_MILLISECONDS = 60 * MILLISECONDS_PER_MINUTE;

export interface BackupsOptions {
  readonly options: BackupOptions;
  readonly dataFolder: string;
  /** The configuration file that goes along; `null` for none. */
  readonly configurationFile: string | null;
  readonly databasePath: string;
  /** The descriptor of the database's file; `null` where it can only be read. */
  readonly file: number | null;
  readonly changedPages: ChangedPages;
  /** The trusted time, and the memory that other threads read it by. */
  readonly clock: Clock;
  readonly clockMemory: SharedArrayBuffer;
  readonly log: Log;
}

/** Makes the service's backups: regular ones, and those that somebody asks for. The Worker that does it runs while it is needed. */
export class Backups {
  /** What became of them. */
  readonly record: BackupRecord;
  /** The last snapshot that was tried, wherever it went. */
  lastRun: BackupsAnswer["lastRun"] = null;
  private progress: Progress | null = null;
  private underWay: { readonly address: string; readonly made: Promise<PublishedSnapshot> } | null = null;
  /** Ends the snapshot that is being made. */
  private ending = new AbortController();
  private isOpen = false;
  private isClosed = false;
  /** The next try after snapshots that failed, by `performance.now`, and how long the wait was. */
  private retry = { at: 0, wait: 0 };
  private readonly worker: WorkerThread<ToBackup, Sent<never, never, Progress>>;
  private readonly verification = new WorkerThread<ToVerification>({
    entry: "backup/verification-worker",
    isApart: true,
    restMilliseconds: 0,
  });

  /** @throws TillrollError BAD_REQUEST when the place cannot be one */
  constructor(private readonly given: BackupsOptions) {
    const { options, dataFolder, clock } = given;
    if (options.to !== null) requireOutside(dataFolder, options.to);
    this.record = new BackupRecord(options.to, dataFolder, clock);
    this.worker = new WorkerThread({
      entry: "backup/backup-worker",
      smol: true,
      receive: (progress) => {
        this.progress = progress;
      },
      onDeath: (reason) => {
        this.isOpen = false;
        given.log.write("error", "the thread that makes backups has died; it starts again", { reason });
      },
    });
  }

  /** Where the regular ones go; `null` for none. */
  get place(): string | null {
    return this.given.options.to;
  }

  /** How far the snapshot is that is being made; `null` when none is. */
  get snapshotProgress(): Progress | null {
    return this.underWay === null ? null : (this.progress ?? { done: 0, total: 0 });
  }

  /** The name of this service in its backups. */
  get service(): string {
    return serviceOf(this.given.dataFolder) ?? "";
  }

  /** What a place has. @throws what the place throws */
  catalogue(address = this.place): Promise<BackupCatalogue> {
    if (address === null) return Promise.resolve({ snapshots: [], unreadable: [] });
    return readCatalogue(backupPlace(address, this.given.options.access));
  }

  /** Sends what has changed since the last time; takes a snapshot where there is none to go on from. Never throws. */
  async send(signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const onAbort = () => this.worker.tell({ kind: "stop" });
    signal.addEventListener("abort", onAbort);
    try {
      const { snapshots } = this.record.counts;
      const answer = (await this.ask({ kind: "send" })) as SentSegments | NeedsSnapshot;
      if (answer.kind === "sent") this.record.noteSent(answer, performance.now() - began);
      // Another may have been made since it was asked.
      else if (snapshots === this.record.counts.snapshots && performance.now() >= this.retry.at)
        await this.snapshot(signal).catch(() => {});
    } catch (error) {
      this.fail("what was stored since the last backup did not go out", error);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /**
   * Takes the regular snapshot, and removes those that are not to be kept.
   * @throws why there is none; that was logged
   */
  async snapshot(signal: AbortSignal): Promise<void> {
    const { to } = this.given.options;
    if (to === null) return;
    while (this.underWay !== null) {
      const { address, made } = this.underWay;
      // One that somebody has asked for counts.
      if (address === to) return void (await made);
      await made.catch(() => {});
    }
    const onAbort = () => void this.stop();
    signal.addEventListener("abort", onAbort);
    try {
      await this.make(to, false);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /**
   * Takes a snapshot now.
   * @param to where; without it, to the place of the regular ones, and those that are not to be kept are removed
   * @throws TillrollError CONFLICT while one is under way; BAD_REQUEST when there is no such place; why there is none
   */
  make(to: string | null, isManual = true): Promise<PublishedSnapshot> {
    const { dataFolder, options } = this.given;
    const address = to ?? options.to;
    if (address === null)
      throw new TillrollError(
        "BAD_REQUEST",
        "Say where the backup is to go: no place is set up for regular ones.",
      );
    requireOutside(dataFolder, address);
    if (this.underWay !== null) throw new TillrollError("CONFLICT", "A backup is under way already.");
    this.progress = null;
    const made = this.makeAt(address, isManual).finally(() => (this.underWay = null));
    this.underWay = { address, made };
    const number = (this.lastRun?.number ?? 0) + 1;
    made.then(
      (published) => (this.lastRun = { number, made: toldOf(published, address), fault: null }),
      (error: unknown) => (this.lastRun = { number, made: null, fault: reasonOf(error) }),
    );
    return made;
  }

  /** Ends what is under way, after a last look at what has changed. */
  async close(): Promise<void> {
    if (this.isOpen && this.place !== null && this.record.upToDateAt !== null)
      await within(BACKUP_LIMITS.lastSegmentMilliseconds, this.ask({ kind: "send" }));
    this.isClosed = true;
    await within(BACKUP_LIMITS.lastSegmentMilliseconds, this.stop());
    await this.endWorker();
    this.verification.end("the service stops");
  }

  private async makeAt(address: string, isManual: boolean): Promise<PublishedSnapshot> {
    const { options, log } = this.given;
    const isRegular = address === options.to;
    this.ending = new AbortController();
    const { signal } = this.ending;
    const began = performance.now();
    try {
      const path = (await this.ask({ kind: "copy", address, isManual })) as string;
      signal.throwIfAborted();
      const { bytesPerSecond } = options;
      const checked = await this.verification.ask({ path, bytesPerSecond });
      signal.throwIfAborted();
      const published = (await this.ask({ kind: "publish", checked })) as PublishedSnapshot;
      const { manifest } = published;
      const milliseconds = Math.round(performance.now() - began);
      const { takenAt, prints, files } = manifest;
      log.write("info", "a backup was made and verified", {
        takenAt,
        prints,
        bytes: files[0]?.bytes ?? 0,
        milliseconds,
      });
      if (isRegular) {
        this.record.noteSnapshot(manifest, milliseconds);
        this.retry = { at: 0, wait: 0 };
        await this.prune();
      }
      return published;
    } catch (error) {
      if (this.isOpen) await this.worker.ask({ kind: "abandon" }).catch(() => {});
      if (isRegular) {
        const wait = Math.min(LONGEST_RETRY_MILLISECONDS, this.retry.wait * 2 || FIRST_RETRY_MILLISECONDS);
        this.retry = { at: performance.now() + wait, wait };
        this.fail("no backup could be made", error);
      }
      throw error;
    } finally {
      // Nothing else is to do for the thread.
      if (options.to === null) await this.endWorker();
    }
  }

  private async endWorker(): Promise<void> {
    if (this.isOpen) await within(BACKUP_LIMITS.lastSegmentMilliseconds, this.worker.ask({ kind: "close" }));
    this.isOpen = false;
    this.worker.end("there is nothing more to do");
  }

  private async prune(): Promise<void> {
    const { keep, maxAgeSeconds } = this.given.options;
    const maxAgeMilliseconds = maxAgeSeconds === null ? null : maxAgeSeconds * MILLISECONDS_PER_SECOND;
    try {
      const pruning = { keep, maxAgeMilliseconds, now: this.given.clock() };
      const removed = (await this.ask({ kind: "prune", pruning })) as readonly string[];
      if (removed.length > 0) this.given.log.write("info", "old backups were removed", { removed });
    } catch (error) {
      this.given.log.write("warning", "old backups could not be removed", { error: String(error) });
    }
  }

  /** Asks the Worker, which is started for it. */
  private async ask(question: ToBackup["question"]): Promise<ToBackup["answer"]> {
    if (this.isClosed) throw new Error("the service stops");
    if (!this.isOpen) await this.open();
    return this.worker.ask(question);
  }

  private async open(): Promise<void> {
    const { databasePath, dataFolder, file, changedPages, clockMemory, options } = this.given;
    if (file === null)
      throw new TillrollError(
        "STORAGE_UNAVAILABLE",
        "The data can only be read; no backup is made of it now.",
      );
    this.isOpen = true;
    await this.worker.ask({
      kind: "open",
      databasePath,
      dataFolder,
      file,
      configurationFile: this.given.configurationFile,
      changedPages: changedPages.memory,
      clock: clockMemory,
      place:
        options.to === null || isBucket(options.to)
          ? options.to
          : backupPlace(options.to, options.access).address,
      access: options.access,
      bytesPerSecond: options.bytesPerSecond,
    });
  }

  /** Ends the snapshot that is being made; what there is of it is removed. */
  private async stop(): Promise<void> {
    if (this.underWay === null) return;
    this.ending.abort(new Error("the backup was stopped"));
    this.verification.end("the service stops");
    this.worker.tell({ kind: "stop" });
    await this.underWay.made.catch(() => {});
  }

  private fail(what: string, error: unknown): void {
    if (this.isClosed || this.ending.signal.aborted) return;
    const message = reasonOf(error);
    this.record.noteFailure(message);
    this.given.log.write("error", what, { error: message });
  }
}

function toldOf({ name, manifest: { takenAt, prints, files } }: PublishedSnapshot, place: string) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { place, name, takenAt, prints, bytes };
}

/** An error as a sentence, without its stack. */
function reasonOf(error: unknown): string {
  return error instanceof TillrollError ? error.message : sentenceOf(error);
}

/** Waits for something, not longer than so many milliseconds, and not for its success. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work.catch(() => {}), promise]);
  clearTimeout(timer);
}
