import { constants, setPriority } from "node:os";
import { TillrollError } from "../domain/errors.ts";
import { TrustedClock } from "../domain/trusted-clock.ts";
import { machineClocks } from "../platform/machine-clocks.ts";
import { type Sent as SentMessages, WorkerChannel } from "../platform/worker-channel.ts";
import { ChangedPages } from "../storage/changed-pages.ts";
import type { CheckedDatabase } from "../storage/database-check.ts";
import { backupPlace } from "./backup-place.ts";
import { BackupWork, type NeedsSnapshot, type PublishedSnapshot, type Sent } from "./backup-work.ts";
import { readCatalogue } from "./backup-catalogue.ts";
import { prune, type Pruning } from "./pruning.ts";
import type { S3Access } from "./s3-place.ts";

/** What the Worker is to work on. */
export interface OpenBackups {
  readonly kind: "open";
  readonly databasePath: string;
  readonly dataFolder: string;
  readonly configurationFile: string | null;
  readonly file: number;
  readonly changedPages: SharedArrayBuffer;
  readonly clock: SharedArrayBuffer;
  /** The address of the regular backups' place; `null` for none. */
  readonly place: string | null;
  readonly access: S3Access;
  readonly bytesPerSecond: number;
}

/** What the Worker is asked. */
export type BackupQuestion =
  | OpenBackups
  | { readonly kind: "send" }
  /** The answer is where the copy is, to be verified. */
  | { readonly kind: "copy"; readonly address: string; readonly isManual: boolean }
  | { readonly kind: "publish"; readonly checked: CheckedDatabase }
  | { readonly kind: "abandon" }
  | { readonly kind: "prune"; readonly pruning: Pruning }
  | { readonly kind: "close" };

export type BackupAnswer = Sent | NeedsSnapshot | PublishedSnapshot | string | readonly string[] | null;

export type ToBackup = SentMessages<BackupQuestion, BackupAnswer, { readonly kind: "stop" }>;
export type FromBackup = SentMessages<never, never, Progress>;

/** How far a snapshot is, in bytes or pages. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

declare const self: Worker;

/*
 * Makes backups beside the service: it reads the database's pages by itself, so that neither the thread that answers nor the
 * writer's waits for it.
 */

// Here it is that of this thread alone: the tills come first.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let work: BackupWork | null = null;
let opened: OpenBackups | null = null;
let ending = new AbortController();

const channel = new WorkerChannel<FromBackup, ToBackup>(self, {
  receive() {
    ending.abort(new Error("the backup was stopped"));
    ending = new AbortController();
  },
  answer(question) {
    if (question.kind === "open") {
      open(question);
      return null;
    }
    if (work === null || opened === null) throw new Error("it was not opened");
    return answer(question, work, opened);
  },
});

function open(question: OpenBackups): void {
  const { changedPages, clock, place, access, ...options } = question;
  const now = new TrustedClock(machineClocks, clock).now;
  opened = question;
  work = new BackupWork({
    ...options,
    changed: new ChangedPages(changedPages),
    clock: now,
    place: place === null ? null : backupPlace(place, access),
  });
}

async function answer(
  question: Exclude<BackupQuestion, OpenBackups>,
  backups: BackupWork,
  { access, place }: OpenBackups,
): Promise<BackupAnswer> {
  switch (question.kind) {
    case "send":
      return backups.send(ending.signal);
    case "copy": {
      const { address, isManual } = question;
      const { signal } = ending;
      const onProgress = (progress: Progress) => channel.tell(progress);
      return backups.copy({ place: backupPlace(address, access), isManual, signal, onProgress });
    }
    case "publish":
      return backups.publish(question.checked);
    case "abandon":
      await backups.abandon();
      return null;
    case "prune": {
      if (place === null) throw new TillrollError("NOT_FOUND", "There is no place for backups.");
      const where = backupPlace(place, access);
      return prune(where, await readCatalogue(where), backups.service, question.pruning, backups.current);
    }
    case "close":
      await backups.close();
      return null;
  }
}
