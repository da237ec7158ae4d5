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

/** Gives the memory of huge bytes back that nobody looks at any more, by no view of their buffer. */
export function releaseHuge(bytes: Uint8Array): void {
  if (bytes.byteLength >= HUGE_BYTES) releaseMemory(bytes);
}

/**
 * Gives the memory of bytes back without waiting for the collector: a buffer is detached by being transferred. Nothing may
 * look at the buffer afterwards, by any view. The collector would come for it far too late: it waits for as much garbage
 * as there is in use, and the caches are in use.
 */
export function releaseMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
