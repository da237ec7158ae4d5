import type { Socket } from "bun";

/** How a stand-in for a real printer behaves. */
export type PrinterManner = "healthy" | "slow" | "mute";

/** What a slow one prints, bytes a second: a receipt of 600 bytes takes a third of a second. */
const SLOW_BYTES_PER_SECOND = 2000;

interface PrinterState {
  /** What has come and is not read yet. */
  pending: Buffer;
  /** When the slow one has printed what came before, milliseconds. */
  busyUntil: number;
}

/** A stand-in for a network printer that says when the end of a job has come to it. */
export class StandInPrinter {
  /** Jobs whose last bytes have come. */
  arrived = 0;
  readonly port: number;
  private readonly server;
  private awaited: { readonly count: number; readonly resolve: (at: number) => void } | null = null;

  /**
   * @param endOfJob the last bytes of each job, which stand nowhere else in it
   * @param onJob told of each job that has come, with what was asked before it
   * @param port by default any free one
   */
  constructor(
    private readonly manner: PrinterManner,
    private readonly endOfJob: Buffer,
    private readonly onJob: (bytes: Buffer) => void = () => {},
    port = 0,
  ) {
    this.server = Bun.listen<PrinterState>({
      hostname: "127.0.0.1",
      port,
      allowHalfOpen: true,
      socket: {
        open: (socket) => {
          socket.setNoDelay(true);
          socket.data = { pending: Buffer.alloc(0), busyUntil: 0 };
        },
        data: (socket, bytes) => this.take(socket, bytes),
        // A mute one keeps its side open for ever.
        end: (socket) => void (manner !== "mute" && socket.end()),
        error: (socket) => socket.terminate(),
      },
    });
    this.port = this.server.port;
  }

  /** Waits until so many jobs have come. @returns when the last of them had, milliseconds */
  async until(count: number): Promise<number> {
    if (this.arrived >= count) return performance.now();
    const { promise, resolve } = Promise.withResolvers<number>();
    this.awaited = { count, resolve };
    return await promise;
  }

  stop(): void {
    this.server.stop(true);
  }

  private take(socket: Socket<PrinterState>, bytes: Buffer): void {
    const now = performance.now();
    const state = socket.data;
    state.pending = Buffer.concat([state.pending, bytes]);
    const { endOfJob } = this;
    for (let at = state.pending.indexOf(endOfJob); at >= 0; at = state.pending.indexOf(endOfJob)) {
      this.arrived++;
      this.onJob(state.pending.subarray(0, at + endOfJob.length));
      this.answer(socket, state.pending.subarray(0, at + endOfJob.length), now);
      state.pending = state.pending.subarray(at + endOfJob.length);
    }
    if (this.awaited !== null && this.arrived >= this.awaited.count) this.awaited.resolve(now);
    // Requests come alone, or behind a job.
    state.pending = this.answer(socket, state.pending, now);
  }

  /** Answers what is asked for. @returns what follows the last request */
  private answer(socket: Socket<PrinterState>, bytes: Buffer, now: number): Buffer<ArrayBuffer> {
    const { data: state } = socket;
    if (this.manner === "slow")
      state.busyUntil = Math.max(state.busyUntil, now) + (1000 * bytes.length) / SLOW_BYTES_PER_SECOND;
    let rest = 0;
    for (let at = 0; at < bytes.length; at++) {
      const reply = replyTo(bytes.subarray(at));
      if (reply === null) continue;
      rest = at + reply.length;
      if (this.manner === "mute") continue;
      const wait = reply.isRealTime ? 0 : state.busyUntil - now;
      if (wait > 0) setTimeout(() => socket.write(reply.bytes), wait);
      else socket.write(reply.bytes);
    }
    return Buffer.from(bytes.subarray(rest));
  }
}

interface Reply {
  /** Bytes of the request. */
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly isRealTime: boolean;
}

/** The reply to the request that bytes begin with: DLE EOT, GS r or GS ( H; `null` where there is none. */
function replyTo(bytes: Buffer): Reply | null {
  const [first, second, third = 0] = bytes;
  if (first === 0x10 && second === 0x04 && bytes.length >= 3)
    return { length: 3, bytes: Uint8Array.of(third === 1 ? 0x16 : 0x12), isRealTime: true };
  if (first === 0x1d && second === 0x72 && bytes.length >= 3)
    return { length: 3, bytes: Uint8Array.of(0), isRealTime: false };
  if (first !== 0x1d || second !== 0x28 || third !== 0x48 || bytes.length < 11) return null;
  const id = bytes.subarray(7, 11);
  return {
    length: 11,
    bytes: Buffer.concat([Uint8Array.of(0x37, 0x22), id, Uint8Array.of(0)]),
    isRealTime: false,
  };
}
