/* The records of the ZIP format (APPNOTE.TXT 6.3.10). All numbers are little-endian. */

/** What the records of a file say. */
export interface EntryFacts {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  readonly crc: number;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly isDeflated: boolean;
  /** Where its local header begins in the archive, bytes. */
  readonly offset: number;
}

const LOCAL_SIGNATURE = 0x04034b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const END_64_SIGNATURE = 0x06064b50;
const LOCATOR_64_SIGNATURE = 0x07064b50;

const STORED = 0;
const DEFLATED = 8;

/** Names are UTF-8 (general purpose bit 11). */
const UTF_8_FLAG = 1 << 11;
const VERSION_20 = 20;
const VERSION_ZIP64 = 45;
/** Made on Unix, so that the permissions below count. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
/** A plain file that its owner may write and all may read, as Unix has it in the upper half. */
const ATTRIBUTES = 0o100644 * 2 ** 16;

/** What stands where a number is in the ZIP64 records. */
const BEYOND_32 = 0xffffffff;
const BEYOND_16 = 0xffff;

const ZIP64_FIELD = 0x0001;
/** Info-ZIP's extended timestamp: seconds of UTC, since the format's own time has no zone. */
const TIME_FIELD = 0x5455;
const HAS_MODIFIED = 1;

/** Numbers of so many bytes, one after the other. */
function packed(numbers: readonly (readonly [value: number, bytes: 1 | 2 | 4 | 8])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of numbers) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** What stands before a file's content. */
export function localHeader(facts: EntryFacts): Uint8Array {
  const { crc, bytes, packedBytes } = facts;
  const isLarge = Math.max(bytes, packedBytes) >= BEYOND_32;
  const name = Buffer.from(facts.name);
  // A local header has both sizes there, or none (4.5.3).
  const extra = Buffer.concat([timeField(facts), zip64Field(isLarge ? [bytes, packedBytes] : [])]);
  const head = packed([
    [LOCAL_SIGNATURE, 4],
    [isLarge ? VERSION_ZIP64 : VERSION_20, 2],
    [UTF_8_FLAG, 2],
    [facts.isDeflated ? DEFLATED : STORED, 2],
    ...dosTime(facts.modifiedAt),
    [crc, 4],
    [isLarge ? BEYOND_32 : packedBytes, 4],
    [isLarge ? BEYOND_32 : bytes, 4],
    [name.byteLength, 2],
    [extra.byteLength, 2],
  ]);
  return Buffer.concat([head, name, extra]);
}

/** A file's entry in the list at the end. */
export function entryRecord(facts: EntryFacts): Uint8Array {
  const sizes = [facts.bytes, facts.packedBytes, facts.offset];
  const large = sizes.filter((size) => size >= BEYOND_32);
  const [bytes = 0, packedBytes = 0, offset = 0] = sizes.map((size) => Math.min(size, BEYOND_32));
  const name = Buffer.from(facts.name);
  const extra = Buffer.concat([timeField(facts), zip64Field(large)]);
  const head = packed([
    [ENTRY_SIGNATURE, 4],
    [MADE_BY, 2],
    [large.length > 0 ? VERSION_ZIP64 : VERSION_20, 2],
    [UTF_8_FLAG, 2],
    [facts.isDeflated ? DEFLATED : STORED, 2],
    ...dosTime(facts.modifiedAt),
    [facts.crc, 4],
    [packedBytes, 4],
    [bytes, 4],
    [name.byteLength, 2],
    [extra.byteLength, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [ATTRIBUTES, 4],
    [offset, 4],
  ]);
  return Buffer.concat([head, name, extra]);
}

/**
 * What ends an archive.
 * @param files in the list
 * @param begins where the list begins in the archive, bytes
 * @param bytes of the list
 */
export function endRecords(files: number, begins: number, bytes: number): Uint8Array {
  const isLarge = files >= BEYOND_16 || Math.max(begins, bytes) >= BEYOND_32;
  const end = packed([
    [END_SIGNATURE, 4],
    [0, 2],
    [0, 2],
    [Math.min(files, BEYOND_16), 2],
    [Math.min(files, BEYOND_16), 2],
    [Math.min(bytes, BEYOND_32), 4],
    [Math.min(begins, BEYOND_32), 4],
    [0, 2],
  ]);
  if (!isLarge) return end;
  const end64 = packed([
    [END_64_SIGNATURE, 4],
    // The bytes of this record after this number.
    [44, 8],
    [MADE_BY, 2],
    [VERSION_ZIP64, 2],
    [0, 4],
    [0, 4],
    [files, 8],
    [files, 8],
    [bytes, 8],
    [begins, 8],
  ]);
  const locator = packed([
    [LOCATOR_64_SIGNATURE, 4],
    [0, 4],
    [begins + bytes, 8],
    [1, 4],
  ]);
  return Buffer.concat([end64, locator, end]);
}

function zip64Field(sizes: readonly number[]): Buffer {
  if (sizes.length === 0) return Buffer.alloc(0);
  return packed([[ZIP64_FIELD, 2], [8 * sizes.length, 2], ...sizes.map((size) => [size, 8] as const)]);
}

function timeField({ modifiedAt }: EntryFacts): Buffer {
  const seconds = Math.min(Math.max(0, Math.floor(modifiedAt / 1000)), 0x7fffffff);
  return packed([
    [TIME_FIELD, 2],
    [5, 2],
    [HAS_MODIFIED, 1],
    [seconds, 4],
  ]);
}

/** Time and date as MS-DOS has them: two-second steps from 1980 to 2107, here of UTC. */
function dosTime(milliseconds: number): [number, 2][] {
  const date = new Date(milliseconds);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [
    [time, 2],
    [day, 2],
  ];
}
