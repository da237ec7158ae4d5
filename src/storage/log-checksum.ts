/*
 * The checksum of a write-ahead log (https://sqlite.org/fileformat2.html#checksum_algorithm): two sums over words of 32 bits, taken
 * two by two. They are linear in the words, so that the bit which makes a frame differ from its checksum can be found.
 */

/** The two sums, each of 32 bits. */
export interface LogSums {
  readonly first: number;
  readonly second: number;
}

/** A bit of some words: the word, and its place in it from the lowest. */
export interface WordBit {
  readonly word: number;
  readonly bit: number;
}

const WORD_BITS = 32;

/** The sums over words, which go on from those of what is before. The count of words is even. */
export function logSums(words: Uint32Array, before: LogSums): LogSums {
  let { first, second } = before;
  for (let at = 0; at < words.length; at += 2) {
    first = (first + (words[at] ?? 0) + second) | 0;
    second = (second + (words[at + 1] ?? 0) + first) | 0;
  }
  return { first: first >>> 0, second: second >>> 0 };
}

export function areSame(left: LogSums, right: LogSums): boolean {
  return left.first === right.first && left.second === right.second;
}

/** How many bits differ. */
export function bitsBetween(left: number, right: number): number {
  let count = 0;
  for (let rest = (left ^ right) >>> 0; rest > 0; rest = (rest & (rest - 1)) >>> 0) count++;
  return count;
}

/**
 * The bits of words each of which would make the sums right, were it another. The sums are weak in the upper bits of words: for
 * those there are several, one of which it is.
 * @param computed the sums that they have
 * @param right those that they should have
 * @returns none where more than one bit is wrong
 */
export function wrongBits(words: Uint32Array, computed: LogSums, right: LogSums): WordBit[] {
  const first = (right.first - computed.first) | 0;
  const second = (right.second - computed.second) | 0;
  const found: WordBit[] = [];
  // What adding 1 to a word of the last pair adds to the sums: to its first word, and to its second.
  let even = { first: 1, second: 1 };
  let odd = { first: 0, second: 1 };
  for (let at = words.length - 2; at >= 0; at -= 2) {
    const ofOdd = bitOf(words[at + 1] ?? 0, odd, first, second);
    if (ofOdd !== null) found.push({ word: at + 1, bit: ofOdd });
    const ofEven = bitOf(words[at] ?? 0, even, first, second);
    if (ofEven !== null) found.push({ word: at, bit: ofEven });
    // One pair more comes behind.
    even = onePairOn(even);
    odd = onePairOn(odd);
  }
  return found;
}

function onePairOn({ first, second }: LogSums): LogSums {
  const sum = (first + second) | 0;
  return { first: sum, second: (second + sum) | 0 };
}

/** The bit of a word that changes the sums by so much when it is turned round. */
function bitOf(word: number, weight: LogSums, first: number, second: number): number | null {
  for (let bit = 0; bit < WORD_BITS; bit++) {
    const power = 1 << bit;
    const change = (word & power) === 0 ? power : -power;
    const isIt = Math.imul(change, weight.first) === first && Math.imul(change, weight.second) === second;
    if (isIt) return bit;
  }
  return null;
}
