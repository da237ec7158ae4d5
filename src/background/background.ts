import type { AuditNote } from "../audit/audit-entry.ts";
import type { Database } from "bun:sqlite";
import type {
  ReapplicationBounds,
  RulePreview,
  RuleSettings,
  RulesStatus,
  RuleTrial,
} from "../domain/rule.ts";
import type { Log } from "../operations/log.ts";
import type { WorkerFault, WorkerWords } from "../operations/health.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import { RuleProgressReader } from "../rules/rule-progress.ts";
import type { TrialResult } from "../rules/trial.ts";
import type { RebuildProgress } from "../search/indexer/indexer.ts";
import { RuleApplications } from "../storage/rule-applications.ts";
import type { Writer } from "../storage/writer.ts";
import type { FromBackground, Note, Question, Task, ToBackground, Writes } from "./messages.ts";

/** How long new prints gather before anything is done with them, milliseconds. */
const GATHER_MILLISECONDS = 300;

/** With more operations in that time, the machine has better to do than to read receipts. */
const BUSY_OPERATIONS = 300;

/** How long the Worker stays when nothing is left to do, milliseconds: it takes memory. */
const REST_MILLISECONDS = 5000;

/** What is told of each task when the service is asked how it is, and what the log is told when it was interrupted. */
export const TASK_WORDS: Readonly<Record<Task, WorkerWords & { readonly interrupted: string }>> = {
  indexing: {
    name: "indexing",
    working: "New prints are indexed for searches.",
    failing: "New prints are not indexed for searches",
    interrupted: "indexing for searches was interrupted and goes on soon",
  },
  rules: {
    name: "rules",
    working: "Rules are applied to new prints.",
    failing: "Rules are not applied to new prints",
    interrupted: "applying rules was interrupted and goes on soon",
  },
};

export interface BackgroundOptions {
  readonly databasePath: string;
  /** A reading connection. */
  readonly database: Database;
  readonly writer: Pick<Writer, "submit" | "noteFault">;
  readonly log: Log;
  /** Called when prints were noted whose pictures are to be read; without it they wait until somebody reads pictures. */
  readonly onPictures?: (prints: number) => void;
}

/** The way to the Worker that indexes prints and applies rules to them, after they were acknowledged. */
export class Background {
  private readonly thread: WorkerThread<ToBackground, FromBackground>;
  private readonly progress: RuleProgressReader;
  private readonly applications: RuleApplications;
  private readonly faults = new Map<Task, WorkerFault>();
  /** Rebuilds under way or waiting, by workspace. */
  private readonly rebuilds = new Map<number, RebuildProgress>();
  private wakeTimer: Timer | null = null;
  private isClosed = false;
  private hasBegun = false;
  /** Who wants nothing to be indexed now. */
  private pauses = 0;
  /** Operations since the Worker was last asked to work. */
  private gathered = 0;
  /** Damaged segments that are being built anew. */
  private repairs = 0;

  constructor(private readonly options: BackgroundOptions) {
    this.progress = new RuleProgressReader(options.database);
    this.applications = new RuleApplications(options.database);
    this.thread = new WorkerThread({
      entry: "background/background-worker",
      // It is in nobody's way for long, and collects its garbage sooner.
      smol: true,
      restMilliseconds: REST_MILLISECONDS,
      answer: (writes) => this.write(writes),
      receive: (note) => this.receive(note),
      onDeath: (reason) => {
        options.log.write("error", "prints are neither indexed nor are rules applied to them", { reason });
        for (const task of ["indexing", "rules"] as const) this.faults.set(task, "died");
        this.rebuilds.clear();
      },
    });
    // At once, before the first print of this run: of an old database, what is there is not for rules.
    void this.begin();
  }

  /** What a task met last; `null` since it has gone on. */
  faultOf(task: Task): WorkerFault | null {
    return this.faults.get(task) ?? null;
  }

  /** Whether a search has found a segment damaged that is not built anew yet. */
  get hasDamage(): boolean {
    return this.repairs > 0;
  }

  /** Whether there are prints that rules have not been applied to, or are to be applied to again. */
  get areRulesBehind(): boolean {
    return this.applications.unfinished() !== null || this.progress.behind().length > 0;
  }

  /** To be called when something was stored; cheap enough for every batch. */
  wake(operations: number): void {
    this.gathered += operations;
    if (this.wakeTimer !== null || this.isClosed) return;
    this.wakeTimer = setTimeout(() => {
      this.wakeTimer = null;
      const isBusy = this.gathered > BUSY_OPERATIONS;
      this.gathered = 0;
      void this.work(isBusy);
      // Once more when it has become quiet, for what was left because it was not.
      if (isBusy) this.wake(0);
    }, GATHER_MILLISECONDS);
  }

  /** A search found a segment damaged: it is built anew. */
  noteDamage(workspaceId: number, segmentId: number): void {
    this.repairs++;
    // What fails is logged where the Worker's death is; the next search notes it again.
    const repaired =
      this.pauses > 0 ? Promise.resolve() : this.ask({ ask: "repair", workspaceId, segmentId });
    void repaired.catch(() => {}).then(() => this.repairs--);
  }

  /** Whether nothing of prints that were erased before is left in the index. What is being built now is finished first. */
  async isForgotten(): Promise<boolean> {
    if (this.pauses > 0) return false;
    try {
      return (await this.ask({ ask: "isForgotten" })) === true;
    } catch {
      return false;
    }
  }

  /** Has the index of a workspace built anew; see {@link progressOf}. */
  rebuild(workspaceId: number): void {
    if (this.rebuilds.has(workspaceId)) return;
    this.rebuilds.set(workspaceId, { workspaceId, done: 0, total: 0 });
    this.askRebuild(workspaceId);
  }

  /** How far a rebuild has got; `null` when none is under way. */
  progressOf(workspaceId: number): RebuildProgress | null {
    return this.rebuilds.get(workspaceId) ?? null;
  }

  /**
   * Does something while nothing is indexed: what is half done is begun anew then. Searches go on. Whatever the Worker had
   * asked the writer for is done before anything that the work asks for.
   */
  async pausedFor(work: () => Promise<void>): Promise<void> {
    this.pauses++;
    this.thread.end("the work in the background pauses");
    try {
      await work();
    } finally {
      this.pauses--;
      // Those that were under way, and those that were asked for meanwhile.
      for (const workspaceId of this.rebuilds.keys()) this.askRebuild(workspaceId);
      this.wake(0);
    }
  }

  /**
   * Checks whether a rule can be among those of a workspace.
   * @param replacing the rule whose place it takes
   * @throws TillrollError BAD_REQUEST
   */
  async checkRule(
    workspaceId: number,
    settings: RuleSettings,
    replacing: number | null = null,
  ): Promise<void> {
    await this.ask({ ask: "check", workspaceId, settings, replacing });
  }

  /** Tries rules out. @throws TillrollError BAD_REQUEST, NOT_FOUND, PRINT_DATA_DAMAGED */
  async tryRules(workspaceId: number, trial: RuleTrial): Promise<TrialResult> {
    const result = await this.ask({ ask: "try", workspaceId, trial });
    if (result === null || typeof result === "boolean" || "looked" in result)
      throw new Error("a trial without a result");
    return result;
  }

  /** Tries a rule, or those that there are (`null`), out on the newest prints. @throws TillrollError BAD_REQUEST */
  async previewRule(workspaceId: number, rule: RuleSettings | null): Promise<RulePreview> {
    const result = await this.ask({ ask: "preview", workspaceId, rule });
    if (result === null || typeof result === "boolean" || !("looked" in result))
      throw new Error("a preview without a result");
    return result;
  }

  /**
   * Has the rules applied once more to prints that are there; see {@link rulesStatus}. It is durable: what the end of the
   * service interrupts, the next start goes on with.
   * @throws TillrollError CONFLICT while this is under way for the workspace, and what the writer throws
   */
  async reapplyRules(workspaceId: number, bounds: ReapplicationBounds, audit?: AuditNote): Promise<void> {
    const change = { do: "reapply", workspaceId, ...bounds } as const;
    await this.options.writer.submit({ kind: "rule", change, audit });
    this.wake(0);
  }

  /**
   * Has the prints that are there looked through for card numbers. It is durable, as {@link reapplyRules}.
   * @throws TillrollError CONFLICT while this is under way for the workspace, and what the writer throws
   */
  async scanForCards(workspaceId: number, audit: AuditNote): Promise<void> {
    await this.options.writer.submit({ kind: "card", change: { do: "scan", workspaceId }, audit });
    this.wake(0);
  }

  rulesStatus(workspaceId: number): RulesStatus {
    const pending = this.progress.pending(workspaceId);
    const last = this.applications.find(workspaceId);
    if (last === null) return { pending, reapplication: null };
    const { firstOrdinal, nextOrdinal, endOrdinal, filled } = last;
    const done = nextOrdinal - firstOrdinal;
    const total = endOrdinal - firstOrdinal;
    return { pending, reapplication: { done, total, filled, isDone: done >= total } };
  }

  /** Ends the work; the next start goes on where this one was, and begins anew what was half done. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.wakeTimer ?? undefined);
    this.thread.end("the service is stopping");
  }

  private async write(writes: Writes): Promise<number> {
    const { writer, onPictures } = this.options;
    const { id } = await writer.submit({ kind: "background", ...writes });
    const { pictures = [] } = writes;
    if (pictures.length > 0) onPictures?.(pictures.length);
    return id;
  }

  private async work(isBusy: boolean): Promise<void> {
    if (this.pauses > 0 || !(await this.begin()) || this.isClosed || this.pauses > 0) return;
    try {
      await this.ask({ ask: "work", isBusy });
      this.faults.clear();
    } catch {
      // The Worker has died, which was logged, or was ended.
    }
  }

  private askRebuild(workspaceId: number): void {
    if (this.pauses > 0) return;
    // What fails is logged where the Worker's death is.
    void this.ask({ ask: "rebuild", workspaceId })
      .then(() => this.rebuilds.delete(workspaceId))
      .catch(() => {});
  }

  private ask(question: Question): Promise<ToBackground["answer"]> {
    if (this.isClosed) return Promise.reject(new Error("the service is stopping"));
    return this.thread.ask({ databasePath: this.options.databasePath, question });
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

  private receive(note: Note): void {
    if (note.kind === "rebuilt") {
      const { progress } = note;
      if (progress.done < progress.total) this.rebuilds.set(progress.workspaceId, progress);
      else this.rebuilds.delete(progress.workspaceId);
    } else if (note.fault === null) this.faults.delete(note.task);
    else {
      this.faults.set(note.task, "interrupted");
      this.options.log.write("warning", TASK_WORDS[note.task].interrupted, { reason: note.fault });
    }
  }
}
