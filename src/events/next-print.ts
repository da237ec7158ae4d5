import type { Database } from "bun:sqlite";
import type { Print } from "../domain/print.ts";
import { PRINT_COLUMNS, printFromRow, type PrintRow } from "../storage/print-row.ts";
import type { EventFeed } from "./event-feed.ts";

/** Prints looked at before other requests have their turn. */
const PRINTS_PER_TURN = 1000;

export interface NextPrintQuestion {
  readonly workspaceId: number;
  /** The next print has a greater id; `null` for one that is stored from now on. */
  readonly after: number | null;
  /** Only this device's; `null` for any. */
  readonly deviceId: string | null;
  readonly timeoutMilliseconds: number;
  /** Ends the waiting: the client has gone. */
  readonly signal: AbortSignal;
}

/** Waits for prints, for tests of POS software that want to see what their code printed. */
export class NextPrint {
  private readonly statements;

  constructor(
    database: Database,
    private readonly feed: EventFeed,
  ) {
    this.statements = {
      from: database.query<{ ordinal: number; deviceId: string | null; deletedAt: number | null }, number[]>(
        "SELECT ordinal, device_id AS deviceId, deleted_at AS deletedAt FROM print " +
          "WHERE workspace_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?",
      ),
      byOrdinal: database.query<PrintRow, [number, number]>(
        `SELECT ${PRINT_COLUMNS} FROM print WHERE workspace_id = ? AND ordinal = ?`,
      ),
      ordinalAfter: database.query<{ ordinal: number }, [number, number]>(
        "SELECT ordinal + 1 AS ordinal FROM print WHERE id <= ? AND workspace_id = ? ORDER BY id DESC LIMIT 1",
      ),
      end: database.query<{ ordinal: number | null }, [number]>(
        "SELECT max(ordinal) + 1 AS ordinal FROM print WHERE workspace_id = ?",
      ),
    };
  }

  /** The next print, once there is one; `null` when none came in time, or the client has gone. */
  async wait(question: NextPrintQuestion): Promise<Print | null> {
    const { timeoutMilliseconds, signal } = question;
    const deadline = performance.now() + timeoutMilliseconds;
    let wake = () => {};
    const stopListening = this.feed.listen(() => wake());
    const onAbort = () => wake();
    signal.addEventListener("abort", onAbort);
    try {
      let ordinal = this.begin(question);
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        // Before looking: what is stored between the look and the wait is not missed.
        wake = resolve;
        const found = await this.search(question, ordinal);
        if (found.print !== null) return found.print;
        ordinal = found.next;
        const left = deadline - performance.now();
        if (left <= 0 || signal.aborted || this.feed.isClosed) return null;
        const timer = setTimeout(resolve, left);
        await promise;
        clearTimeout(timer);
        if (signal.aborted) return null;
      }
    } finally {
      stopListening();
      signal.removeEventListener("abort", onAbort);
    }
  }

  private begin({ workspaceId, after }: NextPrintQuestion): number {
    if (after === null) return this.statements.end.get(workspaceId)?.ordinal ?? 0;
    return this.statements.ordinalAfter.get(after, workspaceId)?.ordinal ?? 0;
  }

  private async search(
    { workspaceId, deviceId, signal }: NextPrintQuestion,
    from: number,
  ): Promise<{ print: Print | null; next: number }> {
    let next = from;
    for (;;) {
      const rows = this.statements.from.all(workspaceId, next, PRINTS_PER_TURN);
      const found = rows.find(
        (row) => row.deletedAt === null && (deviceId === null || row.deviceId === deviceId),
      );
      if (found !== undefined) {
        const row = this.statements.byOrdinal.get(workspaceId, found.ordinal);
        return { print: row === null ? null : printFromRow(row), next: found.ordinal };
      }
      next = (rows.at(-1)?.ordinal ?? next - 1) + 1;
      if (rows.length < PRINTS_PER_TURN || signal.aborted) return { print: null, next };
      await Bun.sleep(0);
    }
  }
}
