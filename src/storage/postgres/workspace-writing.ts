import type { EventKind } from "../../domain/event.ts";
import type { Statements } from "./connection.ts";
import { CountChanges, type CountedPrint } from "./counted-values.ts";
import { type NotedEvent, writeEvents } from "./event-log.ts";
import { writeCounts } from "./print-counts.ts";
import { lockTail, storeTail, type WorkspaceTail } from "./workspace-tail.ts";

/**
 * What a transaction does to the prints of a workspace: it keeps other writers from them until it ends. What goes with each
 * print, its events and counts, is written at the end, in a few statements however many prints there are.
 */
export class WorkspaceWriting {
  private readonly events: NotedEvent[] = [];
  private readonly counts = new CountChanges();

  private constructor(
    readonly transaction: Statements,
    readonly workspaceId: number,
    readonly tail: WorkspaceTail,
  ) {}

  /** @throws TillrollError NOT_FOUND when there is no such workspace */
  static async begin(transaction: Statements, workspaceId: number): Promise<WorkspaceWriting> {
    return new WorkspaceWriting(transaction, workspaceId, await lockTail(transaction, workspaceId));
  }

  /** Something happened. @param data particulars that the print does not tell */
  noteEvent(kind: EventKind, printId: number | null, at: number, data: object | null = null): void {
    this.events.push({ kind, printId, at, data, nextOrdinal: this.tail.nextOrdinal });
  }

  /** Counts a print. @param before `null` of a new one @param after `null` of one that was removed */
  count(before: CountedPrint | null, after: CountedPrint | null): void {
    this.counts.note(before, after);
  }

  /** Writes what goes with the prints. To be called once, at the end. */
  async end(): Promise<void> {
    const { transaction, workspaceId, tail } = this;
    const { n, deletedN } = this.counts.total;
    tail.printCount += n + deletedN;
    tail.deletedCount += deletedN;
    await writeEvents(transaction, workspaceId, tail, this.events);
    await writeCounts(transaction, workspaceId, this.counts);
    await storeTail(transaction, workspaceId, tail);
  }
}
