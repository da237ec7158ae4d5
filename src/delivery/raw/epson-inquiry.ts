import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Answer } from "./answer.ts";
import type { Inquiry, InquiryOptions } from "./inquiry.ts";
import { REAL_TIME_REQUESTS, type RealTimeRequest, statusFromRealTime } from "./status-bits.ts";

/** Asks DLE EOT 1 to 4, one after the other: their answers look alike, so that only one may be under way. */
export class EpsonInquiry implements Inquiry {
  result: PrinterStatus | "silent" | "mute" | null = null;
  private readonly requests: RealTimeRequest[];
  private readonly answers = new Map<RealTimeRequest, number>();
  private askedAt: number;

  /** @param answered which requests the printer is known to answer, or not to */
  constructor(
    private readonly answered: Map<RealTimeRequest, boolean>,
    private readonly options: InquiryOptions,
  ) {
    // Those that are worth asking.
    this.requests = REAL_TIME_REQUESTS.filter((request) => answered.get(request) !== false);
    this.askedAt = options.now;
    this.askNext(options.now);
  }

  get wakeAt(): number | null {
    const { patience } = this.options;
    return this.result === null && patience !== null ? this.askedAt + patience : null;
  }

  take(answer: Answer, now: number): void {
    if (answer.kind !== "realTime") return;
    const request = this.requests.shift();
    if (this.result !== null || request === undefined) return;
    this.answered.set(request, true);
    this.answers.set(request, answer.byte);
    this.askNext(now);
  }

  tick(now: number): void {
    const { wakeAt } = this;
    const [request] = this.requests;
    if (wakeAt === null || now < wakeAt || request === undefined) return;
    if (this.answered.get(request) === true) this.result = "mute";
    else {
      // One that does not know the first knows none of them.
      const unknown = request === 1 ? [...this.requests] : [request];
      for (const each of unknown) this.answered.set(each, false);
      this.requests.splice(0, unknown.length);
      this.askNext(now);
    }
  }

  private askNext(now: number): void {
    const [request] = this.requests;
    this.askedAt = now;
    // DLE EOT n: transmit real-time status.
    if (request !== undefined) this.options.write(Uint8Array.of(0x10, 0x04, request));
    else if (this.answers.size === 0) this.result = "silent";
    else this.result = statusFromRealTime(this.answers);
  }
}
