import { titleOf } from "../../escpos/models/printer-model.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { element, find } from "./element.ts";

/** What the printer does not print as it was meant; each leads to its command. */
export class WarningList {
  private readonly element = find("#warnings", HTMLDetailsElement);
  private readonly title = find("#warnings-title", HTMLElement);
  private readonly list = find("#warning-list", HTMLUListElement);

  /** @param onChoose called with the bytes of the command that a warning is about */
  constructor(private readonly onChoose: (range: { readonly from: number; readonly to: number }) => void) {}

  show({ warnings, printer }: Explanation): void {
    this.element.hidden = warnings.length === 0;
    const count = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
    this.title.textContent = `${count} for ${titleOf(printer)}`;
    this.list.replaceChildren(
      ...warnings.map(({ offset, length, name, sentence, times }) => {
        const words = times === 1 ? sentence : `${sentence} (${times} times)`;
        const button = element(
          "button",
          { type: "button", class: "warning" },
          element("strong", {}, name),
          ` ${words}`,
        );
        button.addEventListener("click", () => this.onChoose({ from: offset, to: offset + length }));
        return element("li", {}, button);
      }),
    );
  }
}
