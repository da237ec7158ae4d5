import type { ReadResult } from "./session-action.ts";

/** The end of a stream, after which nothing comes. */
type Ending = Extract<ReadResult, { kind: "end" | "broken" }>;

/** What came by a socket and has not been read yet. */
export class ReceiveBuffer {
  private chunks: Uint8Array[] = [];
  private ending: Ending | null = null;
  private reader: ((result: ReadResult) => void) | null = null;
  private bufferedBytes = 0;

  /** Bytes that wait to be read. */
  get byteLength(): number {
    return this.bufferedBytes;
  }

  /** Adds bytes; they are copied, since the socket's buffer is not ours. */
  push(bytes: Uint8Array): void {
    if (bytes.byteLength === 0 || this.ending?.kind === "broken") return;
    this.chunks.push(bytes.slice());
    this.bufferedBytes += bytes.byteLength;
    this.wake();
  }

  /** The stream has ended: what came before is still read. */
  end(): void {
    this.ending ??= { kind: "end" };
    this.wake();
  }

  /** The connection is gone: what came before is still read, since it may be all that ever comes of a print. */
  break(): void {
    if (this.ending === null) this.ending = { kind: "broken" };
    this.wake();
  }

  /** Waits for the next result, at most so many milliseconds. */
  async read(waitMilliseconds: number): Promise<ReadResult> {
    const ready = this.next();
    if (ready !== null) return ready;
    const { promise, resolve } = Promise.withResolvers<ReadResult>();
    const timer = setTimeout(() => {
      this.reader = null;
      resolve({ kind: "timeout" });
    }, waitMilliseconds);
    this.reader = resolve;
    const result = await promise;
    clearTimeout(timer);
    return result;
  }

  private wake(): void {
    const reader = this.reader;
    if (reader === null) return;
    const ready = this.next();
    if (ready === null) return;
    this.reader = null;
    reader(ready);
  }

  private next(): ReadResult | null {
    const bytes = this.chunks.shift();
    if (bytes === undefined) return this.ending;
    this.bufferedBytes -= bytes.byteLength;
    return { kind: "bytes", bytes };
  }
}
