import { createConnection, type Socket } from "node:net";

/** How long a till waits before the measurement is void, milliseconds. */
const PATIENCE_MILLISECONDS = 60_000;

/** A till that prints over one raw connection. */
export class Till {
  private heard = 0;
  private isEnded = false;
  private wake: () => void = () => {};

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => {
      this.heard += bytes.length;
      this.wake();
    });
    const end = () => {
      this.isEnded = true;
      this.wake();
    };
    socket.on("end", end);
    socket.on("error", end);
  }

  static async connect(port: number): Promise<Till> {
    const socket = createConnection({ port, host: "127.0.0.1", allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new Till(socket);
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Waits for so many bytes of answers since the last time. */
  async answers(count: number): Promise<void> {
    await this.until(() => this.heard >= count);
    this.heard -= count;
  }

  /** Closes its side, and waits until the printer has closed its own. */
  async finish(): Promise<void> {
    this.socket.end();
    await this.until(() => this.isEnded);
  }

  close(): void {
    this.socket.destroy();
  }

  private async until(holds: () => boolean): Promise<void> {
    const late = setTimeout(() => this.socket.destroy(new Error("late")), PATIENCE_MILLISECONDS);
    while (!holds()) {
      if (this.isEnded) throw new Error("the till was not answered");
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    clearTimeout(late);
  }
}
