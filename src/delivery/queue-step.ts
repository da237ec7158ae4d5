import type { InterruptionPolicy } from "../contract/printer-settings.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { Printer } from "../domain/printer.ts";
import type { Delivery } from "../domain/delivery.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { Backup } from "./diversion.ts";
import type { StalenessSettings } from "./staleness.ts";

/** What of a printer the queue goes by. */
export interface QueueSettings extends StalenessSettings {
  /** Whether nothing is passed on until it is released. */
  readonly isHeld: boolean;
  readonly whenInterrupted: InterruptionPolicy;
  readonly backup: Backup | null;
}

/** What the queue wants done next; each is answered with the method of its kind. */
export type Step =
  /** Nothing before this time, unless {@link QueueMachine.wake} says so; `null` for no time. */
  | { readonly do: "rest"; readonly until: number | null }
  /** Look up the first delivery that is queued or sending: {@link QueueMachine.found}. */
  | { readonly do: "look" }
  /** Ask the printer how it is: {@link QueueMachine.asked}. */
  | { readonly do: "ask"; readonly isPoll: boolean }
  /** Make a change durable: {@link QueueMachine.recorded}. */
  | { readonly do: "record"; readonly change: DeliveryChange }
  /** Send: {@link QueueMachine.sent}. */
  | { readonly do: "send"; readonly delivery: Delivery };

/** `gone`: the delivery is in another state, because a person cancelled it. */
export type RecordOutcome = "recorded" | "gone" | "failed";

/** What the queue of a printer goes by. @param backup what prints instead of it; `null` for nothing */
export function queueSettings(printer: Printer, backup: Printer | null): QueueSettings {
  const { held, whenInterrupted, holdAfter, expireAfter, backupAfter } = printer;
  return {
    isHeld: held,
    whenInterrupted,
    holdAfter: milliseconds(holdAfter),
    expireAfter: milliseconds(expireAfter),
    backup: backup && { printerId: backup.id, after: backupAfter * MILLISECONDS_PER_SECOND },
  };
}

function milliseconds(seconds: number | null): number | null {
  return seconds === null ? null : seconds * MILLISECONDS_PER_SECOND;
}
