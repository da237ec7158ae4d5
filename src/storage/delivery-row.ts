import type { Delivery } from "../domain/delivery.ts";

/** A row of `delivery` as SQLite gives it. */
export interface DeliveryRow extends Omit<Delivery, "possibleDuplicate"> {
  readonly possibleDuplicate: number;
}

/** The columns of {@link DeliveryRow}, for a SELECT on `delivery`. */
export const DELIVERY_COLUMNS =
  "delivery.id, delivery.workspace_id AS workspaceId, print_id AS printId, printer_id AS printerId, state, attempts, " +
  "next_attempt_at AS nextAttemptAt, sent_bytes AS sentBytes, reason, possible_duplicate AS possibleDuplicate, " +
  "delivery.created_at AS createdAt, delivery.updated_at AS updatedAt";

/** A delivery from its row. */
export function deliveryFromRow<Row extends DeliveryRow>(
  row: Row,
): Omit<Row, "possibleDuplicate"> & { readonly possibleDuplicate: boolean } {
  return { ...row, possibleDuplicate: row.possibleDuplicate !== 0 };
}
