import type { Clock } from "../domain/clock.ts";
import type { Log } from "../operations/log.ts";
import type { ConditionReader } from "../storage/condition-store.ts";
import type { Writer } from "../storage/writer.ts";
import { NEWEST_PRINTS, SITUATION_TIMES } from "./printer-limits.ts";

interface LastPrintsOptions {
  readonly writer: Pick<Writer, "submit">;
  readonly clock: Clock;
  readonly log: Log;
}

/** When the last print came in by each printer. What came since it was stored last is found again after a crash. */
export class LastPrints {
  private readonly times = new Map<number, number>();
  /** The printers whose last print is newer than what is stored. */
  private readonly unstored = new Set<number>();
  private timer: Timer | null = null;

  constructor(private readonly options: LastPrintsOptions) {}

  /** Takes what is stored. @param store of a reading connection @param workspaces their ids */
  begin(store: ConditionReader, workspaces: readonly number[]): void {
    for (const { printerId, lastPrintAt } of store.printers())
      if (lastPrintAt !== null) this.times.set(printerId, lastPrintAt);
    for (const workspace of workspaces) {
      for (const [printerId, at] of store.newestPrints(workspace, NEWEST_PRINTS))
        this.times.set(printerId, Math.max(at, this.times.get(printerId) ?? 0));
    }
    this.timer = setInterval(() => void this.store(), SITUATION_TIMES.lastPrints);
    this.timer.unref();
  }

  /** A print has come in by a printer. Cheap enough for every print. */
  note(printerId: number): void {
    this.times.set(printerId, this.options.clock());
    this.unstored.add(printerId);
  }

  /** When the last one came, epoch milliseconds; `null` where none is known. */
  of(printerId: number): number | null {
    return this.times.get(printerId) ?? null;
  }

  async close(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.store();
  }

  private async store(): Promise<void> {
    if (this.unstored.size === 0) return;
    const times = new Map([...this.unstored].map((id) => [id, this.times.get(id) ?? 0]));
    this.unstored.clear();
    try {
      await this.options.writer.submit({ kind: "condition", change: { do: "lastPrints", times } });
    } catch (error) {
      for (const id of times.keys()) this.unstored.add(id);
      this.options.log.write("warning", "when printers printed last was not stored", {
        error: String(error),
      });
    }
  }
}
