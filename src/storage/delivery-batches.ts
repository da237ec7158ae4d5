import type { Database } from "bun:sqlite";
import type { EventKind } from "../domain/event.ts";
import type { DeliveryChange } from "./delivery-record.ts";
import type { EventWriter } from "./event-writer.ts";

/** The most deliveries that one step changes, so that no transaction with prints in it waits for long. */
const BATCH_DELIVERIES = 1000;

/** A change of many deliveries, in steps: it is to be made again until nothing is changed any more. */
type BatchChange = Extract<
  DeliveryChange,
  { do: "abandon" | "cancelQueued" | "decideAll" | "divert" | "giveBack" }
>;

type Of<Name extends BatchChange["do"]> = Extract<BatchChange, { do: Name }>;

/** Changes many deliveries of a printer, inside a transaction that the caller begins and commits. */
export class DeliveryBatches {
  constructor(
    private readonly database: Database,
    private readonly events: EventWriter,
  ) {}

  /** Takes one step. @returns how many deliveries it changed */
  apply(change: BatchChange, now: number): number {
    switch (change.do) {
      case "abandon":
        return this.abandon(change, now);
      case "cancelQueued":
        return this.cancelQueued(change, now);
      case "decideAll":
        return this.decideAll(change, now);
      case "divert":
        return this.divert(change, now);
      case "giveBack":
        return this.giveBack(change, now);
    }
  }

  /** What the printer has as a backup goes back to the one that it is for; where that one is gone too, it is cancelled. */
  private abandon({ printerId, reason }: Of<"abandon">, now: number): number {
    const back = this.run(
      "UPDATE delivery SET printer_id = for_printer_id, for_printer_id = NULL, reason = ?1, updated_at = ?2 " +
        "WHERE id IN (SELECT id FROM delivery INDEXED BY delivery_diverted WHERE printer_id = ?3 AND state = 'queued' " +
        "AND for_printer_id IS NOT NULL AND EXISTS (SELECT 1 FROM printer WHERE printer.id = for_printer_id " +
        "AND target IS NOT NULL) LIMIT ?4)",
      null,
      now,
      printerId,
    );
    if (back > 0) return back;
    // The one that is being sent first: its state is the last of them.
    return this.run(
      "UPDATE delivery SET state = 'cancelled', reason = ?1, cause = NULL, next_attempt_at = NULL, updated_at = ?2 " +
        "WHERE id IN (SELECT id FROM delivery WHERE printer_id = ?3 AND state IN ('queued', 'sending', 'held') " +
        "ORDER BY state DESC LIMIT ?4)",
      reason,
      now,
      printerId,
    );
  }

  private cancelQueued({ printerId, throughId }: Of<"cancelQueued">, now: number): number {
    return this.run(
      "UPDATE delivery SET state = 'cancelled', reason = ?1, cause = NULL, next_attempt_at = NULL, updated_at = ?2 " +
        "WHERE id IN (SELECT id FROM delivery WHERE printer_id = ?3 AND state = 'queued' AND id <= ?5 " +
        "ORDER BY id DESC LIMIT ?4)",
      null,
      now,
      printerId,
      throughId,
    );
  }

  private decideAll({ decision, printerId, cause }: Of<"decideAll">, now: number): number {
    const set =
      decision === "cancel"
        ? "state = 'cancelled'"
        : // What was interrupted, or waited when a backup was made, may be on paper, in part or all of it.
          "state = 'queued', attempts = 0, released_at = ?2, " +
          "possible_duplicate = CASE WHEN cause IN ('interrupted', 'restored') THEN 1 ELSE possible_duplicate END";
    return this.run(
      `UPDATE delivery SET ${set}, reason = NULL, cause = NULL, next_attempt_at = NULL, updated_at = ?2 ` +
        "WHERE id IN (SELECT id FROM delivery WHERE printer_id = ?3 AND state = 'held' " +
        "AND (?1 IS NULL OR cause = ?1) ORDER BY id LIMIT ?4)",
      cause,
      now,
      printerId,
    );
  }

  /**
   * What another printer's backup is to print already stays. A backup that has been removed, or has no target any more,
   * takes nothing: it would give back what it is given, without an end.
   */
  private divert({ printerId, backupId, reason, isTold }: Of<"divert">, now: number): number {
    const diverted = this.run(
      "UPDATE delivery SET printer_id = ?5, for_printer_id = ?3, reason = ?1, next_attempt_at = NULL, " +
        "updated_at = ?2 WHERE id IN (SELECT id FROM delivery WHERE printer_id = ?3 AND state = 'queued' " +
        "AND for_printer_id IS NULL AND EXISTS (SELECT 1 FROM printer WHERE id = ?5 AND target IS NOT NULL) " +
        "ORDER BY id LIMIT ?4)",
      reason,
      now,
      printerId,
      backupId,
    );
    if (isTold && diverted > 0) this.tell("printer.diverted", printerId, now, { backupId, reason });
    return diverted;
  }

  /** A printer that has been removed meanwhile, or has no target any more, gets nothing: its backup prints it. */
  private giveBack({ printerId, isTold }: Of<"giveBack">, now: number): number {
    if (isTold) this.tell("printer.restored", printerId, now, {});
    return this.run(
      "UPDATE delivery SET printer_id = ?3, for_printer_id = NULL, reason = ?1, next_attempt_at = NULL, updated_at = ?2 " +
        "WHERE id IN (SELECT id FROM delivery WHERE for_printer_id = ?3 AND state = 'queued' " +
        "AND EXISTS (SELECT 1 FROM printer WHERE id = ?3 AND target IS NOT NULL) LIMIT ?4)",
      null,
      now,
      printerId,
    );
  }

  private tell(kind: EventKind, printerId: number, now: number, data: object): void {
    const printer = this.database
      .query<{ workspaceId: number; name: string }, [number]>(
        "SELECT workspace_id AS workspaceId, name FROM printer WHERE id = ?",
      )
      .get(printerId);
    if (printer === null) return;
    const { workspaceId, name } = printer;
    this.events.note(kind, workspaceId, null, now, { printerId, printer: name, ...data });
  }

  private run(
    statement: string,
    text: string | null,
    now: number,
    printerId: number,
    ...others: number[]
  ): number {
    const query = this.database.query<unknown, (string | number | null)[]>(statement);
    return query.run(text, now, printerId, BATCH_DELIVERIES, ...others).changes;
  }
}
