import type { Database } from "bun:sqlite";
import type { EventKind, EventPosition } from "../domain/event.ts";
import { type Print, printToJson } from "../domain/print.ts";
import { PRINT_COLUMNS, printFromRow, type PrintRow } from "../storage/print-row.ts";

/** An event, as listeners receive it. */
export interface ServiceEvent {
  readonly kind: EventKind;
  /** JSON: the print as it is now; for an event that is not about one print, its details. */
  readonly data: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Where a listener is once it has been told. */
  readonly position: EventPosition;
}

interface EventRow {
  readonly event: number;
  readonly kind: EventKind;
  readonly data: string | null;
  readonly at: number;
  /** How many prints the workspace had when it happened. */
  readonly nextOrdinal: number;
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

  constructor(database: Database) {
    // Prints and other events as of one moment: of what is stored between two looks, the second would come first.
    this.after = database.transaction(this.read.bind(this));
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
    const created = this.created.all(workspaceId, position.nextOrdinal, most);
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
        const { createdAt: at } = print;
        const data = printToJson(printFromRow(print));
        events.push({ kind: "print.created", data, at, position: { nextOrdinal, lastEvent } });
      } else if (other !== undefined) {
        nextOther++;
        lastEvent = other.event;
        events.push({ ...this.describe(other), position: { nextOrdinal, lastEvent } });
      }
    }
    return events;
  }

  private describe({ kind, data, at, printId }: EventRow & { printId: number | null }) {
    const row = printId === null || data !== null ? null : this.print.get(printId);
    const print: Print | null = row === null ? null : printFromRow(row);
    return { kind, at, data: data ?? (print === null ? "{}" : printToJson(print)) };
  }
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
