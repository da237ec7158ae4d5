import { sql } from "drizzle-orm";
import type { EventKind, EventPosition, ServiceEvent } from "../../domain/event.ts";
import { printToJson } from "../../domain/print.ts";
import type { EventReading } from "../ports/happenings.ts";
import type { PostgresDatabase, Statements } from "./connection.ts";
import { numberIn } from "./number-array.ts";
import { positionOf, printIdOf } from "./print-insert.ts";
import { type PostgresPrintRow, printFromRow, readPrintRows } from "./print-rows.ts";

interface EventRow {
  readonly event: number;
  readonly kind: EventKind;
  readonly printId: number | null;
  readonly data: string | null;
  readonly at: number;
  readonly nextOrdinal: number;
}

/**
 * Reads what happened in a workspace, from a position on. Its place among the prints is counted by their arrival, as their
 * ids are: those of a restored shop may have ordinals that others had before.
 */
export class PostgresEventReader implements EventReading {
  constructor(private readonly database: PostgresDatabase) {}

  async endOf(workspaceId: number): Promise<EventPosition> {
    const end = await this.database.first<EventPosition>(
      sql`SELECT next_ordinal AS "nextOrdinal", last_event AS "lastEvent" FROM workspace WHERE id = ${workspaceId}`,
    );
    return end ?? { nextOrdinal: 0, lastEvent: 0 };
  }

  async resume(workspaceId: number, { nextOrdinal, lastEvent }: EventPosition): Promise<EventPosition> {
    const end = await this.endOf(workspaceId);
    return {
      nextOrdinal: Math.min(nextOrdinal, end.nextOrdinal),
      lastEvent: Math.min(lastEvent, end.lastEvent),
    };
  }

  readonly after = async (
    workspaceId: number,
    position: EventPosition,
    most: number,
  ): Promise<readonly ServiceEvent[]> => {
    // Listeners are called whenever anything is stored in any workspace: mostly there is nothing for them.
    const end = await this.endOf(workspaceId);
    if (position.nextOrdinal >= end.nextOrdinal && position.lastEvent >= end.lastEvent) return [];
    // Prints and other events as of one moment: of what is stored between two looks, the second would come first.
    return await this.database.read((snapshot) => readAfter(snapshot, workspaceId, position, most));
  };
}

async function readAfter(
  snapshot: Statements,
  workspaceId: number,
  position: EventPosition,
  most: number,
): Promise<ServiceEvent[]> {
  const others = await snapshot.all<EventRow>(
    sql`SELECT n AS event, kind, print_id AS "printId", data, created_at AS at, next_ordinal AS "nextOrdinal" FROM event
      WHERE workspace_id = ${workspaceId} AND n > ${position.lastEvent} ORDER BY n LIMIT ${most}`,
  );
  const created = await readPrintRows(
    snapshot,
    workspaceId,
    sql`id >= ${printIdOf(workspaceId, position.nextOrdinal)} AND removed_at IS NULL ORDER BY id LIMIT ${most}`,
  );
  const prints = await readPrintsOf(snapshot, workspaceId, others);
  const events: ServiceEvent[] = [];
  let { nextOrdinal, lastEvent } = position;
  let [nextCreated, nextOther] = [0, 0];
  while (events.length < most) {
    const print = created[nextCreated];
    const other = others[nextOther];
    if (print === undefined && other === undefined) break;
    const place = print === undefined ? Infinity : positionOf(workspaceId, print.id);
    if (print !== undefined && (other === undefined || place < other.nextOrdinal)) {
      nextCreated++;
      nextOrdinal = place + 1;
      const data = printToJson(printFromRow(print));
      events.push({ kind: "print.created", data, at: print.createdAt, position: { nextOrdinal, lastEvent } });
    } else if (other !== undefined) {
      nextOther++;
      lastEvent = other.event;
      const { kind, at, data, printId } = other;
      const told = data ?? (printId === null ? undefined : prints.get(printId)) ?? "{}";
      events.push({ kind, at, data: told, position: { nextOrdinal, lastEvent } });
    }
  }
  return events;
}

/** The prints that events are about as they are now, as JSON by their ids. */
async function readPrintsOf(
  snapshot: Statements,
  workspaceId: number,
  events: readonly EventRow[],
): Promise<ReadonlyMap<number, string>> {
  const ids = events.flatMap(({ data, printId }) => (data === null && printId !== null ? [printId] : []));
  const rows: readonly PostgresPrintRow[] =
    ids.length === 0 ? [] : await readPrintRows(snapshot, workspaceId, numberIn("id", [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, printToJson(printFromRow(row))]));
}
