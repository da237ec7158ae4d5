import type { Clock, MonotonicClock } from "../domain/clock.ts";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { ComponentHealth, HealthComponent } from "./health.ts";
import type { Log } from "./log.ts";

/** How long the timetable sleeps at the most, milliseconds: the clock may be set, and the machine be put to sleep. */
const LONGEST_SLEEP_MILLISECONDS = 20 * MILLISECONDS_PER_SECOND;

/** How long after a start a task runs whose time was missed, milliseconds: the start is for the tills. */
const MISSED_DELAY_MILLISECONDS = 60 * MILLISECONDS_PER_SECOND;

/** How long a stop waits for the tasks that run, milliseconds: what does not end by then is ended with what it works with. */
const CLOSE_MILLISECONDS = 2 * MILLISECONDS_PER_SECOND;

/** When a task runs: so often, counted from the end of one run to the begin of the next, or daily at a local time. */
export type Schedule = { readonly everyMilliseconds: number } | DailySchedule;

export interface DailySchedule {
  /** Hour and minute of the machine's time zone, such as `03:00`; see {@link readTimeOfDay}. */
  readonly dailyAt: string;
  /**
   * When it last ran, epoch milliseconds, `null` for never; asked once, when the task is added. A time that was missed because
   * the machine was off is made up for soon after the start. Without it, only times from now on count.
   */
  lastRanAt?(): number | null;
}

/** Something that runs from time to time. */
export interface ScheduledTask {
  /** What it is called in logs and health: what is done, such as "backup". */
  readonly name: string;
  readonly schedule: Schedule;
  /**
   * Does it. What it throws is logged, and degrades the health until a run goes well.
   * @param signal aborted when the service stops: to be ended soon then, in order
   */
  run(signal: AbortSignal): Promise<void>;
}

/** A task as whoever added it has it. */
export interface TimetableEntry {
  /** Runs it now, or waits for the run that is under way. @throws what the task throws; Error once the service stops */
  runNow(): Promise<void>;
  /** When it runs next, epoch milliseconds by the clock of the service. */
  readonly nextAt: number;
  readonly isRunning: boolean;
}

export interface TimetableOptions {
  /** By which days are told: the trusted clock. */
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Log;
}

/**
 * Runs tasks every so often, or daily at a time of day. A task never runs twice at a time. At a stop all are told to end, the
 * last added first, and waited for.
 */
export class Timetable implements HealthComponent {
  readonly name = "timetable";
  readonly isNeededToPrint = false;
  private readonly entries: Entry[] = [];
  private isClosed = false;
  private timer: Timer | undefined;

  constructor(private readonly options: TimetableOptions) {}

  /** Adds a task; it runs by itself from now on. @throws Error when its time of day is none */
  add(task: ScheduledTask): TimetableEntry {
    const entry = new Entry(task, this.options, () => this.sleep());
    this.entries.push(entry);
    this.sleep();
    return entry;
  }

  /** Runs what is due. Called by itself; tests move their clocks and call it. */
  tick(): void {
    if (this.isClosed) return;
    for (const entry of this.entries) entry.runIfDue();
    this.sleep();
  }

  /** Ends all tasks, and waits for those that run, the last added first; not for long. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, CLOSE_MILLISECONDS);
    for (const entry of this.entries.toReversed()) await Promise.race([entry.close(), late.promise]);
    clearTimeout(timer);
  }

  look(): ComponentHealth {
    const failed = this.entries.filter(({ fault }) => fault !== null);
    const details = Object.fromEntries(
      this.entries.map(({ task, nextAt }) => [task.name, { nextAt: new Date(nextAt).toISOString() }]),
    );
    if (failed.length === 0)
      return { state: "ok", message: "What is to be done regularly is done.", details };
    const names = failed.map(({ task }) => task.name).join(", ");
    const message = `The last run of ${names} has failed; it is tried again. The service's log says why.`;
    return { state: "degraded", message, details };
  }

  private sleep(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const waits = this.entries.map((entry) => entry.waitMilliseconds());
    this.timer = setTimeout(() => this.tick(), Math.min(LONGEST_SLEEP_MILLISECONDS, ...waits));
    this.timer.unref();
  }
}

class Entry implements TimetableEntry {
  /** What the last run has thrown, in a sentence; `null` when it went well, or none was. */
  fault: string | null = null;
  private running: Promise<void> | null = null;
  /** By the monotonic clock for what runs every so often, by the clock for what runs daily. */
  private due: number;
  private readonly ending = new AbortController();

  constructor(
    readonly task: ScheduledTask,
    private readonly options: TimetableOptions,
    private readonly onEnd: () => void,
  ) {
    this.due = this.firstDue();
  }

  get isRunning(): boolean {
    return this.running !== null;
  }

  get nextAt(): number {
    return Math.round(this.options.clock() + Math.max(0, this.due - this.now()));
  }

  waitMilliseconds(): number {
    return this.isRunning ? LONGEST_SLEEP_MILLISECONDS : Math.max(0, this.due - this.now());
  }

  runIfDue(): void {
    const { schedule } = this.task;
    const now = this.now();
    // The clock was set back: the next time of day is sooner than what was reckoned.
    if ("dailyAt" in schedule && this.due - now > MILLISECONDS_PER_DAY * 1.5)
      this.due = nextTimeOfDay(schedule.dailyAt, now);
    if (now >= this.due && !this.isRunning) void this.runNow().catch(() => {});
  }

  runNow(): Promise<void> {
    if (this.ending.signal.aborted) return Promise.reject(new Error("the service stops"));
    this.running ??= this.run().finally(() => {
      this.running = null;
      this.due = this.dueAfter(this.task.schedule);
      this.onEnd();
    });
    return this.running;
  }

  async close(): Promise<void> {
    this.ending.abort(new Error("the service stops"));
    await this.running?.catch(() => {});
  }

  private async run(): Promise<void> {
    try {
      await this.task.run(this.ending.signal);
      this.fault = null;
    } catch (error) {
      if (this.ending.signal.aborted) return;
      this.fault = error instanceof Error ? error.message : String(error);
      this.options.log.write("error", `${this.task.name} has failed`, { error: this.fault });
      throw error;
    }
  }

  private firstDue(): number {
    const { schedule } = this.task;
    if (!("dailyAt" in schedule)) return this.now() + schedule.everyMilliseconds;
    const next = nextTimeOfDay(schedule.dailyAt, this.now());
    const missedSince = schedule.lastRanAt === undefined ? this.now() : schedule.lastRanAt();
    const wasMissed = missedSince === null || nextTimeOfDay(schedule.dailyAt, missedSince) <= this.now();
    return wasMissed ? Math.min(next, this.now() + MISSED_DELAY_MILLISECONDS) : next;
  }

  private dueAfter(schedule: Schedule): number {
    return "dailyAt" in schedule
      ? nextTimeOfDay(schedule.dailyAt, this.now())
      : this.now() + schedule.everyMilliseconds;
  }

  private now(): number {
    return "dailyAt" in this.task.schedule ? this.options.clock() : this.options.monotonic();
  }
}

/** Reads a time of day such as `03:00` or `3:00`. @returns its hour and minute; `null` for any other text */
export function readTimeOfDay(text: string): { readonly hour: number; readonly minute: number } | null {
  const [, hour = "", minute = ""] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return null;
  return { hour: Number(hour), minute: Number(minute) };
}

/**
 * The first moment after another one at which it is that time here, in the machine's time zone; where the clock is put
 * forward over it, an hour later.
 * @throws Error when the time of day is none
 */
export function nextTimeOfDay(timeOfDay: string, after: number): number {
  const read = readTimeOfDay(timeOfDay);
  if (read === null) throw new Error(`"${timeOfDay}" is no time of day`);
  const next = Bun.cron.parse(`${read.minute} ${read.hour} * * *`, after);
  if (next === null) throw new Error(`there is no ${timeOfDay} after ${after}`);
  return next.getTime();
}
