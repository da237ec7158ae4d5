import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { Printer } from "../../domain/printer.ts";

/** What an LPD host is told of a queue: text for people (RFC 1179, sections 5.3 and 5.4), `long` with the model. */
export function queueState(printer: Printer, status: PrinterStatus, isLong: boolean): string {
  const state = isOffline(status) ? "not ready" : "ready";
  const troubles = troublesOf(status);
  const because = troubles.length === 0 ? "" : `: ${troubles.join(", ")}`;
  const lines = [`${printer.name} is ${state}${because}`];
  if (isLong) {
    lines.push(
      `model: ${printer.model}`,
      "Each job is stored as soon as it has come, whatever the printer's state.",
    );
  }
  return `${[...lines, "no entries"].join("\n")}\n`;
}

function troublesOf(status: PrinterStatus): string[] {
  return (
    [
      [!status.isReachable, "offline"],
      [status.isCoverOpen, "cover open"],
      [status.paper === "end", "out of paper"],
      [status.paper === "near-end", "paper low"],
      [status.hasCutterError, "cutter error"],
      [status.hasUnrecoverableError, "error"],
    ] as const
  ).flatMap(([holds, words]) => (holds ? [words] : []));
}
