import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { syncFolder, writeDurably } from "../platform/durable-files.ts";
import { removeTree } from "../platform/remove-tree.ts";

/*
 * What an update leaves in the data folder while it is done: a note of how far it is, so that whatever ends it, the next start
 * or `tillroll update --resume` finishes it or takes it back; the executable before; and the database from before its migration.
 */

const FOLDER = "update";
const JOURNAL = "journal.json";
const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** How far an update is. Until `swapping` nothing of the installation has changed; from `trial` on the new version may have stored prints. */
export type UpdatePhase = "preparing" | "swapping" | "trial" | "reverting";

/** An update that is under way, or was broken off. */
export interface UpdateJournal {
  readonly phase: UpdatePhase;
  /** The process that does it, and by what it is told apart from one that has its number later; see {@link presentUpdater}. */
  readonly updater: number;
  readonly updaterBegan?: string | null;
  /** The versions. */
  readonly from: string;
  readonly to: string;
  /** The executable that is replaced, and the SHA-256 of the new one. */
  readonly executable: string;
  readonly sha256: string;
  /** Whether the new version brings the database up to date: then the one from before is kept. */
  readonly migrates: boolean;
  /** Whether the service ran, and is to go on running; else it is started for the trial alone. */
  readonly keepsRunning: boolean;
  readonly trialSeconds: number;
}

/** The paths of an update of a data folder. */
export function updatePaths(folder: string) {
  const own = join(folder, FOLDER);
  return {
    folder: own,
    journal: join(own, JOURNAL),
    /** The executable from before; it can be run where the new one cannot. */
    oldExecutable: join(own, process.platform === "win32" ? "tillroll-before.exe" : "tillroll-before"),
    /** The folder of the database from before. */
    before: join(own, "before"),
    rehearsal: join(own, "rehearsal"),
  } as const;
}

/** A name beside an executable: `tillroll.new`, `tillroll.new.exe`. */
export function besideExecutable(executable: string, word: string): string {
  const extension = extname(executable) === ".exe" ? ".exe" : "";
  return join(dirname(executable), `${basename(executable, extension)}.${word}${extension}`);
}

/** Whether an update is under way on a data folder, or was broken off. Quick: each start asks. */
export function hasUnfinishedUpdate(folder: string): boolean {
  return existsSync(updatePaths(folder).journal);
}

/** The update that is under way on a data folder, or was broken off; `null` for none. */
export function readJournal(folder: string): UpdateJournal | null {
  if (!hasUnfinishedUpdate(folder)) return null;
  return JSON.parse(readFileSync(updatePaths(folder).journal, "utf8")) as UpdateJournal;
}

/** Notes how far an update is, durably. @throws what the system says */
export function writeJournal(folder: string, journal: UpdateJournal): void {
  const paths = updatePaths(folder);
  if (!existsSync(paths.folder)) {
    mkdirSync(paths.folder, { mode: PRIVATE_FOLDER_MODE });
    syncFolder(folder);
  }
  writeDurably(paths.journal, `${JSON.stringify(journal, null, 2)}\n`, PRIVATE_FILE_MODE);
  giveToOwner(paths.folder, folder);
  giveToOwner(paths.journal, folder);
}

/** Ends an update: what it left is removed, the note last. @param keep whether what was there before stays until the next update */
export function endUpdate(folder: string, keep: boolean): void {
  const paths = updatePaths(folder);
  removeTree(paths.rehearsal);
  if (!keep) for (const path of [paths.before, paths.oldExecutable]) removeTree(path);
  rmSync(paths.journal, { force: true });
  if (existsSync(paths.folder)) syncFolder(paths.folder);
}

/** Whether the process that does an update still runs. */
export function isUpdaterAlive({ updater, updaterBegan = null }: UpdateJournal): boolean {
  try {
    process.kill(updater, 0);
    const began = beginOf(updater);
    // A service with few rights may not see another user's.
    return updaterBegan === null || began === null || updaterBegan === began;
  } catch (error) {
    // Another user's is alive all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** This process, as the note of an update has it. After a power cut, another program may have the number of one before. */
export function presentUpdater(): Pick<UpdateJournal, "updater" | "updaterBegan"> {
  return { updater: process.pid, updaterBegan: beginOf(process.pid) };
}

/** When a process began, in a form of Linux (proc_pid_stat(5)), with the boot that it was in; `null` elsewhere. */
function beginOf(processId: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The program's name, in brackets, may have spaces in it; the state after it is the third field.
    const fields = readFileSync(`/proc/${processId}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return `${boot} ${fields[START_TIME_FIELD - 3]}`;
  } catch {
    return null;
  }
}

/** Of `/proc/PID/stat`, counted from 1. */
const START_TIME_FIELD = 22;

/** Gives a file that an administrator made in a data folder to whom the folder belongs: the service must read it. */
export function giveToOwner(path: string, folder: string): void {
  if (process.platform === "win32" || process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}
