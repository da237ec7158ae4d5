/** Pages that are told apart, a bit each; beyond these, pages share one. A power of two. */
const PAGES = 2 ** 25;
const WORD_BITS = 32;
const WORDS = PAGES / WORD_BITS;

/** Words before those of the pages. */
const IS_WATCHED = 0;
const IS_UNKNOWN = 1;
const CHANGES = 2;
const HEADER_WORDS = 3;

/** Words of pages for each word that says whether there is anything in them, so that a look at nothing is quick. */
const GROUP_WORDS = 1024;
const GROUPS = WORDS / GROUP_WORDS;

/**
 * Which pages of the database file have been written since they were last taken, as the writer's Worker notes them and the
 * backup's takes them. Pages that have not changed may be among them; none that has is missing. The memory is the system's
 * until a page is noted.
 */
export class ChangedPages {
  private readonly words: Int32Array;

  constructor(readonly memory = new SharedArrayBuffer((HEADER_WORDS + GROUPS + WORDS) * 4)) {
    this.words = new Int32Array(memory);
  }

  /** Whether anybody wants to know: noting costs a little. */
  get isWatched(): boolean {
    return Atomics.load(this.words, IS_WATCHED) === 1;
  }

  /** Has pages noted from now on. What was written before is not known. */
  watch(): void {
    Atomics.store(this.words, IS_WATCHED, 1);
  }

  /** Notes that a page was written to the log and is committed. To be called before it gets into the file. */
  note(page: number): void {
    const place = page & (PAGES - 1);
    const word = place >>> 5;
    Atomics.or(this.words, HEADER_WORDS + GROUPS + word, 1 << (place & (WORD_BITS - 1)));
    Atomics.store(this.words, HEADER_WORDS + Math.floor(word / GROUP_WORDS), 1);
  }

  /** Notes that any page may have been written. */
  noteUnknown(): void {
    Atomics.store(this.words, IS_UNKNOWN, 1);
    Atomics.add(this.words, CHANGES, 1);
  }

  /**
   * Takes what was noted.
   * @param pages of the database, to tell apart those that share a bit
   * @param take called with each page
   * @returns whether these are all; if not, any page may have been written
   */
  take(pages: number, take: (page: number) => void): boolean {
    for (let group = 0; group < GROUPS; group++) {
      // Cleared before its words are: what is noted meanwhile sets it again.
      if (Atomics.exchange(this.words, HEADER_WORDS + group, 0) === 0) continue;
      for (let word = group * GROUP_WORDS; word < (group + 1) * GROUP_WORDS; word++) {
        let bits = Atomics.exchange(this.words, HEADER_WORDS + GROUPS + word, 0);
        for (; bits !== 0; bits &= bits - 1) {
          const place = word * WORD_BITS + (WORD_BITS - 1 - Math.clz32(bits & -bits));
          for (let page = place === 0 ? PAGES : place; page <= Math.max(pages, place); page += PAGES)
            take(page);
        }
      }
    }
    return Atomics.exchange(this.words, IS_UNKNOWN, 0) === 0;
  }
}
