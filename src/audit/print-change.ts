import type { FieldChange, PrintChangeKind, RuleFilling } from "../domain/print-change.ts";
import type { AuditActor } from "./audit-entry.ts";

/** Particulars of a change, as they are stored. */
export interface ChangeDetails {
  readonly changes?: readonly FieldChange[];
  /** Of a decision on a delivery, or of printing again. */
  readonly deliveryId?: number;
}

/** What was done to a print. */
export interface PrintChange {
  readonly kind: PrintChangeKind;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `null` for the service itself. */
  readonly actor: AuditActor | null;
  readonly details: ChangeDetails;
  /** Of what rules filled in. */
  readonly filling: RuleFilling;
  /** From 1: those before were more than are kept. */
  readonly number: number;
}
