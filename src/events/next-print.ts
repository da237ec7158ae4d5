import type { Database } from "bun:sqlite";
import type { Print } from "../domain/print.ts";
import { Semaphore } from "../platform/semaphore.ts";
import { isWholeRow, PRINT_COLUMNS, printFromWholeRow, type PrintRow } from "../storage/print-row.ts";
import type { NextPrintQuestion } from "../storage/ports/happenings.ts";
import { unlessUnreadable } from "../storage/unreadable.ts";
import type { EventFeed } from "./event-feed.ts";
import { firstIndex } from "../search/sets/bisect.ts";

/** Prints looked at in one piece, which takes a millisecond or two, before other requests have their turn. */
const PRINTS_PER_PIECE = 500;

/** Waits for prints, for tests of POS software that want to see what their code printed. */
export class NextPrint {
  private readonly ordinals: PrintOrdinals;
  private readonly firstWithin;
  /** One piece at a time, however many clients look through all prints for what is rare. */
  private readonly pieces = new Semaphore(1);

  /** @param database a reading connection */
  constructor(
    database: Database,
    private readonly feed: EventFeed,
  ) {
    this.ordinals = new PrintOrdinals(database);
    this.firstWithin = database.query<PrintRow, [number, number, number, string | null]>(
      `SELECT ${PRINT_COLUMNS} FROM print WHERE workspace_id = ?1 AND ordinal >= ?2 AND ordinal < ?3 ` +
        "AND deleted_at IS NULL AND (?4 IS NULL OR device_id = ?4) ORDER BY ordinal LIMIT 1",
    );
  }

  /** The next print, once there is one; `null` when none came in time, or the client has gone. */
  async wait(question: NextPrintQuestion): Promise<Print | null> {
    const { workspaceId, after, timeoutMilliseconds, signal } = question;
    const deadline = performance.now() + timeoutMilliseconds;
    let wake = () => {};
    const stopListening = this.feed.listen(() => wake());
    const onAbort = () => wake();
    signal.addEventListener("abort", onAbort);
    try {
      let ordinal = after === null ? this.ordinals.end(workspaceId) : this.ordinals.after(workspaceId, after);
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        // It listens before it reads, so that a print stored in between is not missed.
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

  private async search(
    { workspaceId, deviceId, signal }: NextPrintQuestion,
    from: number,
  ): Promise<{ print: Print | null; next: number }> {
    let next = from;
    for (;;) {
      const end = this.ordinals.end(workspaceId);
      const to = Math.min(end, next + PRINTS_PER_PIECE);
      const row = next < to ? this.firstOf(workspaceId, next, to, deviceId) : null;
      if (row !== null) return { print: printFromWholeRow(row), next: row.ordinal };
      next = Math.max(next, to);
      if (next >= end || signal.aborted || this.feed.isClosed) return { print: null, next };
      await this.letOthersRun();
    }
  }

  /** The first print of a piece that is wanted; one that is damaged is nobody's. */
  private firstOf(workspaceId: number, from: number, to: number, deviceId: string | null): PrintRow | null {
    for (let next = from; next < to;) {
      const found = unlessUnreadable(
        () => this.firstWithin.get(workspaceId, next, to, deviceId),
        () => this.readableWithin(workspaceId, next, to, deviceId),
      );
      if (found === null || isWholeRow(found)) return found;
      next = found.ordinal + 1;
    }
    return null;
  }

  /** The same where a page of the piece cannot be read: one print after the other. */
  private readableWithin(
    workspaceId: number,
    from: number,
    to: number,
    deviceId: string | null,
  ): PrintRow | null {
    for (let ordinal = from; ordinal < to; ordinal++) {
      const found = unlessUnreadable(
        () => this.firstWithin.get(workspaceId, ordinal, ordinal + 1, deviceId),
        () => null,
      );
      if (found !== null) return found;
    }
    return null;
  }

  private async letOthersRun(): Promise<void> {
    const release = await this.pieces.acquire();
    await Bun.sleep(0);
    release();
  }
}

/**
 * Finds ordinals of prints in a workspace. Ids ascend with the ordinals, so a binary search in the index of ordinals finds an
 * id among millions in some twenty steps, without an index of ids that every new print would pay for.
 */
export class PrintOrdinals {
  private readonly last;
  private readonly idFrom;

  /** @param database a reading connection */
  constructor(database: Database) {
    this.last = database.query<{ end: number | null }, [number]>(
      "SELECT max(ordinal) + 1 AS end FROM print WHERE workspace_id = ?",
    );
    this.idFrom = database.query<{ id: number }, [number, number]>(
      "SELECT id FROM print WHERE workspace_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT 1",
    );
  }

  /** The ordinal that the next print to be stored will have. */
  end(workspaceId: number): number {
    return this.last.get(workspaceId)?.end ?? 0;
  }

  /** The ordinal of the first print with an id greater than this one, stored already or not; the id may be any number. */
  after(workspaceId: number, id: number): number {
    return firstIndex(this.end(workspaceId), (ordinal) => {
      const found = this.idFrom.get(workspaceId, ordinal);
      return found === null || found.id > id;
    });
  }
}
