import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import type { ReapplicationBounds, RuleSettings, RuleTrial } from "../domain/rule.ts";
import type { Log } from "../operations/log.ts";
import type { WorkerFault, WorkerWords } from "../operations/health.ts";
import { RuleApplications } from "../storage/rule-applications.ts";
import type { Writer } from "../storage/writer.ts";
import { RulesBacklog } from "./rules-backlog.ts";
import type { RuleQuestion, RuleWrites } from "./rules-messages.ts";
import { RulesThread } from "./rules-thread.ts";
import type { TrialResult } from "./trial.ts";

/** How long new prints gather before rules are applied to them, milliseconds. */
const GATHER_MILLISECONDS = 300;

/** With more operations in that time, the machine has better to do than to read receipts. */
const BUSY_OPERATIONS = 300;

/** How long rules wait at most for prints to come less fast, milliseconds. */
const BUSY_WAIT_MILLISECONDS = 10_000;

/** What is told of it when the service is asked how it is. */
export const RULES_WORDS: WorkerWords = {
  name: "rules",
  working: "Rules are applied to new prints.",
  failing: "Rules are not applied to new prints",
};

export interface ApplyingOptions {
  readonly databasePath: string;
  /** A reading connection. */
  readonly database: Database;
  readonly writer: Pick<Writer, "submit" | "noteFault">;
  readonly log: Log;
}

/** What the rules of a workspace are doing. */
export interface ApplyingStatus {
  /** Prints that the rules have not been applied to yet. */
  readonly pending: number;
  /** The last time that the rules were applied again; `null` for none. */
  readonly reapplication: ReapplicationStatus | null;
}

/** How far a re-application has got, in prints. */
export interface ReapplicationStatus {
  readonly done: number;
  readonly total: number;
  /** Prints that the rules found something for. */
  readonly filled: number;
  readonly isDone: boolean;
}

/** Has rules applied to prints after they were acknowledged. */
export class Applying {
  private readonly backlog: RulesBacklog;
  private readonly thread: RulesThread;
  private wakeTimer: Timer | null = null;
  private isClosed = false;
  private hasBegun = false;
  /** Operations since the last look, and how many of them were of rules. */
  private gathered = 0;
  private own = 0;
  private lastLook = performance.now();
  private readonly applications: RuleApplications;

  constructor(private readonly options: ApplyingOptions) {
    this.backlog = new RulesBacklog(options.database);
    this.applications = new RuleApplications(options.database);
    this.thread = new RulesThread({
      databasePath: options.databasePath,
      log: options.log,
      store: (writes) => this.store(writes),
    });
    // At once, before the first print of this run: of an old database, what is there is not for rules.
    void this.begin();
  }

  /** What the work met last; `null` since it has come to its end. */
  get fault(): WorkerFault | null {
    return this.thread.fault;
  }

  /** To be called when something was stored, and once at the start; cheap enough for every batch. */
  wake(operations: number): void {
    this.gathered += operations;
    if (this.wakeTimer !== null || this.isClosed) return;
    this.wakeTimer = setTimeout(() => {
      this.wakeTimer = null;
      const isBusy = this.gathered - this.own > BUSY_OPERATIONS;
      this.gathered = 0;
      this.own = 0;
      this.look(isBusy).catch((error: unknown) => this.noteFault(error));
    }, GATHER_MILLISECONDS);
  }

  /**
   * Checks whether a rule can be among those of a workspace.
   * @param replacing the rule whose place it takes
   * @throws TillrollError BAD_REQUEST
   */
  async check(workspaceId: number, settings: RuleSettings, replacing: number | null = null): Promise<void> {
    await this.ask({ ask: "check", workspaceId, settings, replacing });
  }

  /** Tries rules out. @throws TillrollError BAD_REQUEST, NOT_FOUND, PRINT_DATA_DAMAGED */
  async tryOut(workspaceId: number, trial: RuleTrial): Promise<TrialResult> {
    const result = await this.ask({ ask: "try", workspaceId, trial });
    if (result === null) throw new Error("a trial without a result");
    return result;
  }

  /**
   * Has the rules applied once more to prints that are there; see {@link statusOf}. It is durable: what the end of the
   * service interrupts, the next start goes on with.
   * @throws TillrollError CONFLICT while this is under way for the workspace, and what the writer throws
   */
  async reapply(workspaceId: number, bounds: ReapplicationBounds): Promise<void> {
    await this.options.writer.submit({ kind: "rule", change: { do: "reapply", workspaceId, ...bounds } });
    this.wake(0);
  }

  statusOf(workspaceId: number): ApplyingStatus {
    const pending = this.backlog.pending(workspaceId);
    const last = this.applications.find(workspaceId);
    if (last === null) return { pending, reapplication: null };
    const { firstOrdinal, nextOrdinal, endOrdinal, filled } = last;
    const done = nextOrdinal - firstOrdinal;
    const total = endOrdinal - firstOrdinal;
    return { pending, reapplication: { done, total, filled, isDone: done >= total } };
  }

  /** Stops applying rules; the next start goes on where this one was. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.wakeTimer ?? undefined);
    this.thread.end("the service is stopping");
  }

  private ask(question: RuleQuestion): Promise<TrialResult | null> {
    if (this.isClosed) return Promise.reject(new Error("the service is stopping"));
    return this.thread.ask(question);
  }

  private async begin(): Promise<boolean> {
    if (this.hasBegun) return true;
    try {
      await this.options.writer.submit({ kind: "rule", change: { do: "begin" } });
      this.hasBegun = true;
    } catch {
      // Tried again with the next print; the writer has logged what was unexpected.
    }
    return this.hasBegun;
  }

  /** Prints go on being stored without rules, and the next one has it tried again. */
  private noteFault(error: unknown): void {
    this.options.writer.noteFault(error);
    this.options.log.write("error", "rules wait: it cannot be read what there is for them", {
      error: String(error),
    });
  }

  /** Looks whether there is something to do, and has it done. @throws what reading throws */
  private async look(isBusy: boolean): Promise<void> {
    const now = performance.now();
    const isPutOff = isBusy && now - this.lastLook < BUSY_WAIT_MILLISECONDS;
    // Once more when it has become quiet.
    if (isBusy) this.wake(0);
    if (isPutOff || !(await this.begin()) || this.isClosed) return;
    this.lastLook = now;
    if (this.thread.isWorking) {
      this.thread.wake(isBusy);
      return;
    }
    const found = this.backlog.read();
    const skipped = await Promise.all(found.map((behind) => this.skip(behind.workspaceId, behind.skipTo)));
    if (this.isClosed) return;
    const isAskedFor = found.some(({ skipTo }) => skipTo === null) || this.applications.unfinished() !== null;
    if (isAskedFor) this.thread.wake(isBusy);
    // Behind those that were passed over there may be others.
    else if (skipped.includes(true)) this.wake(0);
  }

  /** @returns whether that is durable; if not, the next print has it tried again */
  private async skip(workspaceId: number, nextOrdinal: number | null): Promise<boolean> {
    if (nextOrdinal === null) return false;
    const change = { do: "progress", workspaceId, nextOrdinal } as const;
    try {
      await this.options.writer.submit({ kind: "rule", change });
      return true;
    } catch {
      return false;
    }
  }

  /** @returns whether all is durable */
  private async store({ fills, progress }: RuleWrites): Promise<boolean> {
    const { writer } = this.options;
    try {
      await Promise.all(
        fills.map(async ({ workspaceId, printId, patch }) => {
          const fill = { kind: "update", workspaceId, printId, patch, onlyMissing: true } as const;
          await writer.submit(fill).catch(unlessDeleted);
          this.own++;
        }),
      );
      await writer.submit({ kind: "rule", change: progress });
      return true;
    } catch {
      // The Worker tries again later; the writer has logged what was unexpected.
      return false;
    }
  }
}

/** A print that was deleted meanwhile needs nothing. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof TillrollError) || error.code !== "NOT_FOUND") throw error;
}
