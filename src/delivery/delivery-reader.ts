import type { Database } from "bun:sqlite";
import type { Delivery, DeliveryFilter, ListedDelivery } from "../domain/delivery.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import { DELIVERY_COLUMNS, deliveryFromRow, type DeliveryRow } from "../storage/delivery-row.ts";
import { deliveryNotFound } from "../storage/delivery-store.ts";

const MOST_COUNTED = DELIVERY_LIMITS.countedDeliveries;

/** The term by which SQLite sees that the partial index `delivery_open` holds all rows it asks for. */
const OPEN = "state IN ('queued', 'sending', 'held')";

/** What waits for a real printer; no more than {@link DELIVERY_LIMITS}.countedDeliveries each are counted. */
export interface PrinterBacklog {
  /** Deliveries that wait for their turn or for the printer; the one that is being sent too. */
  readonly waiting: number;
  /** Those that wait for a person. */
  readonly held: number;
  /** Since when the first one has waited, epoch milliseconds; `null` when none does. */
  readonly since: number | null;
  /** Why it waits, as far as that is known. */
  readonly reason: string | null;
}

interface ListedRow extends DeliveryRow {
  readonly printer: string | null;
}

interface CountRow {
  readonly count: number;
}

const LISTED =
  `SELECT ${DELIVERY_COLUMNS}, (SELECT name FROM printer WHERE printer.id = printer_id) AS printer ` +
  "FROM delivery";

/** Reads deliveries. */
export class DeliveryReader {
  private readonly firstOfPrinter;
  private readonly openPrinters;
  private readonly byId;
  private readonly openCount;
  private readonly heldCounts;
  private readonly allHeld;

  constructor(private readonly database: Database) {
    this.firstOfPrinter = database.query<DeliveryRow, [number]>(
      `SELECT ${DELIVERY_COLUMNS} FROM delivery ` +
        `WHERE printer_id = ? AND ${OPEN} AND state <> 'held' ORDER BY id LIMIT 1`,
    );
    this.openPrinters = database.query<{ printerId: number }, []>(
      `SELECT DISTINCT printer_id AS printerId FROM delivery WHERE ${OPEN}`,
    );
    this.byId = database.query<ListedRow, [number, number]>(`${LISTED} WHERE workspace_id = ? AND id = ?`);
    const count = (term: string) =>
      `SELECT count(*) AS count FROM (SELECT 1 FROM delivery INDEXED BY ${term} LIMIT ?)`;
    this.openCount = database.query<CountRow, [number, number]>(
      count(`delivery_open WHERE printer_id = ? AND ${OPEN}`),
    );
    this.heldCounts = database.query<CountRow, [number, number]>(
      count("delivery_held WHERE printer_id = ? AND state = 'held'"),
    );
    this.allHeld = database.query<CountRow, [number]>(count("delivery_held WHERE state = 'held'"));
  }

  /** What a printer has to print first: queued, or left in sending by a service that ended in the middle. */
  first(printerId: number): Delivery | null {
    const row = this.firstOfPrinter.get(printerId);
    return row === null ? null : deliveryFromRow(row);
  }

  /** The printers for which anything waits. */
  waitingPrinters(): number[] {
    return this.openPrinters.all().map(({ printerId }) => printerId);
  }

  backlogOf(printerId: number): PrinterBacklog {
    const held = this.heldCounts.get(printerId, MOST_COUNTED)?.count ?? 0;
    // Those that are held are among them.
    const open = this.openCount.get(printerId, MOST_COUNTED + held)?.count ?? 0;
    const first = open > held ? this.first(printerId) : null;
    return { waiting: open - held, held, since: first?.createdAt ?? null, reason: first?.reason ?? null };
  }

  /** How many wait for a person, of all printers; counted as {@link PrinterBacklog} is. */
  heldCount(): number {
    return this.allHeld.get(MOST_COUNTED)?.count ?? 0;
  }

  /** @throws TillrollError NOT_FOUND */
  read(workspaceId: number, id: number): ListedDelivery {
    const row = this.byId.get(workspaceId, id);
    if (row === null) throw deliveryNotFound(id);
    return deliveryFromRow(row);
  }

  /** The deliveries of a workspace that fit, the newest first. @param printerId `null` for any */
  list(
    workspaceId: number,
    filter: Omit<DeliveryFilter, "printer">,
    printerId: number | null,
  ): ListedDelivery[] {
    const { state, printId, before, limit } = filter;
    const isOpen = state === "queued" || state === "sending" || state === "held";
    const terms = ["workspace_id = ?"];
    const values: (string | number)[] = [workspaceId];
    const add = (term: string, value: string | number | null) => {
      if (value === null) return;
      terms.push(term);
      values.push(value);
    };
    if (isOpen) terms.push(OPEN);
    add("state = ?", state);
    add("printer_id = ?", printerId);
    add("print_id = ?", printId);
    add("id < ?", before);
    // The few that wait have an index of their own; without the hint SQLite walks through all that ever were.
    const index = isOpen && printId === null ? " INDEXED BY delivery_open" : "";
    const statement = `${LISTED}${index} WHERE ${terms.join(" AND ")} ORDER BY id DESC LIMIT ?`;
    return this.database
      .query<ListedRow, (string | number)[]>(statement)
      .all(...values, limit)
      .map((row) => deliveryFromRow(row));
  }
}
