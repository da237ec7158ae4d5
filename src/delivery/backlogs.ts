import type { MonotonicClock } from "../domain/clock.ts";
import type { DeliveryReader, PrinterBacklog } from "./delivery-reader.ts";

/** How long a count is believed that nothing here has changed, milliseconds: erasing prints takes deliveries away too. */
const BELIEVED_MILLISECONDS = 30_000;

/** What waits for each printer, counted again only after it has changed: pages that show all printers ask all the time. */
export class Backlogs {
  private readonly known = new Map<number, { readonly backlog: PrinterBacklog; readonly until: number }>();

  constructor(
    private readonly reader: Pick<DeliveryReader, "backlogOf">,
    private readonly monotonic: MonotonicClock,
  ) {}

  /** What waits for a printer. */
  of(printerId: number): PrinterBacklog {
    const known = this.known.get(printerId);
    const now = this.monotonic();
    if (known !== undefined && now < known.until) return known.backlog;
    const backlog = this.reader.backlogOf(printerId);
    this.known.set(printerId, { backlog, until: now + BELIEVED_MILLISECONDS });
    return backlog;
  }

  /** Something that waits for a printer has changed. @param printerId `null` where it may be any */
  forget(printerId: number | null): void {
    if (printerId === null) this.known.clear();
    else this.known.delete(printerId);
  }
}
