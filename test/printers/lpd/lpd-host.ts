import type { Socket } from "bun";

/** A host that speaks LPD over a real socket, byte by byte as a test says. */
export class LpdHost {
  private received: number[] = [];
  private wake = () => {};
  isClosed = false;
  private constructor(private readonly socket: { current: Socket | null }) {}

  static async connect(port: number): Promise<LpdHost> {
    const holder: { current: Socket | null } = { current: null };
    const host = new LpdHost(holder);
    holder.current = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      allowHalfOpen: true,
      socket: {
        data: (_socket, bytes) => {
          host.received.push(...bytes);
          host.wake();
        },
        end: () => host.close(),
        close: () => host.close(),
        error: () => host.close(),
      },
    });
    return host;
  }

  send(text: string): void {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const written = this.socket.current?.write(bytes) ?? 0;
    if (written !== bytes.byteLength)
      throw new Error(`only ${written} of ${bytes.byteLength} bytes were taken`);
  }

  /** Closes the sending side; what we are answered is still read. */
  end(): void {
    this.socket.current?.shutdown();
  }

  reset(): void {
    this.socket.current?.terminate();
  }

  /** The next answers, as hex, once there are so many or the connection is closed. */
  async answers(count: number): Promise<string> {
    while (this.received.length < count && !this.isClosed) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return Uint8Array.from(this.received.splice(0, count)).toHex();
  }

  /** Everything until the connection is closed, as text. */
  async rest(): Promise<string> {
    return Buffer.from(await this.answers(Number.MAX_SAFE_INTEGER), "hex").toString("latin1");
  }

  private close(): void {
    this.isClosed = true;
    this.wake();
  }
}
