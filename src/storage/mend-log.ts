import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { syncFolder } from "../platform/durable-files.ts";
import { logBytes } from "./generation.ts";
import { chooseBit } from "./log-bit-choice.ts";
import { areSame, type LogSums } from "./log-checksum.ts";
import {
  type FileBit,
  LOG_HEADER_BYTES,
  type LogFrame,
  LogFrames,
  type LogHeader,
  readLogHeader,
  wrongBitsOfHeader,
} from "./log-frames.ts";

/** Stands between the name of a log and the time at which a copy was kept. */
const KEPT = ".damaged-";

/** What was wrong with a write-ahead log, and what came of it. */
export interface LogDamage {
  /** Bits that were another than was written, and are right again. */
  readonly mendedBits: number;
  /** Pages that have a wrong bit of which nobody knows where: they are as they were found, and what is on them has checks of its own. */
  readonly damagedPages: readonly number[];
  /**
   * Whether transactions are behind a damage that cannot be mended: `cut` when these were committed for sure, `unknown` when it
   * is the last one, which a power cut may have torn before it was acknowledged; `none` otherwise.
   */
  readonly lost: "none" | "unknown" | "cut";
  /** A copy of the log as it was, where transactions were cut off; `null` for none. */
  readonly keptAs: string | null;
}

type Mended = Omit<LogDamage, "keptAs">;

/**
 * Looks through the log beside a database, which SQLite would read up to the first damage and then forget the rest of, with
 * everything acknowledged in it. A single wrong bit is put right, as its checksum says which it is; where the checksum leaves
 * several to choose from and no other version of the page decides, the page is taken with it. Where more is damaged the log is
 * kept as it was, for a repair. To be called with the service's lock held, before SQLite opens the database.
 * @returns `null` when nothing is wrong
 * @throws what the system says, such as on a read-only or full disk
 */
export function mendLog(path: string, now: number): LogDamage | null {
  const log = `${path}-wal`;
  if (logBytes(path) <= LOG_HEADER_BYTES) return null;
  using files = new DisposableStack();
  const open = (name: string, flags: string) => files.adopt(openSync(name, flags), closeSync);
  const mending = new LogMending(open(log, "r+"), open(path, "r"), log);
  const { mendedBits, damagedPages, lost } = mending.mend();
  if (mendedBits + damagedPages.length === 0 && lost === "none") return null;
  return { mendedBits, damagedPages, lost, keptAs: lost === "cut" ? keepCopy(log, now) : null };
}

/** The copies of damaged logs that are kept beside a database: their paths, the oldest first. */
export function keptLogs(path: string): string[] {
  const begin = `${basename(path)}-wal${KEPT}`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(begin))
    .toSorted()
    .map((name) => join(dirname(path), name));
}

class LogMending {
  private mendedBits = 0;
  private readonly damagedPages: number[] = [];
  /** The first frame that is taken with a wrong bit, and the sums before it. */
  private firstTaken: { readonly number: number; readonly before: LogSums } | null = null;
  private readonly newest = new Map<number, number>();
  private pagesBefore = 0;

  constructor(
    private readonly file: number,
    private readonly database: number,
    private readonly log: string,
  ) {}

  mend(): Mended {
    const header = this.header();
    if (header === null) return this.mended("unknown");
    this.pagesBefore = this.pagesOfDatabase();
    const frames = new LogFrames(this.file, header);
    let before = header.sums;
    for (let number = 0; ; number++) {
      let frame = frames.read(number, before);
      if (frame === null) return this.end(header, number, "none");
      if (!frame.isOfTurn || !areSame(frame.stored, frame.computed)) {
        if (!this.mendFrame(frames, header, number, frame, before))
          return this.end(header, number, lostBehind(frames, number, frame));
        frame = frames.read(number, before) ?? frame;
      }
      this.newest.set(frame.page, number);
      if (frame.commitPages > 0) this.pagesBefore = frame.commitPages;
      before = frame.stored;
    }
  }

  private header(): LogHeader | null {
    const bytes = Buffer.alloc(LOG_HEADER_BYTES);
    readSync(this.file, bytes, 0, LOG_HEADER_BYTES, 0);
    const header = readLogHeader(bytes);
    if (header !== null) return header;
    const mended = wrongBitsOfHeader(bytes);
    const found = mended.find((each) => this.goesOnFrom(each.header, 0, each.header.sums));
    if (found === undefined) return null;
    this.turnRound(found.bit);
    return found.header;
  }

  private pagesOfDatabase(): number {
    const bytes = Buffer.alloc(32);
    readSync(this.database, bytes, 0, bytes.length, 0);
    return bytes.readUInt32BE(28);
  }

  /** @returns whether the frame can be read now */
  private mendFrame(
    frames: LogFrames,
    header: LogHeader,
    number: number,
    frame: LogFrame,
    before: LogSums,
  ): boolean {
    if (!frame.isOfTurn) {
      const bit = areSame(frame.stored, frame.computed) ? frames.wrongBitOfSalts() : null;
      if (bit !== null) this.turnRound(bit);
      return bit !== null;
    }
    const inSums = frames.wrongBitOfSums(frame);
    const candidates = frames.wrongWordBits(frame);
    if (inSums !== null && (candidates.length === 0 || this.goesOnFrom(header, number + 1, frame.computed))) {
      this.turnRound(inSums);
      return true;
    }
    if (candidates.length === 0) return false;
    const { database, newest, pagesBefore } = this;
    const others = new LogFrames(this.file, header);
    const pagesAfter = pagesAfterCommit(others, number, frame);
    const around = { header, database, frames: others, newest, pagesBefore, pagesAfter };
    const bit = chooseBit(candidates, number, frame, frames.pageOfLast, around);
    if (bit !== null) this.turnRound(frames.placeOf(number, bit));
    else {
      this.damagedPages.push(frame.page);
      this.firstTaken ??= { number, before };
    }
    return true;
  }

  /** Whether a frame goes on from these sums, or is none. A bit of the last word changes the sums as one of the sums themselves. */
  private goesOnFrom(header: LogHeader, number: number, sums: LogSums): boolean {
    const next = new LogFrames(this.file, header).read(number, sums);
    return next === null || (number > 0 && !next.isOfTurn) || areSame(next.stored, next.computed);
  }

  /** @param end the first frame that is not read */
  private end(header: LogHeader, end: number, lost: Mended["lost"]): Mended {
    if (this.mendedBits > 0) fsyncSync(this.file);
    if (this.firstTaken !== null) this.sumUpAgain(header, this.firstTaken, end);
    return this.mended(lost);
  }

  private mended(lost: Mended["lost"]): Mended {
    return { mendedBits: this.mendedBits, damagedPages: this.damagedPages, lost };
  }

  /** Gives frames the checksums that they have: in a copy, which then takes the log's place. */
  private sumUpAgain(header: LogHeader, from: { number: number; before: LogSums }, end: number): void {
    const copy = `${this.log}.mending`;
    copyFileSync(this.log, copy);
    const file = openSync(copy, "r+");
    try {
      const frames = new LogFrames(file, header);
      let { before } = from;
      for (let { number } = from; number < end; number++) {
        const frame = frames.read(number, before);
        if (frame === null) break;
        const sums = Buffer.alloc(8);
        sums.writeUInt32BE(frame.computed.first, 0);
        sums.writeUInt32BE(frame.computed.second, 4);
        writeSync(file, sums, 0, sums.length, frames.offsetOfSums(number));
        before = frame.computed;
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(copy, this.log);
    rmSync(this.log.replace(/wal$/, "shm"), { force: true });
    syncFolder(dirname(this.log));
  }

  private turnRound({ offset, bit }: FileBit): void {
    const byte = new Uint8Array(1);
    readSync(this.file, byte, 0, 1, offset);
    writeSync(this.file, Uint8Array.of((byte[0] ?? 0) ^ (1 << bit)), 0, 1, offset);
    this.mendedBits++;
  }
}

/** How many pages the database has after the transaction of a frame; 0 where it was not committed. */
function pagesAfterCommit(frames: LogFrames, number: number, from: LogFrame): number {
  let frame: LogFrame | null = from;
  for (let at = number; frame !== null && frame.isOfTurn;) {
    if (frame.commitPages > 0) return frame.commitPages;
    frame = frames.read(++at, frame.stored);
  }
  return 0;
}

/** What is behind a frame that cannot be read: of the log's turn, and committed. */
function lostBehind(frames: LogFrames, damaged: number, from: LogFrame): LogDamage["lost"] {
  let before = from.stored;
  let commits = from.isOfTurn && from.commitPages > 0 ? 1 : 0;
  let hasMore = false;
  for (let number = damaged + 1; ; number++) {
    const frame = frames.read(number, before);
    if (frame === null) break;
    before = frame.stored;
    if (!frame.isOfTurn || !areSame(frame.stored, frame.computed)) continue;
    // The next transaction is begun when the one before is on the disk.
    hasMore = commits > 0;
    if (frame.commitPages > 0) commits++;
  }
  if (hasMore) return "cut";
  return commits > 0 ? "unknown" : "none";
}

/** @returns the copy's path */
function keepCopy(log: string, now: number): string {
  const copy = `${log}${KEPT}${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  copyFileSync(log, copy);
  const file = openSync(copy, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(log));
  return copy;
}
