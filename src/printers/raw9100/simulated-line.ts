import type { ConnectionContext } from "./connection-context.ts";

/** The faults of the connection that a printer can be set to: slow, or one that breaks. Times are milliseconds. */
export class SimulatedLine {
  /** Replies of a slow printer: each is late, and none overtakes another. */
  private late: { readonly dueAt: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  /** From when on a slow printer reads again. */
  private readableAt = 0;

  constructor(private readonly context: ConnectionContext) {}

  /** Whether replies are still to come. */
  get hasLate(): boolean {
    return this.late.length > 0;
  }

  /** How many bytes are read now. */
  bytesToRead(now: number): number {
    if (!this.isSlow) return Number.POSITIVE_INFINITY;
    return now < this.readableAt ? 0 : this.context.limits.slowBytesPerSecond;
  }

  /** So many bytes have been read. */
  read(bytes: number): void {
    if (!this.isSlow) return;
    const { now, limits } = this.context;
    this.readableAt = Math.max(now, this.readableAt) + (1000 * bytes) / limits.slowBytesPerSecond;
  }

  /** What of the next bytes still comes through before the connection breaks, if it is to. @param before bytes of the job */
  untilBreak(chunk: Uint8Array<ArrayBuffer>, before: number): Uint8Array<ArrayBuffer> {
    if (this.context.endpoint.printer.simulate !== "drop") return chunk;
    const count = this.context.limits.dropAfterBytes - before;
    return chunk.length < count ? chunk : chunk.slice(0, Math.max(0, count));
  }

  /** Sends a reply, at once or late. */
  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.isSlow && this.late.length === 0) return this.context.emit({ kind: "send", bytes });
    const { now, limits } = this.context;
    const last = this.late.at(-1)?.dueAt ?? 0;
    this.late.push({ dueAt: Math.max(now + limits.slowReplyMilliseconds, last), bytes });
  }

  /** Sends the late replies whose time has come. */
  release(): void {
    const due = this.late.findIndex(({ dueAt }) => dueAt > this.context.now);
    for (const { bytes } of this.late.splice(0, due < 0 ? this.late.length : due))
      this.context.emit({ kind: "send", bytes });
  }

  /** Forgets what is late. */
  clear(): void {
    this.late = [];
  }

  private get isSlow(): boolean {
    return this.context.endpoint.printer.simulate === "slow";
  }
}
