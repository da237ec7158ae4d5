import type { SimulatedState } from "../../domain/printer-status.ts";
import { LateReplies } from "./late-replies.ts";
import type { RawLimits } from "./raw9100-limits.ts";

/** The faults of the connection that a printer can be set to: slow, or one that breaks. Times are milliseconds. */
export class SimulatedLine {
  readonly late: LateReplies;
  /** From when on a slow printer reads again. */
  private readableAt = 0;

  constructor(
    private readonly limits: RawLimits,
    private readonly printer: () => { readonly simulate: SimulatedState },
  ) {
    this.late = new LateReplies(limits.slowReplyMilliseconds);
  }

  /** Whether replies are to wait. */
  get isLate(): boolean {
    return this.isSlow || this.late.length > 0;
  }

  /** How many bytes are read now. */
  appetite(now: number): number {
    if (!this.isSlow) return Number.POSITIVE_INFINITY;
    return now < this.readableAt ? 0 : this.limits.slowBytesPerSecond;
  }

  /** So many bytes have been read. */
  read(bytes: number, now: number): void {
    if (!this.isSlow) return;
    this.readableAt = Math.max(now, this.readableAt) + (1000 * bytes) / this.limits.slowBytesPerSecond;
  }

  /** What of the next bytes still comes through before the connection breaks, if it is to. @param before bytes of the job */
  untilBreak(chunk: Uint8Array<ArrayBuffer>, before: number): Uint8Array<ArrayBuffer> {
    const count = this.limits.dropAfterBytes - before;
    if (this.printer().simulate !== "drop" || chunk.length < count) return chunk;
    return chunk.slice(0, Math.max(0, count));
  }

  private get isSlow(): boolean {
    return this.printer().simulate === "slow";
  }
}
