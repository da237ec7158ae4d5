import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { MILLISECONDS_PER_DAY } from "../../domain/limits.ts";
import { reasonOf } from "../../platform/system-error.ts";
import { LOG_LIMITS } from "./log-limits.ts";
import { type LogFormat, logLine, type LogRecord } from "./log-line.ts";
import type { LogPlace } from "./log-place.ts";

export interface LogFileOptions {
  readonly path: string;
  readonly format: LogFormat;
  /** Bytes of a file until another one is begun. */
  readonly maximumBytes: number;
  /** How many files are kept beside the one that is written. */
  readonly keptFiles: number;
  /** How long each is kept, milliseconds. */
  readonly keptMilliseconds: number;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
}

/** Rights of the log, which names machines and printers: its owner's alone. */
const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/**
 * A file that lines are added to. When it is large enough, or another day has begun, it is put aside under the time at which
 * that was, and the oldest of those are removed. A disk that is full or slow holds nothing up: lines wait in bounded memory,
 * and those that have no room are counted in a line of their own.
 */
export class LogFile implements LogPlace {
  private waiting: string[] = [];
  private waitingBytes = 0;
  private leftOut = 0;
  private file: FileHandle | null = null;
  private size = 0;
  /** The day on which the file was begun, in days since the epoch (UTC). */
  private day = 0;
  private fault: string | null = null;
  private triedAt = Number.NEGATIVE_INFINITY;
  private pumping: Promise<void> | null = null;
  private retry: Timer | undefined;
  private readonly clock: () => number;

  constructor(private readonly options: LogFileOptions) {
    this.clock = options.clock ?? Date.now;
  }

  get trouble(): string | null {
    const { fault, options } = this;
    return fault === null ? null : `The log file ${options.path} cannot be written: ${fault}.`;
  }

  write(record: LogRecord): void {
    const line = `${logLine(record, this.options.format)}\n`;
    // An upper bound of its bytes in UTF-8 would be three times as much; what waits is an estimate anyway.
    if (this.waitingBytes + line.length > LOG_LIMITS.waitingBytes) {
      this.leftOut++;
      return;
    }
    this.waiting.push(line);
    this.waitingBytes += line.length;
    this.wake();
  }

  flush(): void {
    if (this.waiting.length === 0) return;
    try {
      this.makeFolder();
      appendFileSync(this.options.path, this.take(), { mode: PRIVATE_FILE_MODE });
    } catch {
      // There is nobody left to be told.
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.retry);
    await this.pumping;
    this.flush();
    await this.file?.close().catch(() => {});
    this.file = null;
  }

  private wake(): void {
    if (this.pumping !== null) return;
    const left = this.triedAt + LOG_LIMITS.retryMilliseconds - performance.now();
    if (this.fault !== null && left > 0) {
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.wake(), left);
      this.retry.unref();
      return;
    }
    this.pumping = this.pump().finally(() => {
      this.pumping = null;
      if (this.waiting.length > 0) this.wake();
    });
  }

  /** Writes all that waits. */
  private async pump(): Promise<void> {
    // What is said in one turn is written at once.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const { waiting: taken, leftOut } = this;
      try {
        const file = await this.openFile();
        const bytes = Buffer.from(this.take());
        await file.appendFile(bytes);
        this.size += bytes.length;
        this.fault = null;
      } catch (error) {
        this.fault = reasonOf(error);
        this.triedAt = performance.now();
        this.putBack(taken, leftOut);
        await this.file?.close().catch(() => {});
        this.file = null;
        return;
      }
    }
  }

  /** The file to write to: that of before, or a new one. */
  private async openFile(): Promise<FileHandle> {
    const { path, maximumBytes } = this.options;
    const today = Math.floor(this.clock() / MILLISECONDS_PER_DAY);
    if (this.file !== null && this.size < maximumBytes && this.day === today) return this.file;
    await this.file?.close();
    this.file = null;
    this.makeFolder();
    const known = await stat(path).catch(() => null);
    const begunOn = known === null ? today : Math.floor(known.mtimeMs / MILLISECONDS_PER_DAY);
    const isFull = known !== null && known.size > 0 && (known.size >= maximumBytes || begunOn !== today);
    // Where another program has it open, as on Windows, it goes on for another while.
    if (isFull) await this.putAside().catch(() => {});
    this.file = await open(path, "a", PRIVATE_FILE_MODE);
    this.size = (await this.file.stat()).size;
    if (isFull && this.size > 0) this.size = 0;
    this.day = today;
    return this.file;
  }

  private async putAside(): Promise<void> {
    const { path } = this.options;
    const extension = extname(path);
    const stem = basename(path, extension);
    const nameAt = (at: number) =>
      join(dirname(path), `${stem}-${new Date(at).toISOString().replaceAll(":", "-")}${extension}`);
    let at = this.clock();
    // One that is there already was put aside in the same millisecond, or the clock was set back.
    while (existsSync(nameAt(at))) at++;
    await rename(path, nameAt(at));
    await this.removeOld(stem, extension);
  }

  /** The names of files that were put aside are in the order of their times. */
  private async removeOld(stem: string, extension: string): Promise<void> {
    const { path, keptFiles, keptMilliseconds } = this.options;
    const folder = dirname(path);
    const aside = (await readdir(folder)).filter(
      (name) =>
        name.startsWith(`${stem}-`) && ASIDE.test(name.slice(stem.length, name.length - extension.length)),
    );
    const oldest = this.clock() - keptMilliseconds;
    for (const [index, name] of aside.toSorted().toReversed().entries()) {
      const { mtimeMs } = await stat(join(folder, name));
      if (index >= keptFiles || mtimeMs < oldest) await rm(join(folder, name), { force: true });
    }
  }

  private makeFolder(): void {
    mkdirSync(dirname(this.options.path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  }

  /** All that waits, as text. */
  private take(): string {
    const { leftOut } = this;
    const more =
      leftOut === 0 ? "" : `${logLine(leftOutRecord(leftOut, this.clock()), this.options.format)}\n`;
    const text = this.waiting.join("") + more;
    this.waiting = [];
    this.waitingBytes = 0;
    this.leftOut = 0;
    return text;
  }

  /** What could not be written waits on, before what has come meanwhile. */
  private putBack(lines: readonly string[], leftOut: number): void {
    // Not taken yet, when the file could not be opened.
    if (this.waiting === lines) return;
    this.leftOut += leftOut;
    for (const line of lines.toReversed()) {
      if (this.waitingBytes + line.length > LOG_LIMITS.waitingBytes) this.leftOut++;
      else {
        this.waiting.unshift(line);
        this.waitingBytes += line.length;
      }
    }
  }
}

/** What stands between the stem and the extension of a file that was put aside: a time, its colons as dashes. */
const ASIDE = /^-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

function leftOutRecord(lines: number, at: number): LogRecord {
  const message =
    "lines of the log were left out: its file could not be written, or not as fast as they came";
  return { at, level: "warning", message, details: { lines } };
}
