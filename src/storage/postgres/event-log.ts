import { sql } from "drizzle-orm";
import type { EventKind } from "../../domain/event.ts";
import { EVENT_LIFETIME_MILLISECONDS } from "../../domain/listener-limits.ts";
import type { Statements } from "./connection.ts";
import { insertRows } from "./recordset.ts";
import type { WorkspaceTail } from "./workspace-tail.ts";

/** What happened to a print, beside that it came. */
export interface NotedEvent {
  readonly kind: EventKind;
  /** `null` for what is not about one. */
  readonly printId: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Particulars that the print does not tell. */
  readonly data: object | null;
  /** How many prints the workspace had been given. */
  readonly nextOrdinal: number;
}

/** How many old events go beside as many as are added: more than that, so that they never pile up. */
const EXPIRED_EVENTS = 100;

/** Stores events behind all that a workspace has; its row is locked. Counts them in the tail. */
export async function writeEvents(
  transaction: Statements,
  workspaceId: number,
  tail: WorkspaceTail,
  events: readonly NotedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ kind, printId, at, data, nextOrdinal }) => ({
    workspace_id: workspaceId,
    n: ++tail.lastEvent,
    kind,
    print_id: printId,
    data: data === null ? null : JSON.stringify(data),
    created_at: at,
    next_ordinal: nextOrdinal,
  }));
  await transaction.run(insertRows("event", rows));
  const now = Math.max(...events.map(({ at }) => at));
  await transaction.run(
    sql`DELETE FROM event WHERE workspace_id = ${workspaceId} AND created_at < ${now - EVENT_LIFETIME_MILLISECONDS}
      AND n < (SELECT min(n) FROM event WHERE workspace_id = ${workspaceId}) + ${events.length + EXPIRED_EVENTS}`,
  );
}
