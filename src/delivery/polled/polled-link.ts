import { HEALTHY, troubleOf } from "../../domain/printer-status.ts";
import type { JobFacts, Link, LinkOptions, Readiness, SendOutcome } from "../link.ts";
import { POLLED_LIMITS } from "./polled-limits.ts";
import type { ArrivalListener, PolledPrinter } from "./polled-printer.ts";

/** Why a print waits for a printer that is well. */
export const NEXT_POLL = "It goes when the printer asks for its prints the next time.";
const NEVER_CAME = "The printer has not asked for its prints yet; give it the address that it is to ask.";
const NOT_TOLD_YET = "The printer has not told yet whether it is printed.";
const STAYS_AWAY = "The printer has stopped asking for its prints.";

/** The way to a printer that comes to us: a job waits until the printer asks, and its answer tells what became of it. */
export class PolledLink implements Link {
  private readonly stopListening: () => void;

  constructor(
    private readonly printer: PolledPrinter,
    private readonly options: LinkOptions & Pick<ArrivalListener, "onArrival">,
  ) {
    const { onArrival, onStatus } = options;
    this.stopListening = printer.listen({ onArrival, onStatus });
  }

  ask(isPoll: boolean): Promise<Readiness> {
    const { silence, status, isAsking } = this.printer;
    if (silence > POLLED_LIMITS.presentMilliseconds) {
      const reason = Number.isFinite(silence) ? STAYS_AWAY : NEVER_CAME;
      return Promise.resolve({ kind: "unreachable", reason });
    }
    const trouble = troubleOf(status ?? HEALTHY);
    if (status !== null && trouble !== null)
      return Promise.resolve({ kind: "waiting", status, reason: trouble });
    if (isPoll || isAsking) return Promise.resolve({ kind: "ready", status });
    return Promise.resolve({ kind: "waiting", status: status ?? HEALTHY, reason: NEXT_POLL });
  }

  async send(job: Uint8Array, { id }: JobFacts): Promise<SendOutcome> {
    const { language, onTrouble } = this.options;
    // Others need not wait meanwhile.
    const timer = setTimeout(() => onTrouble(NOT_TOLD_YET), POLLED_LIMITS.noteMilliseconds);
    try {
      return await this.printer.send(job, language, id);
    } finally {
      clearTimeout(timer);
    }
  }

  abort(reason: string): void {
    this.printer.abort(reason);
  }

  rest(): void {}

  close(): void {
    this.abort("The service was stopped.");
    this.stopListening();
  }
}
