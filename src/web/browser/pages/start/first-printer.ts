import type { PrinterAnswer } from "../../../../contract/printer.ts";

/** The printer that a till is told of first: one with a port of its own. */
export function firstPrinter(printers: readonly PrinterAnswer[]): PrinterAnswer | undefined {
  return printers.find(({ rawPort }) => rawPort !== null) ?? printers[0];
}
