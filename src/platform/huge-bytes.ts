import { MEBIBYTE } from "../domain/limits.ts";

/** Work on as many bytes leaves so much garbage that the collector is called at once. */
const HUGE_BYTES = MEBIBYTE;

/**
 * Collects the garbage that work on a huge print has left, for threads in the background: left to itself the collector waits
 * until the heap is several times what is in use, and each of several threads would keep hundreds of megabytes.
 * @param bytes that were worked on
 */
export function collectAfter(bytes: number): void {
  if (bytes >= HUGE_BYTES) Bun.gc(true);
}

/** Gives the memory of bytes back that nobody looks at any more, by no view of their buffer. */
export function releaseHuge({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= HUGE_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
