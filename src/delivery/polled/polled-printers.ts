import { PolledPrinter, type PolledTimes } from "./polled-printer.ts";

/** The printers that come to us for their prints, by our printer's id. */
export class PolledPrinters {
  private readonly printers = new Map<number, PolledPrinter>();

  /** @param onLate a printer of ours tells that a delivery is printed that it was not on its way with any more */
  constructor(
    private readonly onLate: (printerId: number, deliveryId: number) => void,
    private readonly times?: PolledTimes,
  ) {}

  /** The real printer behind one of ours. */
  of(printerId: number): PolledPrinter {
    return this.printers.getOrInsertComputed(printerId, () => {
      return new PolledPrinter((deliveryId) => this.onLate(printerId, deliveryId), this.times);
    });
  }
}
