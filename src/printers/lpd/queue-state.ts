import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { Printer } from "../../domain/printer.ts";
import { wordsOf } from "../status/status.ts";

/** What an LPD host is told of a queue: text for people (RFC 1179, sections 5.3 and 5.4), `long` with the model. */
export function queueState(printer: Printer, status: PrinterStatus, isLong: boolean): string {
  const state = isOffline(status) ? "not ready" : "ready";
  const troubles = wordsOf(status, TROUBLES);
  const because = troubles.length === 0 ? "" : `: ${troubles.join(", ")}`;
  const stored = "Each job is stored as soon as it has come, whatever the printer's state.";
  const more = isLong ? `model: ${printer.model}\n${stored}\n` : "";
  return `${printer.name} is ${state}${because}\n${more}no entries\n`;
}

const TROUBLES = {
  unreachable: "offline",
  coverOpen: "cover open",
  paperEnd: "out of paper",
  paperNearEnd: "paper low",
  cutterError: "cutter error",
  unrecoverableError: "error",
};
