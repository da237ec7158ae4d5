import { sha256 } from "../journal/hash.ts";

/** How many bytes of a SHA-256 tell a print from another of its ordinal. */
const FINGERPRINT_BYTES = 16;

const TIME_BYTES = 8;

/** A fingerprint after all others of its ordinal, in hexadecimal. */
export const LAST_FINGERPRINT = "f".repeat(FINGERPRINT_BYTES * 2);

/**
 * What tells a print from all others of its workspace, for ever: of what never changes. Its bytes are 16.
 * @param createdAt epoch milliseconds
 */
export function fingerprintOf(createdAt: number, contentSha256: Uint8Array): Uint8Array {
  const both = new Uint8Array(TIME_BYTES + contentSha256.length);
  new DataView(both.buffer).setBigUint64(0, BigInt(createdAt));
  both.set(contentSha256, TIME_BYTES);
  return sha256(both).subarray(0, FINGERPRINT_BYTES);
}

const NO_HASH = new Uint8Array();

/**
 * What stands for the fingerprint of a print that was erased before its archive had it, and knew of which bytes: of its time
 * alone.
 * @param createdAt epoch milliseconds
 */
export function fingerprintOfTime(createdAt: number): Uint8Array {
  return fingerprintOf(createdAt, NO_HASH);
}
