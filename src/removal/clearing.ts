import type { Database } from "bun:sqlite";
import type { Background } from "../background/background.ts";
import { REMOVAL_LIMITS } from "../domain/retention-limits.ts";
import type { Log } from "../operations/log.ts";
import type { Writer } from "../storage/writer.ts";

export interface ClearingOptions {
  readonly writer: Pick<Writer, "submit" | "foldLog">;
  readonly background: Pick<Background, "wake" | "isForgotten">;
  /** Has what is in memory of prints forgotten, such as previews that were drawn. */
  readonly forget: () => void;
  readonly log: Log;
  /** See `REMOVAL_LIMITS`; tests give less. */
  readonly settleMilliseconds?: number;
}

/**
 * Sees to what prints that were removed have left: segments of the index that still have something of them, free pages of the
 * file, and the write-ahead log. All of it while the service runs; what a stop interrupts, the next start goes on with.
 */
export class Clearing {
  private readonly settling = new Map<number, Timer>();
  /** Erasures of which something may be left, by who waits for them. */
  private readonly waiting: ((isCleared: boolean) => void)[] = [];
  private isWaitingOver = false;
  private isErasing = false;
  private working: Promise<void> | null = null;
  private isWanted = false;
  private isClosed = false;
  private readonly closed = Promise.withResolvers<void>();

  constructor(private readonly options: ClearingOptions) {}

  /** Prints were purged. The space is given back now; the index forgets them when no more come. */
  afterPurge(workspaceId: number): void {
    clearTimeout(this.settling.get(workspaceId));
    const { settleMilliseconds = REMOVAL_LIMITS.settleMilliseconds } = this.options;
    const timer = setTimeout(() => void this.settle(workspaceId), settleMilliseconds);
    timer.unref();
    this.settling.set(workspaceId, timer);
    this.work();
  }

  /** A print was erased, in this run or one before. @returns whether nothing is left of it in any file, in time to wait for */
  async afterErasure(milliseconds: number = REMOVAL_LIMITS.clearMilliseconds): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), milliseconds);
    this.waiting.push(resolve);
    if (this.isWaitingOver) resolve(false);
    this.options.forget();
    this.isErasing = true;
    this.work();
    const isCleared = await promise;
    clearTimeout(timer);
    return isCleared;
  }

  /** Goes on with what an earlier run has left. @param database a reading connection */
  resume(database: Database): void {
    const workspaces = database
      .query<{ id: number; isUrgent: 0 | 1 }, []>(
        "SELECT id, EXISTS (SELECT 1 FROM index_removal WHERE workspace_id = workspace.id AND urgent = 1) AS isUrgent " +
          "FROM workspace WHERE EXISTS (SELECT 1 FROM index_removal WHERE workspace_id = workspace.id)",
      )
      .all();
    for (const { id } of workspaces) this.afterPurge(id);
    if (workspaces.some(({ isUrgent }) => isUrgent === 1)) void this.afterErasure();
  }

  /** From now on nobody is to wait: the service stops, and its next run goes on with what is left. */
  stopWaiting(): void {
    this.isWaitingOver = true;
    for (const resolve of this.waiting) resolve(false);
  }

  /** Ends the work, in order. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.closed.resolve();
    for (const timer of this.settling.values()) clearTimeout(timer);
    await this.working;
  }

  private async settle(workspaceId: number): Promise<void> {
    this.settling.delete(workspaceId);
    try {
      const { id: runs } = await this.options.writer.submit({ kind: "forgetPurged", workspaceId });
      this.options.background.wake(0);
      if (runs === 0) return;
      // Once more when the index has forgotten them: its segments took space too.
      this.afterPurge(workspaceId);
    } catch {
      // Such as a full disk: with the next purge, or the next start.
    }
  }

  private work(): void {
    this.isWanted = true;
    this.working ??= this.run().finally(() => {
      this.working = null;
      // Wanted in the moment in which it ended.
      if (this.isWanted && !this.isClosed) this.work();
    });
  }

  private async run(): Promise<void> {
    const started = performance.now();
    while ((this.isWanted || this.isErasing) && !this.isClosed) {
      this.isWanted = false;
      try {
        await this.giveBack();
        if (this.isErasing) await this.clear();
      } catch (error) {
        this.options.log.write("warning", "what was removed is not cleared away yet", {
          error: String(error),
        });
      }
      if (!this.isErasing) continue;
      const isLate = performance.now() - started > REMOVAL_LIMITS.clearMilliseconds;
      const { patientLookMilliseconds, clearLookMilliseconds } = REMOVAL_LIMITS;
      const pause = Bun.sleep(isLate ? patientLookMilliseconds : clearLookMilliseconds);
      await Promise.race([pause, this.closed.promise]);
    }
  }

  /** Gives free pages back, some at a time: new prints come first. */
  private async giveBack(): Promise<void> {
    for (let left = 1; left > 0 && !this.isClosed;) {
      const started = performance.now();
      left = (await this.options.writer.submit({ kind: "giveBack" })).id;
      await Bun.sleep((performance.now() - started) * REMOVAL_LIMITS.pauseShare);
    }
  }

  private async clear(): Promise<void> {
    const { background, writer } = this.options;
    // Those that come from here on are seen to in another round.
    const { length } = this.waiting;
    if (!(await background.isForgotten())) return background.wake(0);
    // After the index: its old segments are in the log too.
    if ((await writer.foldLog()) !== null) return;
    const cleared = this.waiting.splice(0, length);
    this.isErasing = this.waiting.length > 0;
    for (const resolve of cleared) resolve(true);
  }
}
