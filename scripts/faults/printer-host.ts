import type { Socket } from "bun";

/** How a connection ended for the host: in order (FIN), or not. */
export type Ending = "closed" | "broken";

/** A connection of a POS to a printer: writes everything however little the socket takes at a time, and reads answers. */
export class PrinterHost {
  /** How it ended, once it has. */
  readonly ending: Promise<Ending>;
  private readonly end = Promise.withResolvers<Ending>();
  private received = Buffer.alloc(0);
  private isOver = false;
  private onChange = () => {};

  private constructor(private socket: Socket | null) {
    this.ending = this.end.promise;
  }

  /**
   * Connects to a port of this machine.
   * @param from the address to come from; only Linux has more than one that is this machine
   * @throws Error when nobody listens there
   */
  static async connect(port: number, from = "127.0.0.1"): Promise<PrinterHost> {
    const host = new PrinterHost(null);
    // Bun's types do not know the option.
    const own = process.platform === "linux" ? { localAddress: from } : {};
    host.socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      ...own,
      allowHalfOpen: true,
      socket: {
        open: (socket) => void socket.setNoDelay(true),
        data: (_socket, bytes) => {
          host.received = Buffer.concat([host.received, bytes]);
          host.onChange();
        },
        drain: () => host.onChange(),
        // The other side has closed; nothing that we could still send would be read.
        end: (socket) => void socket.end(),
        close: (_socket, error) => host.over(error === undefined ? "closed" : "broken"),
        error: () => host.over("broken"),
      },
    });
    return host;
  }

  /** What has come and was not read. */
  get unread(): Uint8Array {
    return this.received;
  }

  get isConnected(): boolean {
    return !this.isOver;
  }

  /** Sends bytes; done when the system has taken all of them. @throws Error when the connection has ended */
  async send(bytes: Uint8Array): Promise<void> {
    for (let sent = 0; ;) {
      if (this.isOver) throw new Error("the connection has ended");
      sent += Math.max(0, this.socket?.write(bytes.subarray(sent)) ?? 0);
      if (sent >= bytes.byteLength) return;
      await this.change();
    }
  }

  /** Reads so many bytes. @throws Error when the connection ends before */
  async read(count: number): Promise<Uint8Array> {
    while (this.received.byteLength < count) {
      if (this.isOver) throw new Error("the connection has ended");
      await this.change();
    }
    const bytes = this.received.subarray(0, count);
    this.received = this.received.subarray(count);
    return bytes;
  }

  /** Closes the sending side. */
  finish(): void {
    this.socket?.shutdown();
  }

  /** Breaks the connection. */
  break(): void {
    // First: what the socket says then, that it is closed, is no acknowledgement.
    this.over("broken");
    this.socket?.terminate();
  }

  private over(how: Ending): void {
    this.isOver = true;
    this.end.resolve(how);
    this.onChange();
  }

  /** Waits until something has happened on the connection. */
  private async change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onChange = resolve;
    await promise;
  }
}
