import type { Delivery, DeliveryCause } from "../domain/delivery.ts";
import type { InterruptionPolicy } from "../contract/printer-settings.ts";

/** A row of `delivery` as SQLite gives it. */
export interface DeliveryRow extends Omit<Delivery, "possibleDuplicate" | "isCopy" | "notes"> {
  readonly possibleDuplicate: number;
  readonly isCopy: number;
  /** A JSON list. */
  readonly notes: string;
}

/** The columns of {@link DeliveryRow}, for a SELECT on `delivery`. */
export const DELIVERY_COLUMNS =
  "delivery.id, delivery.workspace_id AS workspaceId, print_id AS printId, printer_id AS printerId, state, attempts, " +
  "next_attempt_at AS nextAttemptAt, sent_bytes AS sentBytes, reason, cause, notes, " +
  "possible_duplicate AS possibleDuplicate, is_copy AS isCopy, for_printer_id AS forPrinterId, " +
  "released_at AS releasedAt, delivery.created_at AS createdAt, delivery.updated_at AS updatedAt";

/** What SQLite keeps otherwise. */
type Converted = "possibleDuplicate" | "isCopy" | "notes";

/** A delivery from its row. */
export function deliveryFromRow<Row extends DeliveryRow>(
  row: Row,
): Omit<Row, Converted> & Pick<Delivery, Converted> {
  return {
    ...row,
    possibleDuplicate: row.possibleDuplicate !== 0,
    isCopy: row.isCopy !== 0,
    notes: row.notes === "[]" ? [] : (JSON.parse(row.notes) as string[]),
  };
}

/** A person's decision on a delivery. */
export type DeliveryDecision = "cancel" | "release" | "retry";

/** A delivery that is not printed by itself, and why. */
export interface SetAside {
  readonly state: "held" | "kept";
  readonly cause: DeliveryCause;
  readonly reason: string;
}

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
  | Step<"fail">
  /** One that was interrupted is printed after all: its printer has told so later. */
  | Step<"confirm">;

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
      readonly isCopy?: boolean;
      /** Whether a person wants it printed. */
      readonly isReleased?: boolean;
      /** Where it is not to be printed by itself. */
      readonly setAside?: SetAside;
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
  /** Sending begins, of one that is still queued for that printer. */
  | { readonly do: "begin"; readonly id: number; readonly printerId: number }
  /** A queued one is not printed by itself any more. */
  | ({ readonly do: "setAside"; readonly id: number } & SetAside)
  /** What was changed in what the one that is being sent is sent. */
  | { readonly do: "alter"; readonly id: number; readonly notes: readonly string[] }
  | DeliveryStep
  | { readonly do: DeliveryDecision; readonly workspaceId: number; readonly id: number }
  /** Some of those that wait for their printer are cancelled, the newest first: again, until none is left. */
  | {
      readonly do: "cancelQueued";
      readonly printerId: number;
      /** The last one: what is queued while it goes on is not meant. */
      readonly throughId: number;
    }
  /** A decision on some of those that a printer holds, the oldest first: again, until none is left. */
  | {
      readonly do: "decideAll";
      readonly decision: "release" | "cancel";
      readonly printerId: number;
      /** Only those held for this; `null` for any. */
      readonly cause: DeliveryCause | null;
    }
  /** Some of what a printer in trouble has queued goes to its backup: again, until nothing is left. */
  | {
      readonly do: "divert";
      readonly printerId: number;
      readonly backupId: number;
      readonly reason: string;
      /** Whether listeners are told: the backup takes over with this. */
      readonly isTold: boolean;
    }
  /** Some of what its backup has not begun goes back to a printer that is well: again, until nothing is left. */
  | {
      readonly do: "giveBack";
      readonly printerId: number;
      /** Whether listeners are told: the backup has taken over before. */
      readonly isTold: boolean;
    }
  /** Some of what waits for a printer that is gone, first what is being sent: again, until nothing waits. */
  | { readonly do: "abandon"; readonly printerId: number; readonly reason: string };
