import type { Database } from "bun:sqlite";
import {
  closeSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "../platform/durable-files.ts";
import { type DatabaseFile, generationAt, PRIVATE_FILE_MODE } from "./database-file.ts";
import { unavailable } from "./storage-error.ts";

/*
 * Which write-ahead log belongs to which database file. SQLite replays whatever log lies beside a file, also one that a crash
 * left beside another file of the same name: copy a backup over it, and its pages are mixed with those of the log. So
 * the file has a generation, a random number, which is another one after each start, and each time that the log is folded into
 * the file and begins anew: a log fits a copy of the file that was made since it began, and no older one. It is in the header of the file proper (the application id, which
 * no backup tool changes) before anything is acknowledged, and in a note beside the log. Before SQLite opens the file, under
 * the service's lock, the two are compared:
 *
 *   note       file       log       what happened                                            what is done
 *   none       any        any       an older Tillroll, or a copied file and log              the log is replayed
 *   none       missing    some      the file was deleted                                     the log is moved aside
 *   G          G          none      an orderly stop                                          nothing
 *   G          G          some      a crash, or a power cut                                  the log is replayed
 *   G, H       G or H     some      a crash while generation H began, before anything was    the log is replayed
 *                                   acknowledged in it; its log is G's with H's first page
 *   G          other      none      a backup was put back after an orderly stop              the note is made anew
 *   G          other      some      a backup was put back after a crash                      the log is moved aside
 *   G          missing    some      the file was deleted                                     the log is moved aside
 *
 * A log is never deleted, and a log that may belong to its file is always replayed: what was acknowledged may be in it alone.
 * A generation begins in this order, each step durable before the next; a crash between any two is one of the rows above:
 *
 *   1. the note says G, H    2. H is committed to the log    3. the log is folded into the file    4. the note says H
 *
 * The third is made durable here: SQLite waits for the disk only when it has folded the whole log, not where a reader left a part.
 */

/** The header of a log; one that is no longer holds no transaction. */
const LOG_HEADER_BYTES = 32;

/** Digits of a generation in the note. */
const DIGITS = 8;
/** Generations that a note has room for; a crash while one begins leaves one more. */
const NOTED_MOST = 15;
const NOTE_BYTES = (NOTED_MOST + 1) * (DIGITS + 1);

/** Where the generation of the log is noted. */
export function notePath(path: string): string {
  return `${path}-generation`;
}

/** Size of the log beside a database, bytes; 0 when there is none. */
export function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether a log with transactions lies beside the database that does not belong to it. Quick: it reads a few bytes. */
export function hasForeignLog(path: string): boolean {
  return logBytes(path) > LOG_HEADER_BYTES && isForeign(path);
}

/** Whether the log, one that is there or the next one, must not be laid over the file. */
export function isForeign(path: string): boolean {
  // The note first: a generation that begins meanwhile is in the note before it is in the file.
  const noted = readNote(path);
  const present = generationAt(path);
  return noted !== null && (present === null || !noted.includes(present));
}

/**
 * Moves a log aside that does not belong to the database beside it. To be called with the service's lock held, before SQLite
 * opens the database.
 * @returns where the log is now; `null` when it was left where it is
 * @throws what the system says, such as on a read-only disk
 */
export function settleLog(path: string, now: number): string | null {
  const present = generationAt(path);
  if (present !== null && !isForeign(path)) return null;
  let movedTo: string | null = null;
  if (logBytes(path) > LOG_HEADER_BYTES) {
    movedTo = `${path}-wal.aside-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`;
    renameSync(`${path}-wal`, movedTo);
    rmSync(`${path}-shm`, { force: true });
    syncFolder(dirname(path));
  }
  // So that the next log, a command's for one, is known to belong to it.
  if (present !== null) writeNote(path, [present]);
  return movedTo;
}

/**
 * Begins a generation: when this returns, it is in the file proper, and all that is committed from now on belongs to it.
 * @param database the writing connection
 * @returns the generation
 * @throws TillrollError STORAGE_UNAVAILABLE when readers kept the log from being folded; what SQLite or the system says.
 *   To be tried again then: nothing may be acknowledged before
 */
export function beginGeneration(database: Database, file: DatabaseFile): number {
  const generation = announceGeneration(database, file);
  database.run("PRAGMA wal_checkpoint(PASSIVE)");
  if (file.generation() !== generation) database.run("PRAGMA wal_checkpoint(FULL)");
  if (!confirmGeneration(file, generation)) throw unavailable("DATABASE_BUSY");
  return generation;
}

/** The first two steps: from now on the log may be laid over a file of this generation too. @returns the generation */
export function announceGeneration(database: Database, file: DatabaseFile): number {
  const { path } = file.held;
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  // SQLite takes a signed number; 0 stands for a file without a generation.
  const generation = random >>> 1 || 1;
  const known = [...(readNote(path) ?? []), file.generation()].slice(-NOTED_MOST);
  writeNote(path, [...new Set([...known, generation])]);
  database.run(`PRAGMA application_id = ${generation}`);
  return generation;
}

/**
 * The last step, after the log was folded.
 * @returns whether the generation has reached the file proper
 * @throws what the system says, when it cannot be made durable there
 */
export function confirmGeneration(file: DatabaseFile, generation: number): boolean {
  if (file.generation() !== generation) return false;
  file.flush();
  writeNote(file.held.path, [generation]);
  return true;
}

/** The generations to which the log beside a database may belong; none when nothing is noted. */
export function notedGenerations(path: string): readonly number[] {
  return readNote(path) ?? [];
}

/** The generations to which the log may belong; `null` when nothing is noted. */
function readNote(path: string): number[] | null {
  let text: string;
  try {
    text = readFileSync(notePath(path), "latin1");
  } catch {
    return null;
  }
  const noted = text.match(/[0-9a-f]{8}/g);
  return noted?.map((digits) => Number.parseInt(digits, 16)) ?? null;
}

/** Written over what is there and of one length, within a sector: a power cut leaves the old or the new, and a full disk room. */
function writeNote(path: string, generations: readonly number[]): void {
  const text = generations.map((generation) => generation.toString(16).padStart(DIGITS, "0")).join(" ");
  const { file, isNew } = openNote(path);
  try {
    writeSync(file, `${text.padEnd(NOTE_BYTES - 1)}\n`, 0, "latin1");
    // The time of change need not be durable, which spares a journal of the file system a turn.
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  if (isNew) syncFolder(dirname(path));
}

function openNote(path: string): { file: number; isNew: boolean } {
  try {
    return { file: openSync(notePath(path), "r+"), isNew: false };
  } catch {
    return { file: openSync(notePath(path), "w", PRIVATE_FILE_MODE), isNew: true };
  }
}
