import type { Database } from "bun:sqlite";
import type { EventKind } from "../domain/event.ts";
import { EVENT_LIFETIME_MILLISECONDS } from "../domain/listener-limits.ts";

/** How many old events go with each new one: more than are added, so that they never pile up. */
const EXPIRED_EVENTS_PER_EVENT = 2;

/** Notes what happened to prints, inside the transaction in which it happens: nobody hears of what was not stored. */
export class EventWriter {
  private readonly insert;
  private readonly expire;

  constructor(database: Database) {
    this.insert = database.query<unknown, (number | string | null)[]>(
      // Its place among the prints is counted, not timed: the clock may have been set back.
      "INSERT INTO event (workspace_id, kind, print_id, data, created_at, next_ordinal) VALUES (?1, ?2, ?3, ?4, ?5, " +
        "(SELECT coalesce(max(ordinal) + 1, 0) FROM print WHERE workspace_id = ?1))",
    );
    this.expire = database.query<unknown, number[]>(
      "DELETE FROM event WHERE id IN (SELECT id FROM event WHERE created_at < ? ORDER BY created_at LIMIT ?)",
    );
  }

  /** @param data particulars that the print does not tell */
  note(
    kind: EventKind,
    workspaceId: number,
    printId: number | null,
    now: number,
    data: object | null = null,
  ): void {
    this.insert.run(workspaceId, kind, printId, data === null ? null : JSON.stringify(data), now);
    this.expire.run(now - EVENT_LIFETIME_MILLISECONDS, EXPIRED_EVENTS_PER_EVENT);
  }
}
