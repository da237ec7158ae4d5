import type { DeliveryAnswer } from "../../contract/delivery.ts";
import { element, find } from "./element.ts";
import type { Route } from "./route.ts";
import type { Service } from "./service.ts";

/** What each state of a delivery means to a person. */
const STATE_WORDS: Readonly<Record<DeliveryAnswer["state"], string>> = {
  queued: "Waits to be printed.",
  sending: "Is being printed.",
  held: "Waits for you to have it printed or not.",
  kept: "Was not printed, and will not be by itself.",
  done: "Printed.",
  failed: "Cannot be printed.",
  cancelled: "Is not to be printed.",
};

/** What became of a print at one printer: the printer, and sentences. */
export function deliveryWords(
  delivery: Pick<DeliveryAnswer, "printer" | "state" | "reason" | "notes" | "isCopy" | "forPrinter">,
): { readonly printer: string; readonly words: string } {
  const { printer, state, reason, notes, isCopy, forPrinter } = delivery;
  const name = printer ?? "a printer that was removed";
  const role = forPrinter === null ? "" : ` for ${forPrinter}`;
  return {
    printer: `${name}${role}${isCopy ? ", a copy" : ""}`,
    words: [STATE_WORDS[state], ...(reason === null ? [] : [reason]), ...notes].join(" "),
  };
}

/** What became of the open print at the real printers. */
export class PrintDeliveries {
  private readonly section = find("#deliveries", HTMLElement);
  private shown = "";

  constructor(private readonly service: Service) {}

  /** Shows how the deliveries of a print are now; nothing of none, and where no print is open. */
  async look(wanted: () => Route): Promise<void> {
    const { slug, printId } = wanted();
    if (printId === null) return this.show([]);
    const deliveries = await this.service.deliveries(slug, printId);
    // Another print may have been opened meanwhile.
    if (wanted().slug === slug && wanted().printId === printId) this.show(deliveries.map(deliveryWords));
  }

  private show(rows: readonly ReturnType<typeof deliveryWords>[]): void {
    const drawn = JSON.stringify(rows);
    if (drawn === this.shown) return;
    this.shown = drawn;
    this.section.hidden = rows.length === 0;
    find("#delivery-rows", HTMLDListElement).replaceChildren(
      ...rows.map(({ printer, words }) =>
        element("div", { class: "field" }, element("dt", {}, printer), element("dd", {}, words)),
      ),
    );
  }
}
