import type { Database } from "bun:sqlite";
import { closeSync, openSync, readSync } from "node:fs";
import type { ChangedPages } from "./changed-pages.ts";

/*
 * SQLite's write-ahead log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log): a header, and frames, each a header
 * and a page. All numbers have their highest byte first. Frames of the present run have the salts of the log's header.
 */

export const LOG_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;
const SALTS_OFFSET = 16;
const FRAME_SALTS_OFFSET = 8;
const DATABASE_PAGES_OFFSET = 4;

/** Where the page of a frame begins in the log. @param frame from 1 */
export function framePageOffset(frame: number, pageBytes: number): number {
  return frameOffset(frame, pageBytes) + FRAME_HEADER_BYTES;
}

function frameOffset(frame: number, pageBytes: number): number {
  return LOG_HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + pageBytes);
}

/** What the frames of a log hold. */
export interface LogFrames {
  /** By which this run of the log is told apart from others. */
  readonly salts: bigint;
  /** Pages of the database after the last of the frames; 0 where it was not read. */
  readonly databasePages: number;
}

/**
 * Reads the headers of the log's frames.
 * @param first the number of the first frame to read, from 1
 * @param last that of the last one
 * @param visit called with the page and the number of each
 * @returns `null` when the log was begun anew meanwhile: these frames are not in it
 */
export function readFrames(
  log: number,
  pageBytes: number,
  [first, last]: readonly [first: number, last: number],
  visit: (page: number, frame: number) => void,
): LogFrames | null {
  const header = new DataView(new ArrayBuffer(LOG_HEADER_BYTES));
  if (readSync(log, header, 0, LOG_HEADER_BYTES, 0) < LOG_HEADER_BYTES) return null;
  const salts = header.getBigUint64(SALTS_OFFSET);
  let databasePages = 0;
  for (let frame = first; frame <= last; frame++) {
    const length = readSync(log, header, 0, FRAME_HEADER_BYTES, frameOffset(frame, pageBytes));
    if (length < FRAME_HEADER_BYTES || header.getBigUint64(FRAME_SALTS_OFFSET) !== salts) return null;
    visit(header.getUint32(0), frame);
    databasePages = header.getUint32(DATABASE_PAGES_OFFSET);
  }
  return { salts, databasePages };
}

/** What the log has. */
interface LogState {
  /** Committed frames; less than 0 while another connection checkpoints. */
  readonly log: number;
  /** The first so many of them are in the database file too. */
  readonly checkpointed: number;
}

/**
 * Notes which pages are about to come from the log into the database file, for backups: after a checkpoint the log may begin
 * anew, and what it held is told by the file alone, which does not tell what is new in it.
 */
export class LogWatch {
  private readonly pageBytes: number;
  /** What the checkpoint that is under way may bring into the file, or the last one that was broken off. */
  private coming: number[] = [];
  private others = -1;

  /** @param database the writing connection, which alone checkpoints */
  constructor(
    private readonly database: Database,
    private readonly logPath: string,
    private readonly changed: ChangedPages,
  ) {
    const row = database.query<{ page_size: number }, []>("PRAGMA page_size").get();
    if (row === null) throw new Error("SQLite does not tell its page size");
    this.pageBytes = row.page_size;
  }

  /**
   * To be called before a checkpoint: whoever looks while it goes on may find a page in the file already. Never throws: what
   * cannot be read may be any page.
   */
  beforeCheckpoint(): void {
    if (!this.changed.isWatched) return;
    try {
      this.noteComing();
      this.others = this.otherWrites();
      const state = this.database.query<LogState, []>("PRAGMA wal_checkpoint(NOOP)").get();
      if (state === null || state.log < 0) throw new Error("another connection checkpoints");
      this.coming = this.pagesOf(state);
      for (const page of this.coming) this.changed.note(page);
    } catch {
      this.changed.noteUnknown();
    }
  }

  /**
   * To be called after it: who has taken the notes before, and has looked at the file before a page came into it, is told once
   * more. What a command beside the service has written meanwhile may be in the file, and not be noted.
   */
  afterCheckpoint(): void {
    if (!this.changed.isWatched) return;
    this.noteComing();
    if (this.otherWrites() !== this.others) this.changed.noteUnknown();
  }

  private noteComing(): void {
    for (const page of this.coming) this.changed.note(page);
    this.coming = [];
  }

  /** The pages of the frames that are not in the file yet: however often, a checkpoint may leave some for the next. */
  private pagesOf({ log: frames, checkpointed }: LogState): number[] {
    if (frames <= checkpointed) return [];
    const log = openSync(this.logPath, "r");
    try {
      const pages = new Set<number>();
      const read = readFrames(log, this.pageBytes, [checkpointed + 1, frames], (page) => pages.add(page));
      if (read === null) throw new Error("another connection has begun the log anew");
      return [...pages];
    } finally {
      closeSync(log);
    }
  }

  /** A number that is another one after each transaction of other connections. */
  private otherWrites(): number {
    return this.database.query<{ data_version: number }, []>("PRAGMA data_version").get()?.data_version ?? 0;
  }
}
