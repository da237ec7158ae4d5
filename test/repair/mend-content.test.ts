import { describe, expect, test } from "bun:test";
import { mendContent } from "../../src/repair/mend-content.ts";
import { decodeContent, encodeContent, type StoredContent } from "../../src/storage/raw-content.ts";

const text = new TextEncoder().encode("Kaffee 2,80 EUR\n".repeat(40));
const tiny = new Uint8Array([1, 2, 3, 4, 5]);

function flipped(bytes: Uint8Array, ...bits: number[]): Uint8Array {
  const copy = new Uint8Array(bytes);
  for (const bit of bits) copy[bit >>> 3] = (copy[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

const damages: readonly (readonly [string, (stored: StoredContent) => StoredContent, isMended: boolean])[] = [
  ["a bit of the bytes", (stored) => ({ ...stored, content: flipped(stored.content, 17) }), true],
  ["a bit of the hash", (stored) => ({ ...stored, sha256: flipped(stored.sha256, 200) }), true],
  ["a bit of the length", (stored) => ({ ...stored, byteLength: stored.byteLength ^ 16 }), true],
  ["how they are kept", (stored) => ({ ...stored, encoding: stored.encoding ^ 1 }), true],
  ["another way that there is not", (stored) => ({ ...stored, encoding: 64 }), true],
  ["two bits of the bytes", (stored) => ({ ...stored, content: flipped(stored.content, 3, 30) }), false],
  ["two bits of the hash", (stored) => ({ ...stored, sha256: flipped(stored.sha256, 3, 30) }), false],
];

describe.each([
  ["compressed", text],
  ["as they came", tiny],
] as const)("bytes %s", (_how, raw) => {
  test.each(damages)("%s", (_what, damage, isMended) => {
    const mended = mendContent(7, damage(encodeContent(raw)), performance.now() + 60_000);
    expect(mended && decodeContent(7, mended)).toEqual(isMended ? raw : null);
  });
});
