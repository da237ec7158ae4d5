/**
 * Gives the memory of bytes back without waiting for the collector: a buffer is detached by being transferred. Nothing may
 * look at the buffer afterwards, by any view. The collector would come for it far too late: it waits for as much garbage
 * as there is in use, and the caches are in use.
 */
export function releaseMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
