import type { Socket } from "bun";
import { unacknowledgedBytes } from "../../platform/unacknowledged-bytes.ts";
import { causeOf, ConnectError, type ConnectionEvents, type PrinterConnection } from "./connection.ts";

/** A TCP connection of ours to a printer: keeps what the socket does not take at once, and sends it when it drains. */
export class TcpConnection implements PrinterConnection {
  private socket: Socket<undefined> | null = null;
  private readonly queue: Uint8Array[] = [];
  pending = 0;
  private afterQueue: "stay" | "shutdown" | "close" = "stay";
  private isEnded = false;

  private constructor(private readonly events: ConnectionEvents) {}

  /** Connects. @param milliseconds how long that may take @throws ConnectError */
  static async open(
    host: string,
    port: number,
    milliseconds: number,
    events: ConnectionEvents,
  ): Promise<TcpConnection> {
    const connection = new TcpConnection(events);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new ConnectError("it did not answer in time")), milliseconds);
    const connecting = Bun.connect({
      hostname: host,
      port,
      allowHalfOpen: true,
      socket: {
        data: (_socket, bytes) => events.onData(bytes),
        drain: () => connection.flush(),
        end: () => connection.end(null),
        close: (_socket, error) => connection.end(error === undefined ? null : causeOf(error)),
        error: (_socket, error) => connection.end(causeOf(error)),
      },
    });
    try {
      connection.socket = await Promise.race([connecting, late]);
      // Requests are a few bytes each, and each waits for the answer to the one before.
      connection.socket.setNoDelay(true);
      return connection;
    } catch (error) {
      connection.isEnded = true;
      void connecting.then((socket) => socket.terminate()).catch(() => {});
      throw error instanceof ConnectError ? error : new ConnectError(causeOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  portStatus(): Promise<null> {
    return Promise.resolve(null);
  }

  get unacknowledged(): number {
    return this.pending + (this.socket === null ? 0 : unacknowledgedBytes(this.socket));
  }

  write(bytes: Uint8Array): void {
    if (this.isEnded || bytes.length === 0) return;
    this.queue.push(bytes);
    this.pending += bytes.length;
    if (this.queue.length === 1) this.flush();
  }

  shutdown(): void {
    this.finishWith("shutdown");
  }

  close(): void {
    this.isEnded = true;
    this.finishWith("close");
  }

  terminate(): void {
    this.isEnded = true;
    this.socket?.terminate();
  }

  pause(): void {
    this.socket?.pause();
  }

  resume(): void {
    this.socket?.resume();
  }

  private finishWith(how: "shutdown" | "close"): void {
    this.afterQueue = how;
    if (this.queue.length === 0) this.finish();
  }

  private finish(): void {
    if (this.afterQueue === "shutdown") this.socket?.shutdown();
    else if (this.afterQueue === "close") this.socket?.end();
  }

  private flush(): void {
    for (let bytes = this.queue[0]; bytes !== undefined; bytes = this.queue[0]) {
      const written = Math.max(this.socket?.write(bytes) ?? 0, 0);
      this.pending -= written;
      if (written < bytes.length) this.queue[0] = bytes.subarray(written);
      else this.queue.shift();
      if (written > 0 && !this.isEnded) this.events.onTaken(written);
      if (written < bytes.length) return;
    }
    this.finish();
  }

  private end(cause: string | null): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.events.onEnd(cause);
  }
}
