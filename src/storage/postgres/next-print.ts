import { sql } from "drizzle-orm";
import type { Print } from "../../domain/print.ts";
import { awaitStored } from "../../events/await-stored.ts";
import type { EventFeed } from "../../events/event-feed.ts";
import type { NextPrintQuestion, NextPrintWaiting } from "../ports/happenings.ts";
import type { Statements } from "./connection.ts";
import { printIdOf } from "./print-insert.ts";
import { printFromRow, readPrintRows } from "./print-rows.ts";

/** Prints looked at in one statement: a few milliseconds. */
const PRINTS_PER_PIECE = 5000;

/** Waits for prints, for tests of POS software that want to see what their code printed. */
export class PostgresNextPrint implements NextPrintWaiting {
  constructor(
    private readonly database: Statements,
    private readonly feed: EventFeed,
  ) {}

  async wait(question: NextPrintQuestion): Promise<Print | null> {
    const { workspaceId, after, timeoutMilliseconds, signal } = question;
    const first = printIdOf(workspaceId, 0);
    let next = after === null ? await this.endOf(workspaceId) : Math.max(after + 1, first);
    const look = async () => {
      const found = await this.search(question, next);
      next = found.next;
      return found.print;
    };
    const isEnough = (print: Print | null) => print !== null;
    return await awaitStored(this.feed, { look, isEnough, timeoutMilliseconds, signal });
  }

  /** The first print from an id on that is wanted; without one, where the next look begins. */
  private async search(
    { workspaceId, deviceId, signal }: NextPrintQuestion,
    from: number,
  ): Promise<{ readonly print: Print | null; readonly next: number }> {
    const end = await this.endOf(workspaceId);
    const ofDevice = deviceId === null ? sql`` : sql` AND device_id = ${deviceId}`;
    let next = from;
    while (next < end && !signal.aborted && !this.feed.isClosed) {
      const to = Math.min(end, next + PRINTS_PER_PIECE);
      const [row] = await readPrintRows(
        this.database,
        workspaceId,
        sql`id >= ${next} AND id < ${to} AND deleted_at IS NULL AND removed_at IS NULL${ofDevice} ORDER BY id LIMIT 1`,
      );
      if (row !== undefined) return { print: printFromRow(row), next: row.id };
      next = to;
    }
    return { print: null, next };
  }

  /** The id that the next print of a workspace will have. */
  private async endOf(workspaceId: number): Promise<number> {
    const row = await this.database.first<{ readonly nextOrdinal: number }>(
      sql`SELECT next_ordinal AS "nextOrdinal" FROM workspace WHERE id = ${workspaceId}`,
    );
    return printIdOf(workspaceId, row?.nextOrdinal ?? 0);
  }
}
