/** Modules of a QR code as bits, 32 in a word, the leftmost highest. */
export interface BitMatrix {
  /** Modules of a side. */
  readonly size: number;
  /** Words a row; the bits right of its last module are 0. */
  readonly rowWords: number;
  readonly words: Int32Array;
}

/** A matrix of light modules. */
export function emptyMatrix(size: number): BitMatrix {
  const rowWords = (size + 31) >> 5;
  return { size, rowWords, words: new Int32Array(rowWords * size) };
}

/** Makes a module dark. */
export function setDark({ rowWords, words }: BitMatrix, x: number, y: number): void {
  const at = y * rowWords + (x >> 5);
  words[at] = (words[at] ?? 0) | (HIGHEST >>> (x & 31));
}

/** The bit of the leftmost module of a word. */
const HIGHEST = 1 << 31;

/** Whether a module is dark. */
export function isDark({ rowWords, words }: BitMatrix, x: number, y: number): boolean {
  return (((words[y * rowWords + (x >> 5)] ?? 0) << (x & 31)) & HIGHEST) !== 0;
}

/** The modules as a picture: most significant bit left, rows padded to a byte. */
export function bytesOf({ size, rowWords, words }: BitMatrix): Uint8Array {
  const rowBytes = (size + 7) >> 3;
  const bytes = new Uint8Array(size * rowBytes);
  for (let y = 0, to = 0; y < size; y++) {
    for (let index = 0; index < rowBytes; index++)
      bytes[to++] = (words[y * rowWords + (index >> 2)] ?? 0) >>> (24 - 8 * (index & 3));
  }
  return bytes;
}

/** Dark modules in a word. */
export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  bits = (bits + (bits >>> 4)) & 0x0f0f_0f0f;
  return Math.imul(bits, 0x0101_0101) >>> 24;
}
