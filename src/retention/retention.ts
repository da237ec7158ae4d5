import type { Database } from "bun:sqlite";
import { audit, systemActor } from "../audit/audit-entry.ts";
import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import {
  type RetentionReport,
  type RetentionRun,
  SERVICE_LIMITS,
  type ServiceLimitName,
  type ServiceRetention,
} from "../domain/retention.ts";
import type { TrustedClock } from "../domain/trusted-clock.ts";
import type { Log } from "../operations/log.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import { policyVersion } from "../storage/policy-version.ts";
import { type RetentionChange, RetentionStore } from "../storage/retention-store.ts";
import type { Writer } from "../storage/writer.ts";
import { leapOf } from "./clock-leap.ts";
import type {
  Answer,
  Deed,
  Done,
  FromRetention,
  HeldPrints,
  PreviewQuestion,
  Question,
  ToRetention,
} from "./messages.ts";
import { readHolds } from "./policy.ts";
import type { Preview } from "./preview.ts";

/** How long the Worker stays when nothing is left to do, milliseconds: it takes memory. */
const REST_MILLISECONDS = 5000;

export interface RetentionOptions {
  readonly databasePath: string;
  /** A reading connection. */
  readonly database: Database;
  readonly writer: Pick<Writer, "submit" | "depth">;
  readonly clock: Pick<TrustedClock, "state">;
  readonly log: Log;
  /** What the service was started with. */
  readonly limits: ServiceRetention;
  /** Removes deleted prints of a workspace for good; holds are looked at once more. @param name of the limit that wants it */
  readonly purge: (workspaceId: number, printIds: readonly number[], name: string) => Promise<Done>;
  /** Told of each run that ended. */
  readonly onRun?: (report: RetentionReport, endedAt: number) => void;
}

/** Deletes what is not to be kept any more, and removes what was deleted long enough ago. */
export class Retention {
  readonly store: RetentionStore;
  private readonly thread: WorkerThread<ToRetention, FromRetention>;
  private hasBegun = false;
  private running: Promise<void> | null = null;
  private looking: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly options: RetentionOptions) {
    this.store = new RetentionStore(options.database);
    this.thread = new WorkerThread({
      entry: "retention/retention-worker",
      smol: true,
      restMilliseconds: REST_MILLISECONDS,
      answer: (deed) => this.act(deed),
    });
  }

  /** What the service was started with. */
  get limits(): ServiceRetention {
    return this.options.limits;
  }

  /** Whether there is a run. */
  get isRunning(): boolean {
    return this.running !== null;
  }

  /**
   * Does what is to be done now, after a run that is under way.
   * @param when at `night` all of it; by the `hour` what cannot wait: counts, sizes and short ages
   * @param signal ends it soon; what is left the next run finds again
   * @throws what the database or the Worker has met
   */
  async run(when: "night" | "hour", signal?: AbortSignal): Promise<void> {
    const end = () => this.close();
    signal?.addEventListener("abort", end);
    const before = this.running ?? Promise.resolve();
    const run = before.catch(() => {}).then(() => this.runOnce(when));
    this.running = run;
    try {
      await run;
    } finally {
      if (this.running === run) this.running = null;
      signal?.removeEventListener("abort", end);
    }
  }

  /** What rules and limits would delete now. @throws what the database or the Worker has met */
  async preview(question: Omit<PreviewQuestion, "now" | "limits">): Promise<readonly Preview[]> {
    const now = this.options.clock.state().trusted;
    return (await this.ask({ ask: "preview", now, limits: this.limits, ...question })) as readonly Preview[];
  }

  /** Which prints are under a hold, by their ids, with its name, and as of which version of the workspace's holds that is so. */
  async heldBy(workspaceId: number, printIds: readonly number[]): Promise<HeldPrints> {
    const { database } = this.options;
    const [version, holds] = database.transaction(
      () => [policyVersion(database, workspaceId), readHolds(this.store, workspaceId)] as const,
    )();
    if (holds.length === 0) return { version, held: new Map() };
    return (await this.ask({ ask: "held", workspaceId, printIds })) as HeldPrints;
  }

  /**
   * Looks what new and changed rules and limits would delete at once. Those that would delete nothing apply from now on; the
   * others wait, so that a slip of the pen can be seen before it costs anything.
   */
  lookAtNew(): Promise<void> {
    // One look after the other: what is new since the last one began is seen by the next.
    this.looking = this.looking.catch(() => {}).then(() => this.look());
    return this.looking;
  }

  close(): void {
    this.isClosed = true;
    this.thread.end("the service is stopping");
  }

  private async runOnce(when: "night" | "hour"): Promise<void> {
    const { clock, log, writer, onRun } = this.options;
    await this.begin();
    const { trusted: now, isBelieved } = clock.state();
    const last = this.store.lastRun();
    if (!this.hasWork()) {
      // Or months without anything to do would look like a leap of the clock.
      if (when === "night" && last !== null && isBelieved)
        await this.note({ ...last, endedAt: now, resumesAt: null });
      return;
    }
    // With a clock that is years ahead everything would be old.
    if (!isBelieved) return log.write("warning", "retention waits: the machine's clock is not believed");
    const resumesAt = leapOf(last, now);
    if (resumesAt !== null) {
      if (resumesAt !== last?.resumesAt)
        await this.note({ endedAt: now, resumesAt, report: last?.report ?? NOTHING });
      return log.write("warning", "retention waits: the clock has made a leap, or no service ran for long", {
        until: new Date(resumesAt).toISOString(),
      });
    }
    await this.lookAtNew();
    const started = performance.now();
    const limits = this.appliedLimits(now);
    const report = (await this.ask({
      ask: "run",
      now,
      limits,
      isNight: when === "night",
    })) as RetentionReport;
    const endedAt = clock.state().trusted;
    await this.note({ endedAt, resumesAt: null, report });
    onRun?.(report, endedAt);
    const deleted = Object.values(report.deleted).reduce((sum, prints) => sum + prints, 0);
    if (deleted + report.purged === 0) return;
    log.write("info", "retention has run", {
      ...report,
      seconds: Math.round(performance.now() - started) / 1000,
    });
    const entry = audit(systemActor("retention"), "retention.applied", when, { ...report });
    await writer.submit({ kind: "audit", change: { do: "add", note: entry } });
  }

  /** Stores the limits that the service was started with, once: those that are new are looked at first. */
  private async begin(): Promise<void> {
    if (this.hasBegun) return;
    const values: Partial<Record<ServiceLimitName, string>> = {};
    for (const [field, name] of Object.entries(SERVICE_LIMITS)) {
      const value = this.limits[field as keyof ServiceRetention];
      if (value !== null) values[name] = String(value);
    }
    await this.change({ do: "limits", values });
    this.hasBegun = true;
  }

  /** Whether there is a rule, a limit or a deleted print; without any, no Worker is started. */
  private hasWork(): boolean {
    const { maxAge, maxPrints, maxSize, purgeAfter } = this.limits;
    if (maxAge !== null || maxPrints !== null || maxSize !== null) return true;
    const { database } = this.options;
    const rule = "SELECT EXISTS (SELECT 1 FROM retention_rule) AS found";
    const deleted =
      "SELECT EXISTS (SELECT 1 FROM workspace CROSS JOIN print ON workspace_id = workspace.id " +
      "WHERE print.deleted_at IS NOT NULL AND removal_id IS NULL) AS found";
    const isThere = (query: string) => database.query<{ found: number }, []>(query).get()?.found === 1;
    return isThere(rule) || (purgeAfter !== null && isThere(deleted));
  }

  /** The limits of the service that apply already; the others do nothing. */
  private appliedLimits(now: number): ServiceRetention {
    const applied = new Set(
      this.store
        .limits()
        .filter(({ appliesFrom }) => appliesFrom !== null && appliesFrom <= now)
        .map(({ name }) => name),
    );
    const entries = Object.entries(SERVICE_LIMITS).map(([field, name]) => [
      field,
      applied.has(name) ? this.limits[field as keyof ServiceRetention] : null,
    ]);
    return Object.fromEntries(entries) as ServiceRetention;
  }

  private async look(): Promise<void> {
    await this.begin();
    if (!this.store.hasNewRules() && this.store.limits().every(({ appliesFrom }) => appliesFrom !== null))
      return;
    const { trusted: now, isBelieved } = this.options.clock.state();
    if (!isBelieved) return;
    const policies = this.store.policies();
    const isNeeded = this.store.hasNewRules() || this.hasWork();
    const previews = isNeeded ? await this.preview({ workspaceId: null }) : [];
    const looked = (prints: number) => {
      return {
        wouldDelete: prints,
        appliesFrom: prints === 0 ? now : now + RETENTION_LIMITS.waitMilliseconds,
      };
    };
    for (const { ruleId, version, prints } of previews)
      if (ruleId !== null) await this.change({ do: "looked", id: ruleId, version, ...looked(prints) });
    for (const { name, value } of this.store.limits()) {
      const found = previews.find((each) => each.workspaceId === null && each.name === name);
      await this.change({
        do: "lookedAtLimit",
        name,
        value,
        version: policies,
        ...looked(found?.prints ?? 0),
      });
    }
  }

  private async change(change: RetentionChange): Promise<void> {
    await this.options.writer.submit({ kind: "retention", change });
  }

  private async note(run: RetentionRun): Promise<void> {
    await this.change({ do: "note", ...run });
  }

  private async act(deed: Deed): Promise<Done> {
    const { writer, purge } = this.options;
    const started = performance.now();
    if (deed.do === "purge") return purge(deed.workspaceId, deed.printIds, deed.name);
    const { id: prints } = await writer.submit({ kind: "retention", change: deed }, CLIENT);
    await this.rest(performance.now() - started);
    return { prints, bytes: 0 };
  }

  /** Lets tills and people go first: the writer has most of its time for them, and all of it while they wait. */
  private async rest(worked: number): Promise<void> {
    const { restTimes, leastRestMilliseconds } = RETENTION_LIMITS;
    await Bun.sleep(Math.max(leastRestMilliseconds, worked * restTimes));
    const until = performance.now() + MILLISECONDS_PER_MINUTE;
    while (this.options.writer.depth > 0 && performance.now() < until && !this.isClosed)
      await Bun.sleep(leastRestMilliseconds);
  }

  private ask(question: Question): Promise<Answer> {
    if (this.isClosed) return Promise.reject(new Error("the service is stopping"));
    return this.thread.ask({ databasePath: this.options.databasePath, question });
  }
}

/** Its line at the writer: clients are served in turn. */
const CLIENT = "retention";

const NOTHING: RetentionReport = { deleted: {}, purged: 0, purgedBytes: 0, held: 0, waitingForPaper: 0 };
