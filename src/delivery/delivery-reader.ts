import type { Database } from "bun:sqlite";
import {
  type Delivery,
  DELIVERY_STATES,
  type DeliveryFilter,
  type DeliveryState,
  type ListedDelivery,
} from "../domain/delivery.ts";
import { DELIVERY_COLUMNS, deliveryFromRow, type DeliveryRow } from "../storage/delivery-record.ts";
import { notFound } from "../domain/errors.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";

const MOST_COUNTED = DELIVERY_LIMITS.countedDeliveries;

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
  readonly forPrinter: string | null;
}

/** What of a workspace's deliveries is wanted; `null` for any. */
interface Wanted extends Omit<DeliveryFilter, "printer"> {
  readonly workspaceId: number;
  readonly printerId: number | null;
}

const LISTED_COLUMNS =
  `${DELIVERY_COLUMNS}, (SELECT name FROM printer WHERE printer.id = printer_id) AS printer, ` +
  "(SELECT name FROM printer WHERE printer.id = for_printer_id) AS forPrinter";

/** Reads deliveries. However many there are in whatever states, each statement looks at no more than it gives. */
export class DeliveryReader {
  private readonly firstOfPrinter;
  private readonly openPrinters;
  private readonly diverted;
  private readonly byId;
  private readonly count;
  private readonly ofWorkspace;
  private readonly ofPrinter;
  private readonly ofPrint;
  private readonly byIds;
  private readonly inSnapshot;

  /** @param database a reading connection */
  constructor(database: Database) {
    const first = (state: DeliveryState) =>
      `SELECT * FROM (SELECT id FROM delivery WHERE printer_id = ?1 AND state = '${state}' ORDER BY id LIMIT 1)`;
    this.firstOfPrinter = database.query<DeliveryRow, [number]>(
      `SELECT ${DELIVERY_COLUMNS} FROM delivery ` +
        `WHERE id = (SELECT min(id) FROM (${first("queued")} UNION ALL ${first("sending")}))`,
    );
    // From printer to printer in the index, not past all that waits for each.
    this.openPrinters = database.query<{ printerId: number }, []>(
      "WITH RECURSIVE known (id) AS (SELECT min(printer_id) FROM delivery UNION ALL " +
        "SELECT (SELECT min(printer_id) FROM delivery WHERE printer_id > known.id) FROM known WHERE id IS NOT NULL) " +
        "SELECT id AS printerId FROM known WHERE EXISTS " +
        "(SELECT 1 FROM delivery WHERE printer_id = known.id AND state IN ('queued', 'sending', 'held'))",
    );
    this.diverted = database.query<{ id: number }, [number]>(
      "SELECT id FROM delivery WHERE for_printer_id = ? AND state = 'queued' LIMIT 1",
    );
    this.byId = database.query<ListedRow, [number, number]>(
      `SELECT ${LISTED_COLUMNS} FROM delivery WHERE workspace_id = ? AND id = ?`,
    );
    this.count = database.query<{ count: number }, [number, DeliveryState, number]>(
      "SELECT count(*) AS count FROM (SELECT 1 FROM delivery WHERE printer_id = ? AND state = ? LIMIT ?)",
    );
    const newest = (owner: "workspace_id" | "printer_id") =>
      // The newest ids behind an equality that an index answers in the order of the ids.
      database.query<{ id: number }, [number, string, number, number]>(
        `SELECT id FROM delivery WHERE ${owner} = ? AND state = ? AND id < ? ORDER BY id DESC LIMIT ?`,
      );
    this.ofWorkspace = newest("workspace_id");
    this.ofPrinter = newest("printer_id");
    this.ofPrint = database.query<{ id: number; state: DeliveryState; printerId: number }, [number, number]>(
      "SELECT id, state, printer_id AS printerId FROM delivery WHERE print_id = ? AND id < ? ORDER BY id DESC",
    );
    this.byIds = database.query<ListedRow, [string, number]>(
      // From one id to the next: left to itself SQLite would look through all of the workspace.
      `SELECT ${LISTED_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN delivery ON delivery.id = wanted.value ` +
        "WHERE delivery.workspace_id = ?",
    );
    this.inSnapshot = database.transaction((wanted: Wanted) =>
      this.byIds.all(JSON.stringify(this.newestIds(wanted)), wanted.workspaceId),
    );
  }

  /** What a printer has to print first: queued, or left in sending by a service that ended in the middle. */
  first(printerId: number): Delivery | null {
    const row = this.firstOfPrinter.get(printerId);
    return row === null ? null : deliveryFromRow(row);
  }

  /** Whether a backup has prints of a printer that it has not begun. */
  hasDiverted(printerId: number): boolean {
    return this.diverted.get(printerId) !== null;
  }

  /** The printers for which anything waits. */
  waitingPrinters(): number[] {
    return this.openPrinters.all().map(({ printerId }) => printerId);
  }

  /** What waits for a printer. */
  backlogOf(printerId: number): PrinterBacklog {
    const waiting = Math.min(
      MOST_COUNTED,
      this.countOf(printerId, "queued") + this.countOf(printerId, "sending"),
    );
    const first = waiting > 0 ? this.first(printerId) : null;
    const { createdAt = null, reason = null } = first ?? {};
    return { waiting, held: this.countOf(printerId, "held"), since: createdAt, reason };
  }

  /** How many of a printer's deliveries are in a state; no more than so many are counted. */
  countOf(printerId: number, state: DeliveryState): number {
    return this.count.get(printerId, state, MOST_COUNTED)?.count ?? 0;
  }

  /** @throws TillrollError NOT_FOUND */
  read(workspaceId: number, id: number): ListedDelivery {
    const row = this.byId.get(workspaceId, id);
    if (row === null) throw notFound("delivery", id);
    return deliveryFromRow(row);
  }

  /** The deliveries of a workspace that fit, the newest first. @param printerId `null` for any */
  list(
    workspaceId: number,
    filter: Omit<DeliveryFilter, "printer">,
    printerId: number | null,
  ): ListedDelivery[] {
    return this.inSnapshot({ ...filter, workspaceId, printerId })
      .map((row) => deliveryFromRow(row))
      .toSorted((left, right) => right.id - left.id);
  }

  /** The newest of each state, together: as many of each as are wanted of all. */
  private newestIds({ workspaceId, printerId, printId, state, before, limit }: Wanted): number[] {
    const end = before ?? Number.MAX_SAFE_INTEGER;
    if (printId !== null) {
      return this.ofPrint
        .all(printId, end)
        .filter((row) => printerId === null || row.printerId === printerId)
        .filter((row) => state === null || row.state === state)
        .slice(0, limit)
        .map(({ id }) => id);
    }
    const [statement, owner] =
      printerId === null ? [this.ofWorkspace, workspaceId] : [this.ofPrinter, printerId];
    return (state === null ? DELIVERY_STATES : [state])
      .flatMap((each) => statement.all(owner, each, end, limit))
      .map(({ id }) => id)
      .toSorted((left, right) => right - left)
      .slice(0, limit);
  }
}
