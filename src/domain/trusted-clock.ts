import type { Clock, MonotonicClock } from "./clock.ts";
import { CLOCK_LIMITS } from "./storage-limits.ts";

/** What a {@link TrustedClock} reads. */
export interface ClockReadings {
  /** The machine's clock. */
  readonly machine: Clock;
  readonly monotonic: MonotonicClock;
  /** How long the machine has been up, its sleep included, the same in all threads; only read where something jumped. */
  readonly uptime: MonotonicClock;
}

/** What is kept of the trusted time from one run to the next. */
export interface StoredTime {
  /** The trusted time when it was stored, epoch milliseconds. */
  readonly trustedAt: number;
  /** How far the machine's clock was ahead of it, milliseconds; 0 when it was believed. */
  readonly ahead: number;
}

/** The machine's clock and the trusted time at one moment, epoch milliseconds. */
export interface ClockState {
  readonly machine: number;
  readonly trusted: number;
  /** Whether the two are the same. */
  readonly isBelieved: boolean;
}

/** What the threads of a service share, by its index in the memory. */
const TRUSTED = 0;
const IS_BELIEVED = 1;
const EXPECTED = 2;
const STEADY_FROM = 3;
const STEADY_SINCE = 4;
const NUMBERS = 5;

const { believedStepMilliseconds, believedAbsenceMilliseconds, adjustmentMilliseconds } = CLOCK_LIMITS;

/**
 * The time by which all that is stored is dated: the machine's clock while its time is plausible. After a jump to an
 * implausible time, the trusted time goes on from where it was until the clock is right again or a person accepts it. A wrong
 * date would stay for ever, because times of creation never decrease.
 *
 * | the machine's clock                                                  | believed                             |
 * | -------------------------------------------------------------------- | ------------------------------------ |
 * | is set by up to a day, either way (summer time, time zones)          | at once                              |
 * | goes on after the machine was asleep, however long                   | at once: the uptime goes on too      |
 * | is set by more than a day, and comes back to within a day            | when it has come back                |
 * | is set forwards by more than a day, to within 180 days               | after twelve hours without a jump, after a start, or accepted |
 * | is set forwards by more than that                                    | only when accepted                   |
 * | is set back by more than a day                                       | only when accepted                   |
 * | at a start: from a day before up to 180 days after the last time     | at once                              |
 * | at a start: later than that                                          | only when accepted                   |
 * | at a start: earlier (an empty battery), and is put right by a network | when it is within those 180 days: until it was believed once, the rules of a start hold |
 *
 * The last time is the trusted one that the last run stored. A database without one was last used by a version that believed
 * every clock: there it is that of the newest print, and an earlier clock is followed rather than held at a print that may
 * be dated wrong, until it comes to within 180 days after that print.
 *
 * The threads of a service share one memory, so that they agree: each reads the clocks itself, and all believe what one of
 * them has decided. Pure but for that memory and the clocks it is given.
 */
export class TrustedClock {
  private readonly shared: Float64Array;
  /** The uptime at which this thread's monotonic clock began. */
  private monotonicFrom: number;
  /** How far the machine's clock was from the time that has passed when the uptime was last read. */
  private difference = Number.NaN;

  /** @param memory what the threads share; new memory is to be given a beginning by {@link begin} */
  constructor(
    private readonly readings: ClockReadings,
    readonly memory = new SharedArrayBuffer(NUMBERS * Float64Array.BYTES_PER_ELEMENT),
  ) {
    this.shared = new Float64Array(memory);
    this.monotonicFrom = readings.uptime() - readings.monotonic();
  }

  /**
   * Begins, once for all threads.
   * @param stored what the last run left; `null` for nothing
   * @param newestPrintAt when the newest print was stored; `null` for none
   */
  begin(stored: StoredTime | null, newestPrintAt: number | null): void {
    const last = stored?.trustedAt ?? newestPrintAt;
    const machine = this.readings.machine();
    const elapsed = this.elapsed();
    this.shared[IS_BELIEVED] = 0;
    this.shared[EXPECTED] = last ?? machine;
    this.shared[STEADY_FROM] = machine - elapsed;
    this.shared[STEADY_SINCE] = elapsed;
    this.shared[TRUSTED] = (last ?? machine) - elapsed;
    // Where it goes on as wrong as it was, the time in which no service ran is not lost.
    const corrected = machine - (stored?.ahead ?? 0);
    if (stored !== null && corrected >= stored.trustedAt && isAbsence(corrected - stored.trustedAt))
      this.shared[TRUSTED] = corrected - elapsed;
    if (stored === null && machine < (last ?? machine)) this.shared[TRUSTED] = machine - elapsed;
    this.state();
  }

  /** The trusted time, epoch milliseconds. To be passed on as a {@link Clock}. */
  readonly now: Clock = () => {
    const machine = this.readings.machine();
    const difference = machine - this.elapsed();
    const step = difference - (this.shared[TRUSTED] as number);
    if (this.shared[IS_BELIEVED] !== 1 || Math.abs(step) > adjustmentMilliseconds)
      return this.state().trusted;
    this.shared[TRUSTED] = difference;
    return machine;
  };

  /** What is to be kept of it for the next run. */
  stored(): StoredTime {
    const { machine, trusted, isBelieved } = this.state();
    return { trustedAt: trusted, ahead: isBelieved ? 0 : machine - trusted };
  }

  /** Believes what the machine's clock says now, as a person wants it. */
  accept(): void {
    this.believe(this.readings.machine() - this.elapsed());
  }

  /** What both clocks say now. Decides whether the machine's is believed, from all that is known now. */
  state(): ClockState {
    this.noteSleep();
    const machine = this.readings.machine();
    const elapsed = this.elapsed();
    const difference = machine - elapsed;
    // Whole milliseconds, as the machine's clock has: it is stored as an integer.
    const trusted = Math.floor(elapsed + (this.shared[TRUSTED] as number));
    const expected = this.shared[EXPECTED] as number;
    // NaN when nothing is expected any more; no comparison with it holds.
    const isExpected = isAbsence(machine - expected);
    if (isExpected || Math.abs(machine - trusted) <= believedStepMilliseconds) {
      this.believe(difference, isExpected ? Number.NaN : expected);
      return { machine, trusted: machine, isBelieved: true };
    }
    this.shared[IS_BELIEVED] = 0;
    if (this.isSteady(difference, elapsed) && isAbsence(machine - trusted)) {
      this.believe(difference);
      return { machine, trusted: machine, isBelieved: true };
    }
    return { machine, trusted, isBelieved: false };
  }

  private believe(difference: number, expected = Number.NaN): void {
    this.shared[TRUSTED] = difference;
    this.shared[IS_BELIEVED] = 1;
    this.shared[EXPECTED] = expected;
    this.shared[STEADY_FROM] = Number.NaN;
  }

  /** Whether the clock has run for long without another jump since it was last not believed. */
  private isSteady(difference: number, elapsed: number): boolean {
    const drift = difference - (this.shared[STEADY_FROM] as number);
    // The first look after the jump has nothing to compare it with.
    if (!(Math.abs(drift) <= CLOCK_LIMITS.steadyDriftMilliseconds)) {
      this.shared[STEADY_FROM] = difference;
      this.shared[STEADY_SINCE] = elapsed;
      return false;
    }
    return elapsed - (this.shared[STEADY_SINCE] as number) >= CLOCK_LIMITS.steadyMilliseconds;
  }

  /** The uptime by this thread's monotonic clock, milliseconds. */
  private elapsed(): number {
    return this.monotonicFrom + this.readings.monotonic();
  }

  /** The monotonic clock stands still while the machine is asleep; what it has missed is added. */
  private noteSleep(): void {
    // While the machine was asleep its clock went on. A clock that is not believed is asked at each request.
    const difference = this.readings.machine() - this.elapsed();
    if (Math.abs(difference - this.difference) <= adjustmentMilliseconds) return;
    const from = this.readings.uptime() - this.readings.monotonic();
    if (from - this.monotonicFrom > adjustmentMilliseconds) this.monotonicFrom = from;
    this.difference = this.readings.machine() - this.elapsed();
  }
}

/** Whether a service may have been away for so long, milliseconds; a little less than nothing, where the clock was set. */
function isAbsence(milliseconds: number): boolean {
  return milliseconds >= -believedStepMilliseconds && milliseconds <= believedAbsenceMilliseconds;
}
