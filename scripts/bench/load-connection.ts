import type { Socket } from "bun";

const HEAD_END = "\r\n\r\n";

/** Told of every complete response. */
export interface ResponseObserver {
  /** @param milliseconds from sending the request to the end of its response */
  onResponse(milliseconds: number): void;
  /** @param reason what made the measurement void */
  onFault(reason: string): void;
}

/** When a connection sends, milliseconds; 0 for at once. */
export interface Pace {
  /** Between a response and the next request. */
  readonly pauseMilliseconds: number;
  /** From one request to the next; one that is answered late is followed by others at once until it is made up. */
  readonly everyMilliseconds: number;
}

/**
 * A keep-alive connection that sends one prepared request after the other. It reads only what it must, because on
 * a small machine every cycle of the load generator is one that the service lacks.
 */
export class LoadConnection {
  private received = "";
  private sentAt = 0;
  private next = 0;
  /** When the next request is due, if they are to be steady; connections begin spread over the time of one. */
  private dueAt: number;
  private isOpen = true;

  private constructor(
    private readonly socket: Socket<LoadConnection | null>,
    private readonly requests: readonly Uint8Array[],
    private readonly statusLine: string,
    private readonly pace: Pace,
    private readonly observer: ResponseObserver,
  ) {
    this.dueAt = performance.now() + Math.random() * pace.everyMilliseconds;
  }

  /**
   * Connects and begins.
   * @param requests whole HTTP requests, sent in turn
   * @param status the status that every response must have
   */
  static async open(
    port: number,
    requests: readonly Uint8Array[],
    status: number,
    pace: Pace,
    observer: ResponseObserver,
  ): Promise<LoadConnection> {
    const socket = await Bun.connect<LoadConnection | null>({
      hostname: "127.0.0.1",
      port,
      data: null,
      socket: {
        binaryType: "buffer",
        data: (self, bytes) => self.data?.receive(bytes),
        close: (self) => self.data?.closed(),
        error: (_self, error) => observer.onFault(String(error)),
      },
    });
    const connection = new LoadConnection(
      ...([socket, requests, `HTTP/1.1 ${status} `, pace, observer] as const),
    );
    socket.data = connection;
    connection.sendLater();
    return connection;
  }

  /** Ends the connection. */
  close(): void {
    this.isOpen = false;
    this.socket.end();
  }

  private send(): void {
    if (!this.isOpen) return;
    const request = this.requests[this.next++ % this.requests.length];
    if (request === undefined) throw new Error("there is no request to send");
    this.sentAt = performance.now();
    if (this.socket.write(request) !== request.byteLength) {
      this.observer.onFault("a request did not fit into the socket's buffer");
    }
  }

  private receive(bytes: Buffer): void {
    this.received += bytes.toString("latin1");
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(this.received.slice(0, headEnd))?.[1]);
    if (this.received.length < headEnd + HEAD_END.length + length) return;
    if (!this.received.startsWith(this.statusLine)) {
      this.observer.onFault(`answered ${this.received.slice(0, 300)}`);
    }
    this.received = "";
    this.observer.onResponse(performance.now() - this.sentAt);
    this.sendLater();
  }

  private sendLater(): void {
    this.dueAt += this.pace.everyMilliseconds;
    const steady = this.pace.everyMilliseconds === 0 ? 0 : this.dueAt - performance.now();
    const wait = Math.max(this.pace.pauseMilliseconds, steady);
    if (wait <= 0) this.send();
    else setTimeout(() => this.send(), wait);
  }

  private closed(): void {
    if (this.isOpen) this.observer.onFault("the service closed a connection");
  }
}
