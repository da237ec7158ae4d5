import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Abilities } from "./abilities.ts";
import { type RealTimeRequest, statusFromRealTime } from "./status-bits.ts";

/**
 * Asks DLE EOT 1 to 4, one after the other: their answers look alike, so that only one may be under way. Pure; what is
 * to be sent goes to `write`.
 */
export class StatusInquiry {
  /** The status; `silent` when it has never answered, `mute` when it has answered before and does not now. */
  result: PrinterStatus | "silent" | "mute" | null = null;
  private readonly requests: RealTimeRequest[];
  private readonly answers = new Map<RealTimeRequest, number>();
  private askedAt: number;

  /** @param patience how long to wait for each answer, milliseconds; `null` for ever */
  constructor(
    private readonly abilities: Abilities,
    private readonly patience: number | null,
    private readonly write: (bytes: Uint8Array) => void,
    now: number,
  ) {
    this.requests = abilities.requests();
    this.askedAt = now;
    this.askNext(now);
  }

  /** When {@link tick} is due next; `null` when never. */
  get wakeAt(): number | null {
    return this.result === null && this.patience !== null ? this.askedAt + this.patience : null;
  }

  answer(byte: number, now: number): void {
    const request = this.requests.shift();
    if (this.result !== null || request === undefined) return;
    this.abilities.realTime.set(request, true);
    this.answers.set(request, byte);
    this.askNext(now);
  }

  tick(now: number): void {
    const { wakeAt } = this;
    const [request] = this.requests;
    if (wakeAt === null || now < wakeAt || request === undefined) return;
    if (this.abilities.realTime.get(request) === true) this.result = "mute";
    else {
      // One that does not know the first knows none of them.
      const unknown = request === 1 ? [...this.requests] : [request];
      for (const each of unknown) this.abilities.realTime.set(each, false);
      this.requests.splice(0, unknown.length);
      this.askNext(now);
    }
  }

  private askNext(now: number): void {
    const [request] = this.requests;
    this.askedAt = now;
    // DLE EOT n: transmit real-time status.
    if (request !== undefined) this.write(Uint8Array.of(0x10, 0x04, request));
    else if (this.answers.size === 0) this.result = "silent";
    else this.result = statusFromRealTime(this.answers);
  }
}
