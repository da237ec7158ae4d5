/** Where a database file's first page has what differs between files of the same content. */
const JOURNAL_MODE_OFFSET = 18;
const CHANGE_COUNTER_OFFSET = 24;
const GENERATION_OFFSET = 68;
const VALID_FOR_OFFSET = 92;
const WITHOUT_LOG = 1;

/** SQLite locks bytes from here on; the page that has them is never used. */
const LOCKED_BYTES_OFFSET = 2 ** 30;

/** Pages are counted from 1. */
export const FIRST_PAGE = 1;

/** The page that is never read or written: Windows refuses to read it while the database is open. */
export function lockedPage(pageBytes: number): number {
  return LOCKED_BYTES_OFFSET / pageBytes + FIRST_PAGE;
}

/**
 * Makes the first page as it is in a backup: of a database without a log, so that every program opens it where it is, and
 * without what a transaction that changes nothing changes.
 */
export function normaliseFirstPage(page: Uint8Array): void {
  const view = new DataView(page.buffer, page.byteOffset);
  view.setUint8(JOURNAL_MODE_OFFSET, WITHOUT_LOG);
  view.setUint8(JOURNAL_MODE_OFFSET + 1, WITHOUT_LOG);
  // The two are the same where the number of pages beside them counts.
  view.setUint32(CHANGE_COUNTER_OFFSET, 1);
  view.setUint32(VALID_FOR_OFFSET, 1);
  view.setUint32(GENERATION_OFFSET, 0);
}

/** What is to be remembered of a page: xxHash64 of its bytes, seeded with its number. */
function hashOf(number: number, page: Uint8Array): bigint {
  return Bun.hash.xxHash64(page, BigInt(number)) as bigint;
}

/** The hashes of all pages of a state of the database, by which the pages that differ are found: 8 bytes for each. */
export class PageHashes {
  private hashes = new BigUint64Array(1024);
  private length = 0;
  private sum = 0n;

  /** Pages that it has, from the first on. */
  get pages(): number {
    return this.length;
  }

  /** All hashes XORed: the checksum of the state, hexadecimal. */
  get checksum(): string {
    return inHexadecimal(this.sum);
  }

  /** Whether a page is there with these bytes. */
  has(number: number, page: Uint8Array): boolean {
    return number <= this.length && this.hashes[number - FIRST_PAGE] === hashOf(number, page);
  }

  set(number: number, page: Uint8Array): void {
    this.grow(number);
    const hash = hashOf(number, page);
    this.sum ^= (this.hashes[number - FIRST_PAGE] as bigint) ^ hash;
    this.hashes[number - FIRST_PAGE] = hash;
  }

  /** The {@link checksum} when pages are set, and only so many are left. */
  checksumWith(
    pages: Iterable<{ readonly number: number; readonly page: Uint8Array }>,
    left: number,
  ): string {
    let sum = this.sum;
    for (let index = left; index < this.length; index++) sum ^= this.hashes[index] as bigint;
    for (const { number, page } of pages) {
      const present = number <= this.length ? (this.hashes[number - FIRST_PAGE] as bigint) : 0n;
      sum ^= present ^ hashOf(number, page);
    }
    return inHexadecimal(sum);
  }

  /** Leaves only so many pages. */
  truncate(pages: number): void {
    for (let index = pages; index < this.length; index++) {
      this.sum ^= this.hashes[index] as bigint;
      this.hashes[index] = 0n;
    }
    this.length = Math.min(this.length, pages);
  }

  private grow(number: number): void {
    if (number > this.hashes.length) {
      const larger = new BigUint64Array(Math.max(number, this.hashes.length * 2));
      larger.set(this.hashes);
      this.hashes = larger;
    }
    this.length = Math.max(this.length, number);
  }

  /** The hashes as bytes, to be kept from one run to the next. */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.hashes.buffer, 0, this.length * BigUint64Array.BYTES_PER_ELEMENT);
  }

  /** What {@link bytes} gave. */
  static of(bytes: Uint8Array): PageHashes {
    const known = new PageHashes();
    known.hashes = new BigUint64Array(new Uint8Array(bytes).buffer);
    known.length = known.hashes.length;
    for (const hash of known.hashes) known.sum ^= hash;
    return known;
  }
}

function inHexadecimal(sum: bigint): string {
  return sum.toString(16).padStart(16, "0");
}
