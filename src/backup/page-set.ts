const WORD_BITS = 32;

/** A set of pages, a bit each. */
export class PageSet {
  private words = new Uint32Array(64);
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(page: number): void {
    const word = page >>> 5;
    if (word >= this.words.length) {
      const larger = new Uint32Array(Math.max(word + 1, this.words.length * 2));
      larger.set(this.words);
      this.words = larger;
    }
    const present = this.words[word] as number;
    const bit = 1 << (page & (WORD_BITS - 1));
    if ((present & bit) !== 0) return;
    this.words[word] = present | bit;
    this.count++;
  }

  /** The pages in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [word, bits] of this.words.entries())
      for (let left = bits; left !== 0; left &= left - 1)
        yield word * WORD_BITS + (WORD_BITS - 1 - Math.clz32(left & -left));
  }
}
