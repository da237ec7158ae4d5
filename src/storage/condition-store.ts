import type { Database } from "bun:sqlite";
import type { HealthState } from "../domain/health.ts";
import { formatInstant } from "../domain/instant.ts";
import type { PrinterCondition, SituationState } from "../domain/printer-situation.ts";
import { EventWriter } from "./event-writer.ts";

/** How things are that listeners are told of, as data: it goes to the writer's Worker. Times are epoch milliseconds. */
export type ConditionChange =
  /** A printer has been in a state for long enough to be told of. */
  | {
      readonly do: "printer";
      readonly printerId: number;
      readonly condition: PrinterCondition;
      readonly since: number | null;
      /** The state that was told before. */
      readonly before: SituationState;
    }
  /** Some of the deliveries are told of that wait for a printer in trouble; the result is how many. */
  | {
      readonly do: "waiting";
      readonly printerId: number;
      /** Only those that were queued until then. */
      readonly until: number;
      readonly reason: string;
    }
  /** When the last prints came in, by printer. */
  | { readonly do: "lastPrints"; readonly times: ReadonlyMap<number, number> }
  /** A part of the service has been in a state for long enough to be told of. */
  | {
      readonly do: "health";
      readonly component: string;
      readonly state: HealthState;
      readonly message: string;
      readonly since: number;
    };

/** How a printer was when it was last told of. */
export interface ToldPrinter {
  readonly printerId: number;
  readonly state: SituationState;
  readonly since: number | null;
  readonly toldDelivery: number;
  readonly lastPrintAt: number | null;
}

/** How a part of the service was when it was last told of. */
export interface ToldHealth {
  readonly component: string;
  readonly state: HealthState;
  readonly since: number;
}

/** The most deliveries that one step tells of. */
const TOLD_DELIVERIES = 100;

interface WaitingDelivery {
  readonly id: number;
  readonly printId: number;
  readonly since: number;
}

/** The deliveries that wait for a printer behind one, the oldest first: some, of which only those count that are old enough. */
const WAITING =
  "SELECT * FROM (SELECT id, print_id AS printId, coalesce(released_at, created_at) AS since FROM delivery " +
  "WHERE printer_id = ? AND state = 'queued' AND id > ? ORDER BY id LIMIT ?) WHERE since <= ?";

type WaitingKeys = [printerId: number, after: number, most: number, until: number];

/** Reads what was told of printers and of the parts of the service. */
export class ConditionReader {
  private readonly waiting;

  /** @param database a reading connection */
  constructor(private readonly database: Database) {
    this.waiting = database.query<WaitingDelivery, WaitingKeys>(WAITING);
  }

  /** How each printer was when it was last told of. */
  printers(): ToldPrinter[] {
    return this.database
      .query<ToldPrinter, []>(
        "SELECT printer_id AS printerId, state, since, told_delivery AS toldDelivery, last_print_at AS lastPrintAt " +
          "FROM printer_condition",
      )
      .all();
  }

  /** How each part of the service was when it was last told of. */
  health(): ToldHealth[] {
    return this.database.query<ToldHealth, []>("SELECT component, state, since FROM health_condition").all();
  }

  /** When the newest prints of a workspace came in, by their printer; no more than so many prints are looked at. */
  newestPrints(workspaceId: number, most: number): Map<number, number> {
    const rows = this.database
      .query<{ printerId: number | null; at: number }, [number, number]>(
        "SELECT printer_id AS printerId, created_at AS at FROM print WHERE workspace_id = ? " +
          "ORDER BY ordinal DESC LIMIT ?",
      )
      .all(workspaceId, most);
    const newest = new Map<number, number>();
    for (const { printerId, at } of rows) if (printerId !== null) newest.getOrInsert(printerId, at);
    return newest;
  }

  /** Whether deliveries wait for a printer that are to be told of; see `waiting` of {@link ConditionChange}. */
  isUntold(printerId: number, after: number, until: number): boolean {
    return this.waiting.get(printerId, after, 1, until) !== null;
  }
}

/** Changes what was told of printers and of the parts of the service, inside a transaction of the caller's. */
export class ConditionStore {
  private readonly events: EventWriter;
  private readonly waiting;

  constructor(private readonly database: Database) {
    this.events = new EventWriter(database);
    this.waiting = database.query<WaitingDelivery, WaitingKeys>(WAITING);
  }

  /** Makes a change. @returns for `waiting` the last delivery that was told of, 0 for none; else 0 */
  apply(change: ConditionChange, now: number): number {
    switch (change.do) {
      case "printer":
        return this.tellPrinter(change, now);
      case "waiting":
        return this.tellWaiting(change, now);
      case "lastPrints":
        for (const [printerId, at] of change.times) this.noteLastPrint(printerId, at);
        return 0;
      case "health":
        return this.tellHealth(change, now);
    }
  }

  private tellPrinter(change: ConditionChange & { do: "printer" }, now: number): number {
    const { printerId, condition, since, before } = change;
    const printer = this.printer(printerId);
    // It was removed meanwhile.
    if (printer === null) return 0;
    this.database
      .query<unknown, [number, string, number | null]>(
        "INSERT INTO printer_condition (printer_id, state, since) VALUES (?, ?, ?) " +
          "ON CONFLICT (printer_id) DO UPDATE SET state = excluded.state, since = excluded.since",
      )
      .run(printerId, condition.state, since);
    const data = { printerId, printer: printer.name, ...condition, since: instant(since), before };
    this.events.note("printer.state", printer.workspaceId, null, now, data);
    return 0;
  }

  private tellWaiting(change: ConditionChange & { do: "waiting" }, now: number): number {
    const { printerId, until, reason } = change;
    const printer = this.printer(printerId);
    if (printer === null) return 0;
    const told = this.database
      .query<{ last: number }, [number]>(
        "SELECT told_delivery AS last FROM printer_condition WHERE printer_id = ?",
      )
      .get(printerId);
    const deliveries = this.waiting.all(printerId, told?.last ?? 0, TOLD_DELIVERIES, until);
    for (const { id, printId, since } of deliveries) {
      const data = {
        deliveryId: id,
        printId,
        printerId,
        printer: printer.name,
        since: instant(since),
        reason,
      };
      this.events.note("delivery.waiting", printer.workspaceId, printId, now, data);
    }
    const last = deliveries.at(-1)?.id ?? 0;
    if (last > 0) {
      this.database
        .query<unknown, [number, number]>(
          "INSERT INTO printer_condition (printer_id, state, told_delivery) VALUES (?, 'ready', ?) " +
            "ON CONFLICT (printer_id) DO UPDATE SET told_delivery = excluded.told_delivery",
        )
        .run(printerId, last);
    }
    return last;
  }

  private noteLastPrint(printerId: number, at: number): void {
    this.database
      .query<unknown, [number, number]>(
        "INSERT INTO printer_condition (printer_id, state, last_print_at) VALUES (?, 'ready', ?) " +
          "ON CONFLICT (printer_id) DO UPDATE SET last_print_at = excluded.last_print_at",
      )
      .run(printerId, at);
  }

  private tellHealth(change: ConditionChange & { do: "health" }, now: number): number {
    const { component, state, message, since } = change;
    this.database
      .query<unknown, [string, string, number]>(
        "INSERT INTO health_condition (component, state, since) VALUES (?, ?, ?) " +
          "ON CONFLICT (component) DO UPDATE SET state = excluded.state, since = excluded.since",
      )
      .run(component, state, since);
    const workspaces = this.database.query<{ id: number }, []>("SELECT id FROM workspace").all();
    const data = { component, state, message, since: instant(since) };
    for (const { id } of workspaces) this.events.note("health", id, null, now, data);
    return 0;
  }

  private printer(id: number) {
    return this.database
      .query<{ workspaceId: number; name: string }, [number]>(
        "SELECT workspace_id AS workspaceId, name FROM printer WHERE id = ?",
      )
      .get(id);
  }
}

function instant(at: number | null): string | null {
  return at === null ? null : formatInstant(at);
}
