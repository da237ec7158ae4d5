import { formatInstant } from "../domain/instant.ts";
import { CLOCK_LIMITS } from "../domain/storage-limits.ts";
import type { ClockState, TrustedClock } from "../domain/trusted-clock.ts";
import type { ClockChange, ClockStore } from "../storage/clock-store.ts";
import type { BatchOutcome } from "../storage/write-operation.ts";
import type { Writer } from "../storage/writer.ts";
import { type RepairProgress, repairTimes } from "./clock-repair.ts";
import type { ComponentHealth, HealthComponent } from "./health.ts";
import type { Log } from "./log.ts";

/** How long a stop waits until the time is stored, milliseconds. */
const STOP_WAIT_MILLISECONDS = 1000;

export interface ClockWatchOptions {
  readonly clock: TrustedClock;
  readonly store: ClockStore;
  readonly writer: Pick<Writer, "submit">;
  /** Does something while nothing is indexed. */
  readonly background: { pausedFor(work: () => Promise<void>): Promise<void> };
  readonly log: Log;
  /** Times were put right: what is held in memory of them is to be read again. */
  readonly onRepaired: () => void;
}

/** What a person is told of the clock. */
export interface ClockReport extends ClockState {
  /** See {@link ifInFuture}. */
  readonly futurePrintAt: number | null;
  /** How far a repair has got; `null` when none is under way. */
  readonly repair: RepairProgress | null;
  /** A sentence: what is wrong, and what to do about it. */
  readonly message: string;
}

/**
 * Watches the clock: notices jumps while nothing is stored, stores the trusted time for the next run, reports the clock's
 * health, and carries out what a person decides about it.
 */
export class ClockWatch implements HealthComponent {
  readonly name = "clock";
  readonly isNeededToPrint = false;
  private timer: Timer | null = null;
  private wasBelieved = true;
  private storedAt = -Infinity;
  /** When the newest print was stored, if that was after the trusted time. */
  private newestPrintAt: number | null = null;
  private repairProgress: RepairProgress | null = null;

  constructor(private readonly options: ClockWatchOptions) {}

  /** Begins, once the writer is ready. */
  start(): void {
    this.lookForFuturePrints();
    this.timer = setInterval(() => this.tick(), CLOCK_LIMITS.lookMilliseconds);
    this.timer.unref();
    this.tick();
  }

  /** Stores the trusted time for the next start. */
  async close(): Promise<void> {
    if (this.timer === null) return;
    clearInterval(this.timer);
    // A disk that hangs must not hold up the stop; a time some minutes old will do.
    await Promise.race([this.storeTime(), Bun.sleep(STOP_WAIT_MILLISECONDS)]);
  }

  /** To be called after every batch: a print that was held at a future time shows that there are such prints. */
  noteBatch({ clockHeldBackMilliseconds: held }: BatchOutcome): void {
    if (held <= CLOCK_LIMITS.believedStepMilliseconds) return;
    this.newestPrintAt ??= this.options.clock.now() + held;
  }

  /** Looks for prints that are dated in the future, after such may have come or gone. */
  lookForFuturePrints(): void {
    this.newestPrintAt = this.options.store.newestPrintAt();
  }

  /** Looks at the clock, and logs and stores what has changed. To be called after it was accepted. */
  tick(): void {
    const { clock, log } = this.options;
    const { machine, trusted, isBelieved } = clock.state();
    const now = performance.now();
    if (isBelieved !== this.wasBelieved) {
      this.wasBelieved = isBelieved;
      const details = { machine: formatInstant(machine), trusted: formatInstant(trusted) };
      if (isBelieved) log.write("info", "the machine's clock is believed again", details);
      else {
        const message =
          'the machine\'s clock is not believed; prints are dated by the time before it jumped. See "tillroll clock"';
        log.write("warning", message, details);
      }
    } else if (now - this.storedAt < CLOCK_LIMITS.storeMilliseconds) return;
    void this.storeTime();
  }

  accept(): void {
    this.options.clock.accept();
    this.changed();
  }

  /** Accepts the machine's clock and starts the repair of times in a wrong future, unless one is under way. */
  repair(): void {
    if (this.repairProgress !== null) return;
    this.repairProgress = { done: 0, total: 0 };
    void this.runRepair();
  }

  report(): ClockReport {
    this.tick();
    const state = this.options.clock.state();
    const futurePrintAt = ifInFuture(this.newestPrintAt, state);
    const { repairProgress: repair } = this;
    return { ...state, futurePrintAt, repair, message: messageOf(state, futurePrintAt) };
  }

  look(): ComponentHealth {
    const { isBelieved, futurePrintAt, message, machine, trusted } = this.report();
    const details = { machine: formatInstant(machine), trusted: formatInstant(trusted) };
    return { state: isBelieved && futurePrintAt === null ? "ok" : "degraded", message, details };
  }

  private async runRepair(): Promise<void> {
    const { clock, store, writer, background, log, onRepaired } = this.options;
    const run = async (change: ClockChange) => (await writer.submit({ kind: "clock", change })).id;
    try {
      // A segment that was begun before must not be published with the times that its prints had.
      await background.pausedFor(async () => {
        for await (const progress of repairTimes(clock, store, run)) this.repairProgress = progress;
      });
      onRepaired();
      this.changed();
      log.write("info", "what was stored in a wrong future has its time put right");
    } catch (error) {
      const message = 'putting times right was interrupted; run "tillroll clock repair" again';
      log.write("error", message, { error: String(error) });
    } finally {
      this.repairProgress = null;
    }
  }

  private changed(): void {
    this.storedAt = -Infinity;
    this.lookForFuturePrints();
    this.tick();
  }

  private async storeTime(): Promise<void> {
    const { clock, writer, log } = this.options;
    this.storedAt = performance.now();
    try {
      await writer.submit({ kind: "clock", change: { do: "note", ...clock.stored() } });
    } catch (error) {
      log.write("warning", "the time was not stored for the next start", { error: String(error) });
    }
  }
}

/** When the newest print was stored, where that is more than a day after the trusted time; else `null`. */
export function ifInFuture(newestPrintAt: number | null, { trusted }: ClockState): number | null {
  return (newestPrintAt ?? 0) - trusted > CLOCK_LIMITS.believedStepMilliseconds ? newestPrintAt : null;
}

/** What there is to say of the clock. */
export function messageOf(
  { machine, trusted, isBelieved }: ClockState,
  futurePrintAt: number | null,
): string {
  if (!isBelieved) {
    // What was dated by a clock that was ahead is in the future of the right one.
    const command = machine < trusted ? "repair" : "accept";
    return (
      `The machine's clock says ${formatInstant(machine)}, which cannot be: prints are dated ${formatInstant(trusted)}. ` +
      `Set the clock right; or, if it is right, run "tillroll clock ${command}".`
    );
  }
  if (futurePrintAt !== null) {
    return (
      `Prints are dated up to ${formatInstant(futurePrintAt)}, in the future, and new ones get that time too. ` +
      'If the machine\'s clock is right, run "tillroll clock repair".'
    );
  }
  return "The machine's clock is believed.";
}
