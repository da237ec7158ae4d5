/** Some bytes, with one bit after the other flipped; always the same array. */
export function* flippedBytes(bytes: Uint8Array): Generator<Uint8Array> {
  const copy = new Uint8Array(bytes);
  for (let bit = 0; bit < bytes.byteLength * 8; bit++) {
    copy[bit >>> 3] = (copy[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
    yield copy;
    copy[bit >>> 3] = (copy[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
  }
}
