import { existsSync } from "node:fs";
import { generationAt } from "../storage/database-file.ts";
import { isForeign, notedGenerations } from "../storage/generation.ts";
import { type LogContents, type LogFrame, logPageBytes, readLog } from "./log-file.ts";
import { type OpenedFile, openFile, readRange } from "./opened-file.ts";
import {
  FILE_HEADER_BYTES,
  isTableKind,
  lockPage,
  pageKind,
  type PageLayout,
  readTreePage,
} from "./page-format.ts";

const MAGIC = "SQLite format 3\0";

/** Page sizes that SQLite has; the most likely one first. */
const PAGE_SIZES = [4096, 1024, 2048, 8192, 16_384, 32_768, 65_536, 512] as const;

/** Where the header has what is asked of it, bytes. */
const HEADER = {
  pageBytes: 16,
  reserved: 20,
  fractions: 21,
  firstTrunk: 32,
  largestRoot: 52,
  schemaVersion: 60,
} as const;

/** The payload fractions, which are the same in every database. */
const FRACTIONS = [64, 32, 32] as const;

/** Types of pages in a pointer map, "Pointer Map or Ptrmap Pages". */
const FREE_PAGE = 2;
const MAP_ENTRY_BYTES = 5;

/** Bytes that are looked at to tell the page size. */
const LOOKED_AT_BYTES = 4 * 1024 * 1024;

/** Pages that are read at once, and how many such blocks are kept. */
const BLOCK_PAGES = 16;
const KEPT_BLOCKS = 512;

/** A database file with its log, read page by page without SQLite; nothing is ever written to it. */
export class DamagedDatabase implements Disposable {
  readonly layout: PageLayout;
  /** Pages of the database, after the last commit of the log. */
  readonly pageCount: number;
  /** `user_version`; `null` where the header is damaged. */
  readonly schemaVersion: number | null;
  /** Whether the header of the file is as it should be. */
  readonly isHeaderWhole: boolean;
  readonly log: LogContents | null;
  /** Whether a log lies beside it that belongs to another file. */
  readonly hasForeignLog: boolean;
  /** Pages that the disk could not read. */
  readonly unreadable = new Set<number>();

  private readonly file: OpenedFile;
  private readonly logFile: OpenedFile | null;
  /** Where the newest version of a page is in the log, bytes. */
  private readonly newest = new Map<number, number>();
  private readonly blocks = new Map<number, Uint8Array | null>();
  private readonly hasPageMap: boolean;

  /**
   * @param keptLog a log in the place of the one beside it, such as one that was put aside
   * @throws what the system says where the file cannot be opened
   */
  constructor(
    readonly path: string,
    keptLog: string | null = null,
  ) {
    const logPath = keptLog ?? `${path}-wal`;
    this.file = openFile(path);
    const header = readRange(this.file, 0, FILE_HEADER_BYTES);
    const isWhole = header !== null && isDatabaseHeader(header);
    this.isHeaderWhole = isWhole;
    this.hasForeignLog = keptLog === null && existsSync(logPath) && isWhole && isOfAnotherFile(path);
    this.logFile = existsSync(logPath) && !this.hasForeignLog ? openFile(logPath) : null;
    const fromLog = this.logFile === null ? null : logPageBytes(this.logFile);
    const pageBytes = isWhole ? pageBytesOf(header) : (fromLog ?? this.likelyPageBytes());
    this.layout = { pageBytes, usableBytes: pageBytes - (isWhole ? (header[HEADER.reserved] ?? 0) : 0) };
    this.log = this.logFile === null ? null : readLog(this.logFile, pageBytes);
    for (const { page, offset } of this.log?.committed ?? []) this.newest.set(page, offset);
    this.pageCount = Math.max(this.log?.databasePages ?? Math.ceil(this.file.bytes / pageBytes), 1);
    const first = this.page(1);
    const isFirstWhole = first !== null && isDatabaseHeader(first);
    this.schemaVersion = isFirstWhole ? viewOf(first).getUint32(HEADER.schemaVersion) : null;
    this.hasPageMap = isFirstWhole
      ? viewOf(first).getUint32(HEADER.largestRoot) > 0
      : this.looksLikePageMap(2);
  }

  /** The newest version of a page; `null` where it cannot be read, or was damaged in the log. */
  page(number: number): Uint8Array | null {
    if (number < 1 || number > this.pageCount || this.log?.damagedPages.has(number) === true) return null;
    const offset = this.newest.get(number);
    return offset === undefined ? this.filePage(number) : this.logPage(offset);
  }

  /** Older versions of a page whose newest one cannot be used, the newest of them first: what they have may have changed since. */
  *olderVersions(number: number): Generator<Uint8Array> {
    const { log } = this;
    yield* this.logVersions(log?.committed ?? [], number);
    const isInLog = this.newest.has(number) || log?.damagedPages.has(number) === true;
    const inFile = isInLog ? this.filePage(number) : null;
    if (inFile !== null) yield inFile;
    yield* this.logVersions(log?.earlier ?? [], number);
  }

  /** Pages of a last transaction whose end is damaged, the newest first: it may have been acknowledged. */
  *tailPages(): Generator<{ readonly number: number; readonly bytes: Uint8Array }> {
    for (const { page, offset } of this.log?.tail.toReversed() ?? []) {
      const bytes = this.logPage(offset);
      if (bytes !== null) yield { number: page, bytes };
    }
  }

  /** All pages that the log has, the newest first. */
  *loggedPages(): Generator<{ readonly number: number; readonly bytes: Uint8Array }> {
    yield* this.tailPages();
    for (const { page, offset } of this.log?.committed.toReversed() ?? []) {
      const bytes = this.logPage(offset);
      if (bytes !== null) yield { number: page, bytes };
    }
  }

  private *logVersions(frames: readonly LogFrame[], number: number): Generator<Uint8Array> {
    for (const { page, offset } of frames.toReversed()) {
      if (page !== number || offset === this.newest.get(number)) continue;
      const bytes = this.logPage(offset);
      if (bytes !== null) yield bytes;
    }
  }

  private logPage(offset: number): Uint8Array | null {
    return this.logFile === null ? null : readRange(this.logFile, offset, this.layout.pageBytes);
  }

  /** Pages that are free: what is in them is of no row. */
  freePages(): Set<number> {
    const free = new Set<number>();
    if (this.hasPageMap)
      for (let number = 2; number <= this.pageCount; number++) {
        const map = this.mapPageOf(number);
        if (map === number) continue;
        const bytes = this.page(map);
        if (bytes?.[MAP_ENTRY_BYTES * (number - map - 1)] === FREE_PAGE) free.add(number);
      }
    const first = this.page(1);
    if (first !== null && isDatabaseHeader(first))
      this.followTrunks(viewOf(first).getUint32(HEADER.firstTrunk), free);
    return free;
  }

  /** Whether a page has no rows by what it is for: it maps others, or is never used. */
  isReserved(number: number): boolean {
    return number === lockPage(this.layout) || (this.hasPageMap && this.mapPageOf(number) === number);
  }

  [Symbol.dispose](): void {
    this.file[Symbol.dispose]();
    this.logFile?.[Symbol.dispose]();
  }

  /** The free list: trunks, each with the next one, a count, and so many pages. */
  private followTrunks(firstTrunk: number, free: Set<number>): void {
    const seen = new Set<number>();
    for (let trunk = firstTrunk; trunk > 0 && trunk <= this.pageCount && !seen.has(trunk);) {
      seen.add(trunk);
      const bytes = this.page(trunk);
      // A page of a table in its place is a wrong number.
      if (bytes === null || pageKind(bytes, trunk) !== null) return;
      free.add(trunk);
      const view = viewOf(bytes);
      const count = Math.min(view.getUint32(4), Math.floor(this.layout.usableBytes / 4) - 2);
      for (let index = 0; index < count; index++) free.add(view.getUint32(8 + 4 * index));
      trunk = view.getUint32(0);
    }
  }

  private mapPageOf(number: number): number {
    const mapped = Math.floor(this.layout.usableBytes / MAP_ENTRY_BYTES) + 1;
    const map = Math.floor((number - 2) / mapped) * mapped + 2;
    return map === lockPage(this.layout) ? map + 1 : map;
  }

  /** A pointer map begins with entries whose types are 1 to 5, with a page each. */
  private looksLikePageMap(number: number): boolean {
    const bytes = this.page(number);
    if (bytes === null || bytes.byteLength < 10 * MAP_ENTRY_BYTES) return false;
    const entries = Math.min(10, this.pageCount - number);
    return Array.from({ length: entries }, (_, index) => bytes[index * MAP_ENTRY_BYTES] ?? 0).every(
      (type) => type >= 1 && type <= 5,
    );
  }

  /** The size at which the most pages of the first ones are tables' or indexes'. */
  private likelyPageBytes(): number {
    const counts = PAGE_SIZES.map((pageBytes) => {
      const layout = { pageBytes, usableBytes: pageBytes };
      let whole = 0;
      const end = Math.min(this.file.bytes, LOOKED_AT_BYTES);
      for (let number = 2; number * pageBytes <= end; number++) {
        const bytes = readRange(this.file, (number - 1) * pageBytes, pageBytes);
        const page = bytes === null ? null : readTreePage(bytes, number, layout);
        if (page !== null && page.damagedCells === 0 && page.cells.length > 0 && isTableKind(page.kind))
          whole++;
      }
      return { pageBytes, whole };
    });
    return counts.reduce((best, each) => (each.whole > best.whole ? each : best)).pageBytes;
  }

  /** A page of the file itself; one that is cut off is filled up with zeros. */
  private filePage(number: number): Uint8Array | null {
    const { pageBytes } = this.layout;
    const block = Math.floor((number - 1) / BLOCK_PAGES);
    const bytes = this.readBlock(block);
    if (bytes === null) return this.readAlone(number);
    const start = (number - 1 - block * BLOCK_PAGES) * pageBytes;
    return bytes.byteLength < start + pageBytes ? null : bytes.subarray(start, start + pageBytes);
  }

  private readBlock(block: number): Uint8Array | null {
    const known = this.blocks.get(block);
    if (known !== undefined) return known;
    const length = BLOCK_PAGES * this.layout.pageBytes;
    const bytes = readRange(this.file, block * length, length);
    if (this.blocks.size >= KEPT_BLOCKS) this.blocks.delete(this.blocks.keys().next().value ?? 0);
    this.blocks.set(block, bytes);
    return bytes;
  }

  /** Of a block that the disk cannot read, other pages can be. */
  private readAlone(number: number): Uint8Array | null {
    const { pageBytes } = this.layout;
    const bytes = readRange(this.file, (number - 1) * pageBytes, pageBytes);
    if (bytes === null) this.unreadable.add(number);
    return bytes === null || bytes.byteLength < pageBytes ? null : bytes;
  }
}

/** Whether bytes begin as a database of SQLite does. */
function isDatabaseHeader(header: Uint8Array): boolean {
  if (header.byteLength < FILE_HEADER_BYTES) return false;
  const isMagic = Buffer.from(header.subarray(0, MAGIC.length)).toString("latin1") === MAGIC;
  const pageBytes = pageBytesOf(header);
  const isKnownSize = PAGE_SIZES.some((size) => size === pageBytes);
  return (
    isMagic &&
    isKnownSize &&
    FRACTIONS.every((fraction, index) => header[HEADER.fractions + index] === fraction)
  );
}

function pageBytesOf(header: Uint8Array): number {
  const bytes = viewOf(header).getUint16(HEADER.pageBytes);
  return bytes === 1 ? 65_536 : bytes;
}

/**
 * Whether the log is another file's. A generation of which one bit is another than one that is noted is not another file's, but
 * damaged: of random numbers none is so near.
 */
function isOfAnotherFile(path: string): boolean {
  if (!isForeign(path)) return false;
  const present = generationAt(path) ?? 0;
  return !notedGenerations(path).some((noted) => isPowerOfTwo((noted ^ present) >>> 0));
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && (value & (value - 1)) === 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
