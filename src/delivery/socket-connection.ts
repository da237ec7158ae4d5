import type { Socket } from "bun";

interface ConnectionEvents {
  onData(bytes: Uint8Array): void;
  /** The operating system has taken some of what was written. */
  onTaken(count: number): void;
  /** The other side has closed its direction, or the whole connection has ended. @param cause `null` for a clean end */
  onEnd(cause: string | null): void;
}

/** What could not be connected to, and why, as a part of a sentence. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
}

/** A TCP connection of ours to a printer: keeps what the socket does not take at once, and sends it when it drains. */
export class SocketConnection {
  private socket: Socket<undefined> | null = null;
  private readonly queue: Uint8Array[] = [];
  /** Bytes written that the operating system has not taken. */
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
  ): Promise<SocketConnection> {
    const connection = new SocketConnection(events);
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

  /** Writes; the bytes must not change afterwards. */
  write(bytes: Uint8Array): void {
    if (this.isEnded || bytes.length === 0) return;
    this.queue.push(bytes);
    this.pending += bytes.length;
    if (this.queue.length === 1) this.flush();
  }

  /** Closes our direction once all is written. */
  shutdown(): void {
    this.finishWith("shutdown");
  }

  /** Closes the connection once all is written; nothing more is told of it. */
  close(): void {
    this.isEnded = true;
    this.finishWith("close");
  }

  /** Ends the connection at once: what was not sent yet is thrown away. */
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

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "it refused the connection",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "its name cannot be looked up now",
  ETIMEDOUT: "it did not answer in time",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to its network",
  ECONNRESET: "it reset the connection",
  EPIPE: "it closed the connection",
};

/** What went wrong with a connection, as a part of a sentence. */
export function causeOf(error: unknown): string {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"))
    return CAUSES["ETIMEDOUT"] ?? error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CAUSES[code] ?? (code === "" ? "the connection failed" : `the connection failed (${code})`);
}
