import type { Database } from "bun:sqlite";
import type { AuditActor } from "../audit/audit-entry.ts";
import type { Delivery, DeliveryState } from "../domain/delivery.ts";
import { notFound, TillrollError } from "../domain/errors.ts";
import { columnName } from "./column-name.ts";
import { DeliveryBatches } from "./delivery-batches.ts";
import {
  DELIVERY_COLUMNS,
  type DeliveryChange,
  type DeliveryDecision,
  deliveryFromRow,
  type DeliveryRow,
  type DeliveryStep,
  type SetAside,
} from "./delivery-record.ts";
import { EventWriter } from "./event-writer.ts";
import { PrintHistory } from "./print-history.ts";

export type { DeliveryChange, DeliveryDecision, SetAside };

type Value = string | number | null;

type Decision = Extract<DeliveryChange, { do: DeliveryDecision }>;

/** What to set, as SQLite keeps it. */
type Fields = { readonly [Field in keyof Delivery]?: Value };

/** The state from which a step makes sense, and what it sets beside what it brings. */
const STEPS: Readonly<Record<DeliveryStep["do"], { readonly from: DeliveryState; readonly set: Fields }>> = {
  wait: { from: "queued", set: {} },
  note: { from: "sending", set: {} },
  finish: { from: "sending", set: { state: "done" } },
  requeue: { from: "sending", set: { state: "queued" } },
  resend: { from: "sending", set: { state: "queued", possibleDuplicate: 1 } },
  hold: { from: "sending", set: { state: "held", cause: "interrupted" } },
  fail: { from: "sending", set: { state: "failed" } },
  confirm: { from: "held", set: { state: "done", cause: null } },
};

/** The states that a decision is for, and what it says of the others. */
const DECISIONS: Readonly<Record<DeliveryDecision, { from: readonly DeliveryState[]; advice: string }>> = {
  cancel: { from: ["queued", "sending", "held", "kept", "failed"], advice: "it is too late to cancel it" },
  release: { from: ["held", "kept"], advice: "only a held or kept one can be released" },
  retry: { from: ["failed"], advice: "only a failed one can be retried" },
};

/** What the history of a print calls a decision on one of its deliveries. */
const DECIDED = { cancel: "cancelled", release: "released", retry: "retried" } as const;

/** Changes deliveries, inside a transaction that the caller begins and commits. */
export class DeliveryStore {
  private readonly insert;
  private readonly beginning;
  private readonly printerName;
  private readonly events: EventWriter;
  private readonly batches: DeliveryBatches;
  private readonly history: PrintHistory;

  constructor(private readonly database: Database) {
    this.insert = database.query<unknown, (number | null)[]>(
      "INSERT INTO delivery (workspace_id, print_id, printer_id, is_copy, released_at, state, created_at, updated_at) " +
        "VALUES (?, ?, ?, ?, ?, 'queued', ?, ?)",
    );
    this.beginning = database.query<unknown, number[]>(
      "UPDATE delivery SET state = 'sending', attempts = attempts + 1, sent_bytes = 0, reason = NULL, notes = '[]', " +
        "next_attempt_at = NULL, updated_at = ? WHERE id = ? AND printer_id = ? AND state = 'queued'",
    );
    this.printerName = database.query<{ name: string }, [number]>("SELECT name FROM printer WHERE id = ?");
    this.events = new EventWriter(database);
    this.batches = new DeliveryBatches(database, this.events);
    this.history = new PrintHistory(database);
  }

  /**
   * Makes a change.
   * @param by who wants it, of what a person decides
   * @returns the delivery's id; 0 when the delivery is no longer in the state from which the change makes sense. For a
   *   change of many how many were changed
   * @throws TillrollError NOT_FOUND, CONFLICT for a person's decision that comes too late
   */
  apply(change: DeliveryChange, now: number, by: AuditActor | null = null): number {
    switch (change.do) {
      case "queue":
        return this.queue(change, now, by);
      case "passed":
        return this.pass(change, now);
      case "begin":
        return this.beginning.run(now, change.id, change.printerId).changes > 0 ? change.id : 0;
      case "setAside":
        return this.setAside(change.id, change, now);
      case "alter":
        return this.update(change.id, "sending", { notes: JSON.stringify(change.notes) }, now);
      case "cancel":
      case "release":
      case "retry":
        return this.decide(change, now, by);
      case "abandon":
      case "cancelQueued":
      case "decideAll":
      case "divert":
      case "giveBack":
        return this.batches.apply(change, now);
      default:
        return this.step(change, now);
    }
  }

  private queue(
    change: Extract<DeliveryChange, { do: "queue" }>,
    now: number,
    by: AuditActor | null,
  ): number {
    const {
      workspaceId,
      printId,
      printerId,
      isPassing,
      isCopy = false,
      isReleased = false,
      setAside,
    } = change;
    const inserted = this.insert.run(
      workspaceId,
      printId,
      printerId,
      isCopy ? 1 : 0,
      isReleased ? now : null,
      now,
      now,
    );
    const id = Number(inserted.lastInsertRowid);
    if (isReleased) this.history.note(printId, "printed", now, by, { deliveryId: id });
    if (setAside !== undefined) return this.setAside(id, setAside, now);
    // Should the service end before it is known what became of it, it counts as interrupted.
    return isPassing === true ? this.apply({ do: "begin", id, printerId }, now) : id;
  }

  private setAside(id: number, { state, cause, reason }: SetAside, now: number): number {
    const changed = this.update(id, "queued", { state, cause, reason, nextAttemptAt: null }, now);
    if (changed !== 0) this.noteFailed(id, now);
    return changed;
  }

  /** By the steps that the queue takes, so that both ways leave the same records and events. */
  private pass(change: Extract<DeliveryChange, { do: "passed" }>, now: number): number {
    const { printId, printerId, isWhole, sentBytes, reason, whenInterrupted } = change;
    const found = this.database
      .query<{ id: number }, [number, number]>(
        "SELECT id FROM delivery WHERE print_id = ? AND printer_id = ? AND state = 'sending'",
      )
      .get(printId, printerId);
    if (found === null) return 0;
    const { id } = found;
    if (isWhole) return this.apply({ do: "finish", id, reason }, now);
    if (sentBytes === 0) return this.apply({ do: "requeue", id, reason, nextAttemptAt: now }, now);
    if (whenInterrupted === "hold") return this.apply({ do: "hold", id, sentBytes, reason }, now);
    return this.apply({ do: "resend", id, sentBytes, reason, nextAttemptAt: now }, now);
  }

  private step({ do: name, id, ...brought }: DeliveryStep, now: number): number {
    const { from, set } = STEPS[name];
    if (this.update(id, from, { ...brought, ...set }, now) === 0) return 0;
    // It now waits for a person, or has failed.
    if (name === "hold" || name === "fail") this.noteFailed(id, now);
    if (name === "finish" || name === "confirm") this.noteDone(id, now);
    return id;
  }

  private noteFailed(id: number, now: number): void {
    const { workspaceId, printId, printerId, state, reason } = this.read(id);
    const data = { ...this.named(id, printId, printerId), state, reason };
    this.events.note("delivery.failed", workspaceId, printId, now, data);
  }

  private noteDone(id: number, now: number): void {
    const { workspaceId, printId, printerId, reason, possibleDuplicate } = this.read(id);
    const data = { ...this.named(id, printId, printerId), note: reason, possibleDuplicate };
    this.events.note("delivery.done", workspaceId, printId, now, data);
  }

  /** What every event about a delivery tells of it. */
  private named(deliveryId: number, printId: number, printerId: number) {
    const printer = this.printerName.get(printerId)?.name ?? null;
    return { deliveryId, printId, printerId, printer };
  }

  private update(id: number, from: DeliveryState, fields: Fields, now: number): number {
    const set = Object.keys(fields).map((field) => `${columnName(field)} = ?`);
    const statement = this.database.query<unknown, Value[]>(
      `UPDATE delivery SET ${set.join(", ")}, updated_at = ? WHERE id = ? AND state = ?`,
    );
    return statement.run(...Object.values(fields), now, id, from).changes > 0 ? id : 0;
  }

  private decide(change: Decision, now: number, by: AuditActor | null): number {
    const { do: decision, workspaceId, id } = change;
    const { from, advice } = DECISIONS[decision];
    const before = this.read(id);
    const { state, workspaceId: owner } = before;
    if (owner !== workspaceId) throw notFound("delivery", id);
    if (decision === "cancel" && state === "cancelled") return id;
    if (!from.includes(state)) {
      throw new TillrollError("CONFLICT", `Delivery ${id} is ${state}: ${advice}.`, { state });
    }
    this.history.note(before.printId, DECIDED[decision], now, by, { deliveryId: id });
    if (decision === "cancel") {
      const reason =
        state === "sending" ? "Cancelled while it was being sent; a part may be on paper." : null;
      return this.update(id, state, { state: "cancelled", reason, cause: null, nextAttemptAt: null }, now);
    }
    const again = { state: "queued", attempts: 0, reason: null, cause: null, nextAttemptAt: null };
    const marked = mayBeOnPaper(before) ? { possibleDuplicate: 1 } : {};
    return this.update(id, state, { ...again, ...marked, releasedAt: now }, now);
  }

  private read(id: number): Delivery {
    const row = this.database
      .query<DeliveryRow, [number]>(`SELECT ${DELIVERY_COLUMNS} FROM delivery WHERE id = ?`)
      .get(id);
    if (row === null) throw notFound("delivery", id);
    return deliveryFromRow(row);
  }
}

/** Whether a part of a delivery that a person has printed now, or all of it, may be on paper already. */
function mayBeOnPaper({ cause, state, sentBytes }: Delivery): boolean {
  return cause === "interrupted" || cause === "restored" || (state === "kept" && sentBytes > 0);
}
