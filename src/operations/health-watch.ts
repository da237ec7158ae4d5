import type { Clock, MonotonicClock } from "../domain/clock.ts";
import type { HealthState } from "../domain/health.ts";
import type { LiveNews } from "../events/live-news.ts";
import type { ConditionReader } from "../storage/condition-store.ts";
import type { Writer } from "../storage/writer.ts";
import type { ComponentHealth, Health, HealthReport } from "./health.ts";
import type { Log } from "./log.ts";

/** Times of telling how the service is, milliseconds. */
const HEALTH_TIMES = {
  /** How often it is looked while somebody listens, and while nobody does: parts read memory and a few rows. */
  look: 1000,
  unheardLook: 5000,
  /** For how long a part is in a state before that is told: at a start ports are opened, and a disk may be slow. */
  settle: 15_000,
  /** Until it is tried again to store what is to be told. */
  retry: 5000,
} as const;

type HealthTimes = { readonly [Name in keyof typeof HEALTH_TIMES]: number };

/** How a part of the service is by now. Since when is epoch milliseconds. */
export interface LastingHealth {
  readonly component: string;
  readonly state: HealthState;
  readonly message: string;
  readonly since: number;
}

interface HealthWatchOptions {
  readonly health: Pick<Health, "report">;
  /** What `/healthz` answers, of a report. */
  readonly answer: (report: HealthReport) => object;
  /** Of a reading connection. */
  readonly store: Pick<ConditionReader, "health">;
  readonly writer: Pick<Writer, "submit">;
  readonly news: LiveNews;
  /** Told when listeners have something to hear. */
  readonly onTold: () => void;
  /** Told what cannot be stored for listeners, because the storage has failed: there may be other ways to tell it. */
  readonly onUnstored: (health: LastingHealth) => void;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Log;
  readonly times?: HealthTimes;
}

/** A part of the service, and what of it was told. */
interface Followed {
  state: HealthState;
  since: number;
  settledAt: number;
  told: HealthState;
  isStoring: boolean;
  retryAt: number;
  /** The state that was told without being stored. */
  unstored: HealthState | null;
}

/**
 * How the parts of the service are. Who listens now is told at once, as `health.report`. What lasts is told to those who are
 * not there too, as `health`: once when it begins, and once when it is over, whatever restarts lie between.
 */
export class HealthWatch {
  private readonly followed = new Map<string, Followed>();
  private readonly times: HealthTimes;
  private timer: Timer | null = null;
  private heard = "";
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: HealthWatchOptions) {
    this.times = options.times ?? HEALTH_TIMES;
  }

  /** Begins to tell. */
  begin(): void {
    const now = this.options.monotonic();
    for (const { component, state, since } of this.options.store.health())
      this.followed.set(component, followed(state, since, now + this.times.settle));
    this.timer = setInterval(() => this.look(), this.times.look);
    this.timer.unref();
  }

  close(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** Looks at all parts, and tells what is new. */
  look(): void {
    const { health, news, monotonic } = this.options;
    if (!news.isHeard && monotonic() < this.lookedAt + this.times.unheardLook) return;
    this.lookedAt = monotonic();
    const report = health.report();
    this.tellNow(report);
    for (const [component, part] of Object.entries(report.components)) this.lookAt(component, part);
  }

  private tellNow(report: HealthReport): void {
    const { news, answer } = this.options;
    // Particulars, such as how long ago something was, change all the time.
    const told = JSON.stringify(
      Object.entries(report.components).map(([name, { state, message }]) => [name, state, message]),
    );
    const isNew = this.heard !== "" && this.heard !== told;
    this.heard = told;
    if (isNew && news.isHeard) {
      const data = JSON.stringify(answer(report));
      news.tell({ kind: "health.report", workspaceId: null, about: "", data });
    }
  }

  private lookAt(component: string, { state, message }: ComponentHealth): void {
    const { clock, monotonic } = this.options;
    const now = monotonic();
    const known = this.followed.getOrInsertComputed(component, () =>
      followed("ok", clock(), now + this.times.settle),
    );
    if (state !== known.state) {
      known.state = state;
      known.since = clock();
      known.settledAt = now + this.times.settle;
    }
    if (known.state === known.told && known.unstored !== null && now >= known.settledAt) {
      // What was told without being stored is over.
      known.unstored = null;
      this.options.onUnstored({ component, state, message, since: known.since });
    }
    if (known.state === known.told || now < known.settledAt || known.isStoring || now < known.retryAt) return;
    void this.tell(known, { component, state, message, since: known.since });
  }

  private async tell(known: Followed, lasting: LastingHealth): Promise<void> {
    const { writer, onTold, onUnstored, monotonic, log } = this.options;
    known.isStoring = true;
    try {
      await writer.submit({ kind: "condition", change: { do: "health", ...lasting } });
      known.told = lasting.state;
      known.unstored = null;
      onTold();
    } catch (error) {
      known.retryAt = monotonic() + this.times.retry;
      if (known.unstored === lasting.state) return;
      known.unstored = lasting.state;
      log.write("warning", "how the service is was not stored for listeners, and is soon", {
        error: String(error),
      });
      onUnstored(lasting);
    } finally {
      known.isStoring = false;
    }
  }
}

function followed(state: HealthState, since: number, settledAt: number): Followed {
  return { state, since, settledAt, told: state, isStoring: false, retryAt: 0, unstored: null };
}
