/** Pieces put together. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The bytes that are missing to a multiple of a length. */
export function padding(length: number, multiple: number): Uint8Array {
  return new Uint8Array((multiple - (length % multiple)) % multiple);
}

export function ascii(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function sha256(bytes: Uint8Array | string): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** Where in a file of gzip the operating system is told (RFC 1952). */
const GZIP_SYSTEM = 9;
const GZIP_SYSTEM_UNKNOWN = 255;

/** Compressed by gzip, the same on every system: without a time, and without the system that did it. */
export function gzipped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const packed = Bun.gzipSync(bytes, { level: 6 });
  packed[GZIP_SYSTEM] = GZIP_SYSTEM_UNKNOWN;
  return packed;
}

/** Higher levels take ten times as long for a twentieth less. */
const ZSTD_LEVEL = 12;

export function zstandard(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Bun.zstdCompressSync(bytes, { level: ZSTD_LEVEL }));
}
