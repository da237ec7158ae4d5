import type { Socket } from "bun";
import type { ReadEnding } from "./lpd-driver.ts";

/** A host's socket: what it sends waits to be read, and what is sent waits until the socket takes it. */
export class LpdSocket {
  isGone = false;
  private received: Uint8Array[] = [];
  private receivedBytes = 0;
  private ending: "end" | "broken" | null = null;
  private onReceived = () => {};
  private isPaused = false;
  private unsent = new Uint8Array(0);
  private onSent = () => {};

  /** @param bufferedBytes received bytes from which on the socket is paused */
  constructor(
    private readonly socket: Socket<unknown>,
    private readonly bufferedBytes: number,
  ) {}

  /** Bytes came; they are copied, since the socket's buffer is not ours. */
  receive(bytes: Uint8Array): void {
    if (bytes.byteLength === 0 || this.ending === "broken") return;
    this.received.push(Uint8Array.from(bytes));
    this.receivedBytes += bytes.byteLength;
    this.onReceived();
    if (this.isPaused || this.receivedBytes <= this.bufferedBytes) return;
    this.isPaused = true;
    this.socket.pause();
  }

  /** Nothing more will come: what came before is still read, since it may be all that ever comes of a print. */
  endReceiving(ending: "end" | "broken"): void {
    this.ending ??= ending;
    this.onReceived();
  }

  /** Waits for bytes, at most so many milliseconds. */
  async read(waitMilliseconds: number): Promise<Uint8Array | ReadEnding> {
    if (this.isPaused && this.receivedBytes === 0 && !this.isGone) {
      this.isPaused = false;
      this.socket.resume();
    }
    if (this.receivedBytes === 0 && this.ending === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, waitMilliseconds);
      this.onReceived = resolve;
      await promise;
      clearTimeout(timer);
    }
    const bytes = this.received.shift();
    this.receivedBytes -= bytes?.byteLength ?? 0;
    return bytes ?? this.ending ?? "timeout";
  }

  /** Sends bytes, one after the other. @returns once the socket has taken them, or is gone */
  async send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.unsent = bytes;
    this.onSent = resolve;
    this.drain();
    await promise;
  }

  /** The socket takes bytes again. */
  drain(): void {
    if (!this.isGone && this.unsent.byteLength > 0)
      this.unsent = this.unsent.subarray(Math.max(0, this.socket.write(this.unsent)));
    if (this.isGone || this.unsent.byteLength === 0) this.onSent();
  }

  /** The socket is gone. */
  lose(): void {
    this.isGone = true;
    this.drain();
  }

  /** Breaks the connection. */
  terminate(): void {
    this.isGone = true;
    this.socket.terminate();
  }

  /** Closes in order. @param lingerMilliseconds how long the host has to close its side */
  close(lingerMilliseconds: number): void {
    if (this.isGone) return;
    this.socket.end();
    setTimeout(() => this.socket.terminate(), lingerMilliseconds).unref();
  }
}
