import type { Socket } from "bun";
import { closeOrderly } from "../../platform/abrupt-end.ts";

/** What is sent to a host: kept where its socket does not take it at once. */
export class HostOutput {
  /** Whether the socket is closed, by whomever: nothing more is sent. */
  isGone = false;
  private unsent: Uint8Array[] = [];
  private bytes = 0;
  private isFinishing = false;
  private hasSent = false;

  constructor(
    private readonly socket: Pick<Socket<unknown>, "write" | "end" | "terminate" | "setNoDelay">,
    /** Bytes that may wait. */
    private readonly mostBytes: number,
    /** Told when the host was dropped because more waited. */
    private readonly onOverflow: () => void,
  ) {}

  /** Whether anything waits for the host to read. */
  get isWaiting(): boolean {
    return this.unsent.length > 0;
  }

  /** Whether our side is closed, and all was sent. */
  get isFinished(): boolean {
    return this.isFinishing && this.unsent.length === 0;
  }

  write(bytes: Uint8Array): void {
    if (this.isGone) return;
    if (!this.hasSent) {
      // Each reply stands alone, and at once: hosts wait for the one before they ask for the next.
      this.socket.setNoDelay(true);
      this.hasSent = true;
    }
    const taken = this.unsent.length > 0 ? 0 : Math.max(0, this.socket.write(bytes));
    if (taken === bytes.length) return;
    this.unsent.push(bytes.subarray(taken));
    this.bytes += bytes.length - taken;
    if (this.bytes > this.mostBytes) {
      this.onOverflow();
      this.socket.terminate();
    }
  }

  /** The socket takes bytes again. */
  drain(): void {
    const { unsent } = this;
    this.unsent = [];
    this.bytes = 0;
    for (const bytes of unsent) this.write(bytes);
    if (this.isFinishing) this.finish();
  }

  /** Closes our side when all is sent. */
  finish(): void {
    this.isFinishing = true;
    if (this.unsent.length > 0 || this.isGone) return;
    closeOrderly(this.socket);
    this.socket.end();
  }

  /** Breaks the connection. */
  reset(): void {
    if (!this.isGone) this.socket.terminate();
  }
}
