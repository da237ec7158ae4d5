import type { Database } from "bun:sqlite";
import { ADOPTION_LIMITS } from "../domain/limits.ts";
import type { Writer } from "./writer.ts";

/**
 * Has prints from before there was a journal taken up, some at a time, behind everything else; it goes on where the last run of
 * the service got to.
 */
export class JournalAdoption {
  private readonly ended = Promise.withResolvers<void>();
  private isClosed = false;
  private working: Promise<void> = Promise.resolve();

  /** @param database a reading connection */
  constructor(
    private readonly database: Database,
    private readonly writer: Pick<Writer, "submit" | "depth">,
  ) {}

  start(): void {
    this.working = this.work();
  }

  /** Ends it; what was taken up stays so. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.ended.resolve();
    await this.working;
  }

  private async work(): Promise<void> {
    for (let next = this.nextWorkspace(); next !== null && !this.isClosed; next = this.nextWorkspace()) {
      await this.idle();
      if (this.isClosed) return;
      const started = performance.now();
      const isDone = await this.step(next);
      const pause = (performance.now() - started) * ADOPTION_LIMITS.pauseShare;
      await this.rest(isDone ? pause : ADOPTION_LIMITS.retryMilliseconds);
    }
  }

  private nextWorkspace(): number | null {
    const behind =
      "SELECT workspace_id AS id FROM journal_head WHERE adopted_ordinal < first_ordinal LIMIT 1";
    return this.database.query<{ id: number }, []>(behind).get()?.id ?? null;
  }

  /** @returns whether it could be written: a disk may be full for a while */
  private async step(workspaceId: number): Promise<boolean> {
    try {
      await this.writer.submit({ kind: "journal", change: { do: "adopt", workspaceId } });
      return true;
    } catch {
      return false;
    }
  }

  /** Waits until nothing else is to be written; not for ever, where prints come without a pause. */
  private async idle(): Promise<void> {
    const deadline = performance.now() + ADOPTION_LIMITS.idleMilliseconds;
    while (this.writer.depth > 0 && !this.isClosed && performance.now() < deadline)
      await this.rest(ADOPTION_LIMITS.idleLookMilliseconds);
  }

  private async rest(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    await Promise.race([promise, this.ended.promise]);
    clearTimeout(timer);
  }
}
