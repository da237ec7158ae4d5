import type { Delivery } from "../domain/delivery.ts";
import type { InterruptionPolicy } from "../contract/printer-settings.ts";

/** A row of `delivery` as SQLite gives it. */
export interface DeliveryRow extends Omit<Delivery, "possibleDuplicate" | "notes"> {
  readonly possibleDuplicate: number;
  readonly notes: string;
}

/** The columns of {@link DeliveryRow}, for a SELECT on `delivery`. */
export const DELIVERY_COLUMNS =
  "delivery.id, delivery.workspace_id AS workspaceId, print_id AS printId, printer_id AS printerId, state, attempts, " +
  "next_attempt_at AS nextAttemptAt, sent_bytes AS sentBytes, reason, possible_duplicate AS possibleDuplicate, notes, " +
  "delivery.created_at AS createdAt, delivery.updated_at AS updatedAt";

/** A delivery from its row. */
export function deliveryFromRow<Row extends DeliveryRow>(
  row: Row,
): Omit<Row, "possibleDuplicate" | "notes"> & Pick<Delivery, "possibleDuplicate" | "notes"> {
  return { ...row, possibleDuplicate: row.possibleDuplicate !== 0, notes: JSON.parse(row.notes) as string[] };
}

/** A person's decision on a delivery. */
export type DeliveryDecision = "cancel" | "release" | "retry";

/** A step of a printer's queue. It applies only in the state from which it makes sense: a person may have cancelled meanwhile. */
export type DeliveryStep =
  /** A queued one waits, and why. */
  | Step<"wait", "nextAttemptAt">
  /** What holds up the one that is being sent, `null` when nothing does any more; or it is printed, as far as is known. */
  | Step<"note" | "finish">
  /** Nothing of it was printed: it goes on waiting. */
  | Step<"requeue", "nextAttemptAt">
  /** It was interrupted: a person decides, or it is sent again from its beginning. */
  | Step<"hold", "sentBytes">
  | Step<"resend", "sentBytes" | "nextAttemptAt">
  | Step<"fail">;

type Step<Name, Field extends keyof Delivery = "reason"> = { readonly do: Name } & Pick<
  Delivery,
  "id" | "reason" | Field
>;

/** A change of the deliveries, as data: it goes to the writer's Worker. */
export type DeliveryChange =
  | {
      readonly do: "queue";
      readonly workspaceId: number;
      readonly printId: number;
      readonly printerId: number;
      /** Whether it has gone through to the printer while it came in; `passed` then tells what became of it. */
      readonly isPassing?: boolean;
    }
  | {
      readonly do: "passed";
      readonly printId: number;
      readonly printerId: number;
      /** Whether all of it went through. */
      readonly isWhole: boolean;
      readonly sentBytes: number;
      readonly reason: string;
      readonly whenInterrupted: InterruptionPolicy;
    }
  /** Sending begins, of one that is still queued. */
  | { readonly do: "begin"; readonly id: number }
  /** What was changed in what the one that is being sent is sent. */
  | { readonly do: "alter"; readonly id: number; readonly notes: readonly string[] }
  | DeliveryStep
  | { readonly do: DeliveryDecision; readonly workspaceId: number; readonly id: number }
  /** Some of what waits for a printer that is gone, first what is being sent: again, until nothing waits. */
  | { readonly do: "abandon"; readonly printerId: number; readonly reason: string };
