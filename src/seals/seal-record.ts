import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import { readSeal, type StoredSeal } from "../journal/seal.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import { SEAL_LIMITS } from "./seal-limits.ts";
import type { SealOptions } from "./seal-options.ts";

/** What can fail on the way of a seal out of the house. */
type Step = "file" | "place" | "timeStamp";

interface Failure {
  readonly fault: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

const IN_VAIN: Readonly<Record<Step, string>> = {
  file: "The seals of the journal cannot be written into the data folder",
  place: "The seals of the journal do not get to where they are kept elsewhere",
  timeStamp: "The seals of the journal get no time stamp",
};

/** How sealing the journals goes. */
export class SealRecord implements HealthComponent {
  readonly name = "journal";
  readonly isNeededToPrint = false;
  private readonly failures = new Map<Step, Failure>();
  /** What the last verification found, in a sentence; `null` where it found nothing. */
  finding: string | null = null;

  constructor(
    private readonly options: Pick<SealOptions, "to" | "timeStamp">,
    private readonly clock: Clock,
    private readonly newest: () => readonly StoredSeal[],
  ) {}

  noteSuccess(step: Step): void {
    this.failures.delete(step);
  }

  /** @returns whether it is new */
  noteFailure(step: Step, fault: string): boolean {
    const known = this.failures.get(step);
    this.failures.set(step, { fault, since: known?.since ?? this.clock() });
    return known?.fault !== fault;
  }

  /** Why a step fails; `null` when it goes well. */
  faultOf(step: Step): string | null {
    return this.failures.get(step)?.fault ?? null;
  }

  /** When a journal was sealed last, epoch milliseconds; `null` for never. */
  lastSealedAt(): number | null {
    const times = this.newest().map(({ text }) => readSeal(text)?.sealedAt ?? 0);
    return times.length === 0 ? null : Math.max(...times);
  }

  look(): ComponentHealth {
    const sealedAt = this.lastSealedAt();
    const details = {
      sealedAt: sealedAt === null ? null : formatInstant(sealedAt),
      isKeptElsewhere: this.options.to !== null,
      isTimeStamped: this.options.timeStamp !== null,
    };
    if (this.finding !== null) return { state: "degraded", message: this.finding, details };
    const now = this.clock();
    for (const [step, { fault, since }] of this.failures) {
      const isLong = step === "file" || now - since > SEAL_LIMITS.patienceMilliseconds;
      const message = `${IN_VAIN[step]}: ${fault}`;
      return { state: isLong ? "degraded" : "ok", message, details };
    }
    const message =
      sealedAt === null ? "The journal will be sealed tonight." : "The journal is sealed daily.";
    return { state: "ok", message, details };
  }
}
