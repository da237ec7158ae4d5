import { readSync } from "node:fs";
import { areSame, bitsBetween, type LogSums, logSums, type WordBit, wrongBits } from "./log-checksum.ts";

/*
 * The write-ahead log as SQLite writes it (https://sqlite.org/fileformat2.html#walformat): a header, then frames of a header and a
 * page each. Each frame's checksum goes on from that of the one before, so that SQLite reads up to the first frame whose checksum
 * is wrong: a single bit takes with it everything that was committed behind it.
 */

export const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Of a frame's header, what its checksum covers: the number of the page, and the size of the database after a commit. */
export const COVERED_WORDS = 2;

const MAGIC = { little: 0x377f_0682, big: 0x377f_0683 } as const;
const FORMAT_VERSION = 3_007_000;

const WORD_BYTES = 4;
const BYTE_BITS = 8;

/** The order of bytes of this machine. */
const IS_LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A header that is whole. */
export interface LogHeader {
  readonly isLittle: boolean;
  readonly pageBytes: number;
  readonly salts: readonly [number, number];
  readonly sums: LogSums;
}

/** A bit of a file that is another than was written. */
export interface FileBit {
  /** Byte of the file. */
  readonly offset: number;
  /** From the lowest. */
  readonly bit: number;
}

/** What a frame says, and whether that is what was written. */
export interface LogFrame {
  /** Whether it belongs to the log's present turn: what is behind the last one that does is of an earlier one. */
  readonly isOfTurn: boolean;
  readonly page: number;
  /** How many pages the database has after the commit; 0 where it is none. */
  readonly commitPages: number;
  readonly stored: LogSums;
  /** The sums that it has, going on from those of the frame before. */
  readonly computed: LogSums;
}

/** Reads a log's header. @returns `null` for one that is not whole */
export function readLogHeader(bytes: Buffer): LogHeader | null {
  const magic = bytes.readUInt32BE(0);
  const isLittle = magic === MAGIC.little;
  const pageBytes = bytes.readUInt32BE(8);
  const isPageSize = pageBytes >= 512 && pageBytes <= 65_536 && (pageBytes & (pageBytes - 1)) === 0;
  if ((!isLittle && magic !== MAGIC.big) || bytes.readUInt32BE(4) !== FORMAT_VERSION || !isPageSize)
    return null;
  const sums = { first: bytes.readUInt32BE(24), second: bytes.readUInt32BE(28) };
  if (!areSame(logSums(wordsOf(bytes.subarray(0, 24), isLittle), { first: 0, second: 0 }), sums)) return null;
  return { isLittle, pageBytes, salts: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)], sums };
}

/** The bits each of which makes a header whole when it is turned round, and the header that it then is. */
export function wrongBitsOfHeader(bytes: Buffer): { readonly bit: FileBit; readonly header: LogHeader }[] {
  return Array.from({ length: LOG_HEADER_BYTES * BYTE_BITS }, (_, at) => {
    const bit = { offset: Math.floor(at / BYTE_BITS), bit: at % BYTE_BITS };
    const turned = Buffer.from(bytes);
    turned[bit.offset] = (turned[bit.offset] ?? 0) ^ (1 << bit.bit);
    const header = readLogHeader(turned);
    return header === null ? [] : [{ bit, header }];
  }).flat();
}

/** The frames of an open log, one after the other. */
export class LogFrames {
  private readonly frameBytes: number;
  private readonly bytes: Buffer<ArrayBuffer>;
  /** The same as words: of the frame's header, and of its page. */
  private readonly headWords: Uint32Array;
  private readonly pageWords: Uint32Array;
  private at = -1;

  constructor(
    private readonly file: number,
    private readonly header: LogHeader,
  ) {
    this.frameBytes = FRAME_HEADER_BYTES + header.pageBytes;
    const buffer = new ArrayBuffer(this.frameBytes);
    this.bytes = Buffer.from(buffer);
    this.headWords = new Uint32Array(buffer, 0, COVERED_WORDS);
    this.pageWords = new Uint32Array(buffer, FRAME_HEADER_BYTES);
  }

  /** Reads a frame. @param before the sums of the one before it @returns `null` behind the end */
  read(number: number, before: LogSums): LogFrame | null {
    const length = readSync(this.file, this.bytes, 0, this.frameBytes, this.offsetOf(number));
    if (length < this.frameBytes) return null;
    this.at = number;
    const { bytes } = this;
    const [one, other] = this.header.salts;
    const head = logSums(this.inOrder(this.headWords), before);
    return {
      isOfTurn: bytes.readUInt32BE(8) === one && bytes.readUInt32BE(12) === other,
      page: bytes.readUInt32BE(0),
      commitPages: bytes.readUInt32BE(4),
      stored: { first: bytes.readUInt32BE(16), second: bytes.readUInt32BE(20) },
      computed: logSums(this.inOrder(this.pageWords), head),
    };
  }

  /** The words in the order of bytes that the log has: that of the machine which wrote it, and nearly always of this one. */
  private inOrder(words: Uint32Array): Uint32Array {
    return this.header.isLittle === IS_LITTLE ? words : words.map(swapped);
  }

  /** Of the frame that was read last: its page, as words. They change with the next. */
  get pageOfLast(): Uint32Array {
    return this.inOrder(this.pageWords);
  }

  /** The bits of the frame that was read last, each of which alone may be what is wrong with its header's or page's words. */
  wrongWordBits({ stored, computed }: LogFrame): WordBit[] {
    const words = Uint32Array.from([...this.inOrder(this.headWords), ...this.pageOfLast]);
    return wrongBits(words, computed, stored);
  }

  /** The only bit by which the salts of the frame that was read last are not those of the log. */
  wrongBitOfSalts(): FileBit | null {
    const { bytes } = this;
    const [one, other] = this.header.salts;
    return this.bitOfHeader([
      [8, bytes.readUInt32BE(8), one],
      [12, bytes.readUInt32BE(12), other],
    ]);
  }

  /** The only bit by which the sums stored in the frame that was read last are not those that it has. */
  wrongBitOfSums({ stored, computed }: LogFrame): FileBit | null {
    return this.bitOfHeader([
      [16, stored.first, computed.first],
      [20, stored.second, computed.second],
    ]);
  }

  /** Where a bit of a frame's header or page is in the file. */
  placeOf(number: number, { word, bit }: WordBit): FileBit {
    const from =
      word < COVERED_WORDS ? word * WORD_BYTES : FRAME_HEADER_BYTES + (word - COVERED_WORDS) * WORD_BYTES;
    const byte = Math.floor(bit / BYTE_BITS);
    const inWord = this.header.isLittle ? byte : WORD_BYTES - 1 - byte;
    return { offset: this.offsetOf(number) + from + inWord, bit: bit % BYTE_BITS };
  }

  /** A word of a frame's header as the number that it is there. */
  numberOf(word: number): number {
    return this.header.isLittle ? swapped(word) >>> 0 : word;
  }

  /** Where a frame's sums are stored. */
  offsetOfSums(number: number): number {
    return this.offsetOf(number) + 16;
  }

  private offsetOf(number: number): number {
    return LOG_HEADER_BYTES + number * this.frameBytes;
  }

  /** The only bit by which fields of the frame's header differ from what they should be. */
  private bitOfHeader(
    fields: readonly (readonly [offset: number, is: number, right: number])[],
  ): FileBit | null {
    const wrong = fields.filter(([, is, right]) => is !== right);
    const [field] = wrong;
    if (field === undefined || wrong.length > 1) return null;
    const [offset, is, right] = field;
    if (bitsBetween(is, right) !== 1) return null;
    const bit = 31 - Math.clz32((is ^ right) >>> 0);
    return {
      offset: this.offsetOf(this.at) + offset + 3 - Math.floor(bit / BYTE_BITS),
      bit: bit % BYTE_BITS,
    };
  }
}

function swapped(word: number): number {
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

/** The words of bytes, in the order of bytes that the log's header says. */
function wordsOf(bytes: Buffer, isLittle: boolean): Uint32Array {
  return Uint32Array.from({ length: bytes.length / WORD_BYTES }, (_, at) =>
    isLittle ? bytes.readUInt32LE(at * WORD_BYTES) : bytes.readUInt32BE(at * WORD_BYTES),
  );
}
