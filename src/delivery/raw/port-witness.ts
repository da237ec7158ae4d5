import { type PrinterStatus, troubleOf } from "../../domain/printer-status.ts";
import type { Readiness } from "../link.ts";

/**
 * What a port says of a printer that answers nothing itself. Many ports always say the same, whatever it is: one that has
 * never said that all is well is not believed. Pure.
 */
export class PortWitness {
  private isBelieved = false;

  /** @param status what the port says; `null` for nothing @returns how the printer is, by what both say */
  complete(readiness: Readiness, status: PrinterStatus | null): Readiness {
    if (readiness.kind !== "ready" || readiness.status !== null || status === null) return readiness;
    const reason = troubleOf(status);
    this.isBelieved ||= reason === null;
    if (!this.isBelieved) return readiness;
    return reason === null ? { kind: "ready", status } : { kind: "waiting", status, reason };
  }
}
