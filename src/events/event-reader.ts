import type { Database } from "bun:sqlite";
import { damagedToJson } from "../domain/damaged-print.ts";
import type { EventKind, EventPosition, ServiceEvent } from "../domain/event.ts";
import { printToJson } from "../domain/print.ts";
import { placesFrom, type PrintPlace } from "../storage/damaged-places.ts";
import { isWholeRow, PRINT_COLUMNS, printFromWholeRow, type PrintRow } from "../storage/print-row.ts";
import { inReadSnapshot, unlessUnreadable } from "../storage/unreadable.ts";

interface EventRow {
  readonly event: number;
  readonly kind: EventKind;
  readonly data: string | null;
  readonly at: number;
  /** How many prints the workspace had when it happened. */
  readonly nextOrdinal: number;
}

interface CreatedPrint extends PrintPlace {
  /** `null` where it cannot be read. */
  readonly row: PrintRow | null;
}

/** Reads what happened in a workspace, from a position on. */
export class EventReader {
  private readonly created;
  private readonly others;
  private readonly print;
  private readonly end;
  private readonly restored;
  /**
   * The next events, in the order in which they were stored, which is that of every listener: nobody hears of a change
   * before the print's creation. `most` is the most to give; fewer than that are all there are.
   */
  readonly after: (workspaceId: number, position: EventPosition, most: number) => ServiceEvent[];

  constructor(private readonly database: Database) {
    // Prints and other events as of one moment: of what is stored between two looks, the second would come first.
    this.after = (...question) => inReadSnapshot(database, () => this.read(...question));
    this.created = database.query<PrintRow, [number, number, number]>(
      `SELECT ${PRINT_COLUMNS} FROM print WHERE workspace_id = ? AND ordinal >= ? AND removal_id IS NULL ` +
        "ORDER BY ordinal LIMIT ?",
    );
    this.others = database.query<EventRow & { printId: number | null }, [number, number, number]>(
      "SELECT id AS event, kind, data, created_at AS at, print_id AS printId, next_ordinal AS nextOrdinal FROM event " +
        "WHERE workspace_id = ? AND id > ? ORDER BY id LIMIT ?",
    );
    this.print = database.query<PrintRow, [number]>(`SELECT ${PRINT_COLUMNS} FROM print WHERE id = ?`);
    this.restored = database.query<{ nextOrdinal: number | null }, [number, number]>(
      "SELECT min(next_ordinal) AS nextOrdinal FROM event INDEXED BY event_restored " +
        "WHERE kind = 'data.restored' AND workspace_id = ? AND id > ?",
    );
    this.end = database.query<EventPosition, [number]>(
      "SELECT coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = ?), 0) AS nextOrdinal, " +
        "coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'event'), 0) AS lastEvent",
    );
  }

  /**
   * Where a listener goes on that was told of all up to a position. After a backup was restored there may be fewer prints than
   * it knows, and others in their places: it then hears of all that were stored from that moment on.
   */
  resume(workspaceId: number, { nextOrdinal, lastEvent }: EventPosition): EventPosition {
    const end = this.endOf(workspaceId);
    const restoredAt = this.restored.get(workspaceId, lastEvent)?.nextOrdinal ?? null;
    return {
      nextOrdinal: Math.min(nextOrdinal, end.nextOrdinal, restoredAt ?? nextOrdinal),
      lastEvent: Math.min(lastEvent, end.lastEvent),
    };
  }

  /** The position after all events so far. */
  endOf(workspaceId: number): EventPosition {
    return this.end.get(workspaceId) ?? { nextOrdinal: 0, lastEvent: 0 };
  }

  private read(workspaceId: number, position: EventPosition, most: number): ServiceEvent[] {
    const others = this.others.all(workspaceId, position.lastEvent, most);
    const created = this.createdFrom(workspaceId, position.nextOrdinal, most);
    const events: ServiceEvent[] = [];
    let { nextOrdinal, lastEvent } = position;
    let [nextCreated, nextOther] = [0, 0];
    while (events.length < most) {
      const print = created[nextCreated];
      const other = others[nextOther];
      if (print === undefined && other === undefined) break;
      if (print !== undefined && (other === undefined || print.ordinal < other.nextOrdinal)) {
        nextCreated++;
        nextOrdinal = print.ordinal + 1;
        const at = print.row?.createdAt ?? 0;
        const data = dataOf(workspaceId, print);
        events.push({ kind: "print.created", data, at, position: { nextOrdinal, lastEvent } });
      } else if (other !== undefined) {
        nextOther++;
        lastEvent = other.event;
        events.push({ ...this.describe(workspaceId, other), position: { nextOrdinal, lastEvent } });
      }
    }
    return events;
  }

  /** The next prints; where the page of one cannot be read, it has no row. */
  private createdFrom(workspaceId: number, ordinal: number, most: number): CreatedPrint[] {
    return unlessUnreadable(
      () =>
        this.created
          .all(workspaceId, ordinal, most)
          .map((row) => ({ id: row.id, ordinal: row.ordinal, row })),
      () =>
        placesFrom(this.database, workspaceId, ordinal, most)
          .map((place) => ({ ...place, row: this.rowOf(place.id) }))
          .filter(({ row }) => row === null || row.removalId === null),
    );
  }

  private rowOf(printId: number): PrintRow | null {
    return unlessUnreadable(
      () => this.print.get(printId),
      () => null,
    );
  }

  private describe(workspaceId: number, { kind, data, at, printId }: EventRow & { printId: number | null }) {
    if (data !== null || printId === null) return { kind, at, data: data ?? "{}" };
    return { kind, at, data: dataOf(workspaceId, { id: printId, row: this.rowOf(printId) }) };
  }
}

/** What is told of a print: of one that is damaged no more than that. */
function dataOf(workspaceId: number, { id, row }: Pick<CreatedPrint, "id" | "row">): string {
  if (row === null || !isWholeRow(row)) return damagedToJson({ id, workspaceId });
  return printToJson(printFromWholeRow(row));
}

/** A position as the id of a server-sent event: `ordinal.event`. */
export function writePosition({ nextOrdinal, lastEvent }: EventPosition): string {
  return `${nextOrdinal}.${lastEvent}`;
}

/** Reads {@link writePosition}'s text; `null` when it is none. */
export function readPosition(text: string): EventPosition | null {
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  return parts === null ? null : { nextOrdinal: Number(parts[1]), lastEvent: Number(parts[2]) };
}
