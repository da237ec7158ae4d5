import type { Database } from "bun:sqlite";
import type { DeliveryState } from "../domain/delivery.ts";

/** Where a print came from that a printer of ours has asked for. */
export interface PolledOrigin {
  /** The address. */
  readonly source: string;
  /** What the job is called there, as JSON. */
  readonly job: string;
}

/** A job that is stored, and of which its address has not been told yet. */
export interface PolledJob extends PolledOrigin {
  readonly id: number;
  readonly printId: number;
}

/** A change, as data: it goes to the writer's Worker. */
export type PolledJobChange =
  /** The address has been told. */
  | { readonly do: "told"; readonly id: number }
  /** The printer asks another address now, or none: nobody is to be told. @param source `null` for none */
  | { readonly do: "forget"; readonly printerId: number; readonly source: string | null };

/** How a print stands that is on its way to a real printer. */
export interface PrintProgress {
  readonly state: DeliveryState;
  readonly reason: string | null;
}

/** Reads and changes jobs that came from addresses which printers of ours ask. */
export class PolledJobStore {
  constructor(private readonly database: Database) {}

  /** The jobs of a printer that its address has not been told of, the oldest first. */
  untold(printerId: number, source: string): PolledJob[] {
    return this.database
      .query<PolledJob, [number, string]>(
        "SELECT id, source, job, print_id AS printId FROM polled_job WHERE printer_id = ? AND source = ? ORDER BY id",
      )
      .all(printerId, source);
  }

  /** How a print's way to the real printer behind a printer stands; `null` where it goes to none. */
  progressOf(printId: number, printerId: number): PrintProgress | null {
    return this.database
      .query<PrintProgress, [number, number]>(
        // Its backup may have it; later ones of the same printer are what a person has asked for.
        "SELECT state, reason FROM delivery WHERE print_id = ?1 AND is_copy = 0 " +
          "AND (printer_id = ?2 OR for_printer_id = ?2) ORDER BY id LIMIT 1",
      )
      .get(printId, printerId);
  }

  /** Notes that a print has such an origin, in the transaction that stores it. */
  add(printerId: number, { source, job }: PolledOrigin, printId: number): void {
    this.database
      .query<unknown, [number, string, string, number]>(
        "INSERT INTO polled_job (printer_id, source, job, print_id) VALUES (?, ?, ?, ?)",
      )
      .run(printerId, source, job, printId);
  }

  /** Makes a change, inside a transaction that the caller begins and commits. @returns how many jobs it changed */
  apply(change: PolledJobChange): number {
    if (change.do === "told")
      return this.database.query<unknown, [number]>("DELETE FROM polled_job WHERE id = ?").run(change.id)
        .changes;
    const { printerId, source } = change;
    return this.database
      .query<unknown, [number, string]>("DELETE FROM polled_job WHERE printer_id = ? AND source <> ?")
      .run(printerId, source ?? "").changes;
  }
}
