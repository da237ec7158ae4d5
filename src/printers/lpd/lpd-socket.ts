import type { Socket } from "bun";
import { ReceiveBuffer } from "./receive-buffer.ts";
import type { ReadResult } from "./session-action.ts";

/** A host's socket: what it sends waits to be read, and what is sent waits until the socket takes it. */
export class LpdSocket {
  readonly received = new ReceiveBuffer();
  isGone = false;
  private isPaused = false;
  private unsent: Uint8Array[] = [];
  private onDrained: (() => void) | null = null;

  /** @param bufferedBytes received bytes from which on the socket is paused */
  constructor(
    private readonly socket: Socket<unknown>,
    private readonly bufferedBytes: number,
  ) {}

  /** Bytes came. */
  receive(bytes: Uint8Array): void {
    this.received.push(bytes);
    if (!this.isPaused && this.received.byteLength > this.bufferedBytes) {
      this.isPaused = true;
      this.socket.pause();
    }
  }

  /** Waits for bytes, at most so many milliseconds. */
  read(waitMilliseconds: number): Promise<ReadResult> {
    if (this.isPaused && this.received.byteLength === 0 && !this.isGone) {
      this.isPaused = false;
      this.socket.resume();
    }
    return this.received.read(waitMilliseconds);
  }

  /** Sends bytes. @returns once the socket has taken them, or is gone */
  async send(bytes: Uint8Array): Promise<undefined> {
    if (this.isGone) return;
    this.unsent.push(bytes);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onDrained = resolve;
    this.drain();
    await promise;
  }

  /** The socket takes bytes again. */
  drain(): void {
    while (this.unsent.length > 0 && !this.isGone) {
      const bytes = this.unsent[0] as Uint8Array;
      const written = Math.max(0, this.socket.write(bytes));
      if (written < bytes.byteLength) {
        this.unsent[0] = bytes.subarray(written);
        return;
      }
      this.unsent.shift();
    }
    this.onDrained?.();
    this.onDrained = null;
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
    const timer = setTimeout(() => this.socket.terminate(), lingerMilliseconds);
    timer.unref();
  }
}
