import type { PrinterAnswer } from "../../contract/printer.ts";
import { element, find } from "./element.ts";
import type { Notices } from "./notices.ts";
import type { Service } from "./service.ts";

/** What becomes of all that a printer holds. */
type HeldDecision = "release" | "cancel";

/** A printer of which something is to be told: what it holds for a person or waits with, or that another prints in its place. */
type HoldingPrinter = Pick<PrinterAnswer, "name" | "queue">;

/** What of a printer is told, in a sentence; `null` for nothing. */
export function holdingWords({ name, queue }: HoldingPrinter): string | null {
  const { held, waiting, reason, divertedTo } = queue;
  const prints = (count: number) => (count === 1 ? "1 print waits" : `${count} prints wait`);
  const words = [
    ...(divertedTo === null ? [] : [`${divertedTo} prints in place of ${name}.`]),
    ...(held === 0 ? [] : [`${prints(held)} for you at ${name}.`]),
    // One that is about to be printed has no reason to wait.
    ...(waiting === 0 || reason === null ? [] : [`${prints(waiting)} to be printed at ${name}. ${reason}`]),
  ];
  return words.length === 0 ? null : words.join(" ");
}

/** The trays of the printers: what waits for a person, with one button to print all of it and one to print none. */
export class HeldPrints {
  private readonly tray = find("#held", HTMLElement);
  private shown = "";

  constructor(
    private readonly service: Service,
    private readonly notices: Notices,
    private readonly canWrite: boolean,
  ) {}

  /** Shows how the printers of a workspace are now. */
  async look(slug: string): Promise<void> {
    this.show(slug, await this.service.printers(slug));
  }

  private show(slug: string, printers: readonly HoldingPrinter[]): void {
    // What asks a person to decide comes first.
    const asking = printers.toSorted(
      (left, right) => Number(right.queue.held > 0) - Number(left.queue.held > 0),
    );
    const trays = asking.flatMap((printer) => {
      const words = holdingWords(printer);
      return words === null ? [] : [{ printer, words }];
    });
    const all = [slug, ...trays.map(({ words }) => words)].join("\n");
    // A button that is being pressed stays where it is.
    if (all === this.shown) return;
    this.shown = all;
    this.tray.replaceChildren(
      ...trays.map(({ printer, words }) =>
        element(
          "p",
          { class: "banner", role: "status" },
          element("span", {}, words),
          this.buttons(slug, printer),
        ),
      ),
    );
  }

  private buttons(slug: string, { name, queue }: HoldingPrinter): HTMLElement | null {
    if (queue.held === 0 || !this.canWrite) return null;
    const button = (decision: HeldDecision, words: string) => {
      const made = element("button", { class: "button", type: "button" }, words);
      made.addEventListener("click", () => void this.decide(slug, name, decision));
      return made;
    };
    const buttons = [button("release", "Print all"), button("cancel", "Print none")];
    return element("span", { class: "banner-buttons" }, ...buttons);
  }

  private async decide(slug: string, printer: string, decision: HeldDecision): Promise<void> {
    try {
      const count = await this.service.decideHeld(slug, printer, decision);
      const prints = count === 1 ? "1 print" : `${count} prints`;
      this.notices.toast(
        decision === "release" ? `${prints} will be printed.` : `${prints} will not be printed.`,
      );
      await this.look(slug);
    } catch (error) {
      this.notices.fail(error);
    }
  }
}
