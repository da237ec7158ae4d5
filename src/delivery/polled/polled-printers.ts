import { PolledPrinter, type PolledTimes } from "./polled-printer.ts";

/** The printers that come to us for their prints, by our printer's id. */
export class PolledPrinters {
  private readonly printers = new Map<number, PolledPrinter>();

  constructor(private readonly times?: PolledTimes) {}

  /** The real printer behind one of ours. */
  of(printerId: number): PolledPrinter {
    return this.printers.getOrInsertComputed(printerId, () => new PolledPrinter(this.times));
  }
}
