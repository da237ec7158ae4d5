import { dlopen, FFIType } from "bun:ffi";

/** Linux: AF_UNIX; SOCK_DGRAM with SOCK_NONBLOCK. */
const AF_UNIX = 1;
const DATAGRAM = 2 | 0o4000;

const { i32, u32, u64, i64, ptr } = FFIType;

/** The other end of what the service tells: a stand-in for systemd's socket. */
export class NotifySocket implements Disposable {
  private readonly library = dlopen("libc.so.6", {
    socket: { args: [i32, i32, i32], returns: i32 },
    bind: { args: [i32, ptr, u32], returns: i32 },
    recv: { args: [i32, ptr, u64, i32], returns: i64 },
    close: { args: [i32], returns: i32 },
  }).symbols;
  private readonly descriptor = this.library.socket(AF_UNIX, DATAGRAM, 0);
  /** All that was received, in order. */
  readonly received: string[] = [];

  /** @param address a path, or a name after "@" */
  constructor(readonly address: string) {
    const name = Buffer.from(`${address.replace(/^@/, "\0")}${address.startsWith("@") ? "" : "\0"}`);
    const bound = Buffer.concat([Uint8Array.of(AF_UNIX, 0), name]);
    if (this.library.bind(this.descriptor, bound, bound.length) !== 0)
      throw new Error(`${address} cannot be bound`);
  }

  /** Reads what has come; see {@link received}. */
  read(): readonly string[] {
    const buffer = Buffer.alloc(65_536);
    for (;;) {
      const bytes = Number(this.library.recv(this.descriptor, buffer, buffer.length, 0));
      if (bytes < 0) return this.received;
      this.received.push(buffer.toString("utf8", 0, bytes));
    }
  }

  /** Takes all that was told so far away. */
  forget(): void {
    this.read();
    this.received.length = 0;
  }

  [Symbol.dispose](): void {
    this.library.close(this.descriptor);
  }
}
