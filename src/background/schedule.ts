import { reasonOf } from "../platform/worker-channel.ts";
import { CardScan } from "../cards/card-scan.ts";
import { RuleEngine, type RuleWrites } from "../rules/rule-engine.ts";
import { Indexer } from "../search/indexer/indexer.ts";
import type { Note, Task, Writes } from "./messages.ts";
import { NewPrints } from "./new-prints.ts";

/** How long a task rests when it was interrupted, such as by a full disk, milliseconds. */
const RETRY_MILLISECONDS = 5000;

/** Of the time that a step takes, so much again is left to others: there may be no more than two cores. */
const PAUSE_SHARE = 0.5;

/** How often some prints are read while others come fast, milliseconds: a till that never rests is read, too. */
const BUSY_READ_MILLISECONDS = 10_000;

/** The way to the thread that answers requests. */
export interface Service {
  /** Has the writer write. @returns what the step of the index gives, once all is durable */
  write(writes: Writes): Promise<number>;
  note(note: Note): void;
}

/**
 * What is done with prints after they were acknowledged, and in which order: new prints are read, once for the text index and
 * for rules; their metadata becomes segments; what is behind catches up; then rules are applied again to old prints.
 */
export class Schedule {
  readonly engine: RuleEngine;
  /** Whether prints come so fast that what takes long should wait. */
  isBusy = false;
  private readonly indexer: Indexer;
  private readonly newPrints: NewPrints;
  private readonly cardScan: CardScan;
  private readonly rebuilds: number[] = [];
  /** When a task that was interrupted is tried again, by the time of `performance.now()`. */
  private readonly retries = new Map<Task, number>();
  /** Whether what a crash has left half done is removed. */
  private isClean = false;
  private isWoken = false;
  private wakeUp: () => void = () => {};
  private working: Promise<void> | null = null;
  /** The step that goes on, or the last one. */
  private stepping: Promise<unknown> = Promise.resolve();
  private lastRead = -Infinity;

  constructor(
    databasePath: string,
    private readonly service: Service,
  ) {
    const writeFound = (found: RuleWrites) => service.write({ step: null, ...found });
    this.engine = new RuleEngine(databasePath, writeFound);
    this.cardScan = new CardScan(databasePath, (found) =>
      service.write({ step: null, fills: [], progress: [], ...found }),
    );
    this.newPrints = new NewPrints(this.engine, writeFound);
    const run = (step: Writes["step"]) => service.write({ step, ...this.newPrints.take() });
    this.indexer = new Indexer(databasePath, run, undefined, this.newPrints);
  }

  /** Notes that a search found a segment damaged. */
  noteDamage(workspaceId: number, segmentId: number): void {
    this.indexer.noteDamage(workspaceId, segmentId);
  }

  /** Has the index of a workspace built anew. */
  rebuild(workspaceId: number): void {
    this.rebuilds.push(workspaceId);
  }

  /** Whether nothing of prints that were erased before is left in the index, once the step that goes on has ended. */
  async isForgotten(): Promise<boolean> {
    await this.stepping;
    return this.isClean && this.indexer.isForgotten();
  }

  /** Works until nothing is left to do, also of what comes meanwhile. */
  work(): Promise<void> {
    this.isWoken = true;
    this.wakeUp();
    this.working ??= this.run();
    return this.working;
  }

  private async run(): Promise<void> {
    while (this.isWoken) {
      this.isWoken = false;
      for (;;) {
        const started = performance.now();
        const stepping = this.step();
        this.stepping = stepping;
        if ((await stepping) === 0) break;
        await Bun.sleep((performance.now() - started) * PAUSE_SHARE);
      }
      if (this.retries.size > 0) await this.untilRetry();
    }
    this.working = null;
  }

  /** Waits until a task is to be tried again, or there is something else to do. */
  private async untilRetry(): Promise<void> {
    if (!this.isWoken) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.wakeUp = resolve;
      await Promise.race([promise, Bun.sleep(Math.min(...this.retries.values()) - performance.now())]);
    }
    this.isWoken = true;
  }

  /** @returns how many prints it was about; 0 when there was nothing to do */
  private async step(): Promise<number> {
    const now = performance.now();
    const isReading = !this.isBusy || now - this.lastRead > BUSY_READ_MILLISECONDS;
    if (isReading) this.lastRead = now;
    this.newPrints.clear();
    await this.attempt("rules", async () => {
      if (!isReading) await this.engine.skip();
      this.newPrints.begin();
      return 0;
    });
    const indexed = await this.attempt("indexing", () => this.index(isReading));
    if (!isReading) return indexed;
    return indexed + (await this.attempt("rules", () => this.applyRules()));
  }

  private async index(isReading: boolean): Promise<number> {
    if (!this.isClean) await this.indexer.cleanUp();
    this.isClean = true;
    for (let [workspaceId] = this.rebuilds; workspaceId !== undefined; [workspaceId] = this.rebuilds) {
      for await (const progress of this.indexer.rebuild(workspaceId)) {
        this.service.note({ kind: "rebuilt", progress });
        await this.attempt("rules", () => this.applyRules());
      }
      this.rebuilds.shift();
    }
    return this.indexer.advance(isReading);
  }

  /** New prints first; when there are none, those that the rules are applied to again, or that are looked through for cards. */
  private async applyRules(): Promise<number> {
    return (
      (await this.engine.advance()) || (await this.engine.advanceAgain()) || (await this.cardScan.advance())
    );
  }

  /** Does some of a task, so that neither stops the other. @returns how many prints it was about; 0 when it failed */
  private async attempt(task: Task, work: () => Promise<number>): Promise<number> {
    const retryAt = this.retries.get(task);
    if (retryAt !== undefined && performance.now() < retryAt) return 0;
    try {
      const prints = await work();
      if (this.retries.delete(task)) this.service.note({ kind: "task", task, fault: null });
      return prints;
    } catch (error) {
      this.retries.set(task, performance.now() + RETRY_MILLISECONDS);
      if (task === "indexing") this.isClean = false;
      this.service.note({ kind: "task", task, fault: reasonOf(error) });
      return 0;
    }
  }
}
