import { areSame, type LogSums, logSums } from "../storage/log-checksum.ts";
import { COVERED_WORDS, LOG_HEADER_BYTES } from "../storage/log-frames.ts";
import { readRange, type OpenedFile } from "./opened-file.ts";

/*
 * Frames of a write-ahead log, sqlite.org/fileformat2.html, "The Write-Ahead Log". SQLite reads up to the first frame that is
 * damaged. The checksum of each frame goes on from that of the one before, which lies in that one's header: so a frame behind a
 * damaged one can still be told to be whole.
 */

const WORD_BYTES = 4;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE = 0x377f_0682;
const MAGIC_BIG = 0x377f_0683;

/** A frame that is whole. */
export interface LogFrame {
  readonly page: number;
  /** Where its page is in the log, bytes. */
  readonly offset: number;
}

/** What a log has. Frames are in the order in which they were written. */
export interface LogContents {
  readonly pageBytes: number;
  /** Of transactions that were committed. */
  readonly committed: readonly LogFrame[];
  /** Pages whose newest frame is damaged: what is older is not what they were. */
  readonly damagedPages: ReadonlySet<number>;
  /** Whole frames of a last transaction whose end is damaged: it may have been acknowledged. None where it merely was cut off. */
  readonly tail: readonly LogFrame[];
  /** Whole frames from before the log began anew. */
  readonly earlier: readonly LogFrame[];
  readonly damagedFrames: number;
  /** How many pages the database has after the last commit; `null` where there is none. */
  readonly databasePages: number | null;
}

interface Frame extends LogFrame {
  readonly salts: string;
  readonly commitPages: number;
  readonly isWhole: boolean;
}

/** The page size that a log says; `null` for one without a header. */
export function logPageBytes(log: OpenedFile): number | null {
  const header = readRange(log, 0, LOG_HEADER_BYTES);
  if (header === null || header.byteLength < LOG_HEADER_BYTES) return null;
  const view = viewOf(header);
  const magic = view.getUint32(0);
  return magic === MAGIC_LITTLE || magic === MAGIC_BIG ? view.getUint32(8) : null;
}

/** Reads all frames of a log. @param pageBytes of its database */
export function readLog(log: OpenedFile, pageBytes: number): LogContents {
  const header = readRange(log, 0, LOG_HEADER_BYTES) ?? new Uint8Array(LOG_HEADER_BYTES);
  const frames = readFrames(log, pageBytes, header);
  const salts = currentSalts(header, frames);
  // The log is written from its beginning: behind its present turn is what an earlier one left.
  const past = frames.findLastIndex((frame) => frame.salts === salts) + 1;
  const current = frames.slice(0, past);
  const end = current.findLastIndex(({ isWhole, commitPages }) => isWhole && commitPages > 0);
  const committed = current.slice(0, end + 1);
  const tail = current.slice(end + 1);
  return {
    pageBytes,
    committed: committed.filter(({ isWhole }) => isWhole),
    damagedPages: pagesEndingDamaged(committed),
    tail: tail.every(({ isWhole }) => isWhole) ? [] : tail.filter(({ isWhole }) => isWhole),
    earlier: frames.slice(past).filter(({ isWhole }) => isWhole),
    damagedFrames: current.filter(({ isWhole }) => !isWhole).length,
    databasePages: current[end]?.commitPages ?? null,
  };
}

/** The last frame of each of these pages is damaged. */
function pagesEndingDamaged(frames: readonly Frame[]): Set<number> {
  const damaged = new Set<number>();
  for (const { page, isWhole } of frames) {
    if (isWhole) damaged.delete(page);
    else damaged.add(page);
  }
  return damaged;
}

function readFrames(log: OpenedFile, pageBytes: number, header: Uint8Array): Frame[] {
  const view = viewOf(header);
  const isLittle = view.getUint32(0) !== MAGIC_BIG;
  let before: LogSums = { first: view.getUint32(24), second: view.getUint32(28) };
  const frames: Frame[] = [];
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  for (let offset = LOG_HEADER_BYTES; offset + frameBytes <= log.bytes; offset += frameBytes) {
    const bytes = readRange(log, offset, frameBytes);
    if (bytes === null) {
      frames.push({ page: 0, offset: 0, salts: frames.at(-1)?.salts ?? "", commitPages: 0, isWhole: false });
      continue;
    }
    const frame = viewOf(bytes);
    const stored: LogSums = { first: frame.getUint32(16), second: frame.getUint32(20) };
    const head = logSums(wordsOf(frame, 0, COVERED_WORDS, isLittle), before);
    const pageWords = wordsOf(frame, FRAME_HEADER_BYTES, pageBytes / WORD_BYTES, isLittle);
    frames.push({
      page: frame.getUint32(0),
      offset: offset + FRAME_HEADER_BYTES,
      salts: `${frame.getUint32(8)} ${frame.getUint32(12)}`,
      commitPages: frame.getUint32(4),
      isWhole: areSame(logSums(pageWords, head), stored),
    });
    before = stored;
  }
  return frames;
}

/** The salts of the log's present turn: its header says them, and where that is damaged the first frames do. */
function currentSalts(header: Uint8Array, frames: readonly Frame[]): string {
  const view = viewOf(header);
  const said = `${view.getUint32(16)} ${view.getUint32(20)}`;
  return frames.some(({ salts, isWhole }) => isWhole && salts === said)
    ? said
    : (frames.find(({ isWhole }) => isWhole)?.salts ?? said);
}

/** So many words from a byte on, as the log has them. */
function wordsOf(view: DataView, from: number, count: number, isLittle: boolean): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) =>
    view.getUint32(from + index * WORD_BYTES, isLittle),
  );
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
