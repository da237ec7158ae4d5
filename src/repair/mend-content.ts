import { decodeContent, type StoredContent } from "../storage/raw-content.ts";

/** Longer contents are not tried: it takes a hash of the whole for each of their bits. */
const MOST_MENDED_BYTES = 32 * 1024;

/** All ways in which bytes are kept; see `raw-content.ts`. */
const ENCODINGS = [0, 1] as const;

/**
 * Puts the stored bytes of a print right of which one bit is another: in the bytes, in their hash, in their length or in how they
 * are kept. What comes out has the SHA-256 of the bytes that came, so it is what came.
 * @param deadline of `performance.now()`, after which nothing more is tried
 * @returns `null` where that does not make it whole
 */
export function mendContent(printId: number, stored: StoredContent, deadline: number): StoredContent | null {
  for (const encoding of ENCODINGS) {
    const raw = rawOf(stored.content, encoding);
    if (raw === null) continue;
    const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest();
    if (differingBits(sha256, stored.sha256) <= 1)
      return { ...stored, sha256, encoding, byteLength: raw.byteLength };
  }
  if (stored.content.byteLength > MOST_MENDED_BYTES) return null;
  const content = new Uint8Array(stored.content);
  const candidate = { ...stored, content };
  for (let bit = 0; bit < content.byteLength * 8 && performance.now() < deadline; bit++) {
    flip(content, bit);
    if (isWhole(printId, candidate)) return candidate;
    flip(content, bit);
  }
  return null;
}

function flip(bytes: Uint8Array, bit: number): void {
  bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
}

function isWhole(printId: number, stored: StoredContent): boolean {
  try {
    decodeContent(printId, stored);
    return true;
  } catch {
    return false;
  }
}

function rawOf(content: Uint8Array, encoding: number): Uint8Array | null {
  if (encoding === 0) return content;
  try {
    return Bun.zstdDecompressSync(content);
  } catch {
    return null;
  }
}

/** How many bits of two hashes differ. */
export function differingBits(one: Uint8Array, other: Uint8Array): number {
  if (one.byteLength !== other.byteLength) return Infinity;
  let bits = 0;
  for (const [index, byte] of one.entries())
    for (let rest = byte ^ (other[index] ?? 0); rest > 0; rest &= rest - 1) bits++;
  return bits;
}
