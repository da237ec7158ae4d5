import type { ExplainedCommand, Explanation } from "../../explain/explanation.ts";
import { CommandList } from "./command-list.ts";
import { commandDetails } from "./command-row.ts";
import { COMMAND_FILTERS, type CommandFilter, commandsAsText, isShown } from "./command-words.ts";
import { element } from "./element.ts";
import { type ByteRange, PaperHighlight } from "./paper-highlight.ts";

const FILTER_NAMES: Readonly<Record<CommandFilter, string>> = {
  all: "All",
  printing: "Printing",
  problems: "Problems",
};

/** The commands of a print beside its paper: what is pointed at on one side is marked on the other. */
export class CommandsView {
  readonly element: HTMLElement;
  private readonly list: CommandList;
  private readonly paper = element("div", { class: "commands-paper" });
  private readonly details = element("div", { class: "command-details" });
  private readonly nothing = element(
    "p",
    { class: "commands-nothing", hidden: true },
    "No such commands in this print.",
  );
  private readonly notes = element("p", { class: "commands-note", hidden: true });
  private readonly counts = new Map<CommandFilter, HTMLElement>();
  private readonly filters: readonly HTMLInputElement[];
  private commands: readonly ExplainedCommand[] = [];
  private bytes = 0;
  private filter: CommandFilter = "all";
  private highlight: PaperHighlight | null = null;

  /** @param onCopy called with the commands as text */
  constructor(onCopy: (text: string) => void) {
    this.list = new CommandList({
      onHover: (command) => this.showDetails(command ?? this.list.selected ?? null, command !== null),
      onSelect: (command) => this.showDetails(command, true),
    });
    this.filters = COMMAND_FILTERS.map((filter) => this.filterInput(filter));
    const copy = element(
      "button",
      { type: "button", class: "button-quiet", id: "copy-commands" },
      "Copy as text",
    );
    copy.addEventListener("click", () => onCopy(commandsAsText(this.shown())));
    const tools = element(
      "div",
      { class: "commands-tools" },
      element(
        "fieldset",
        { class: "switch switch-small" },
        element("legend", { class: "spoken" }, "Show commands"),
        ...this.filters.map((input, at) => this.filterLabel(input, COMMAND_FILTERS[at] ?? "all")),
      ),
      copy,
    );
    const pane = element("section", { class: "commands-pane", "aria-label": "Commands of the print" }, tools);
    pane.append(this.list.element, this.nothing, this.notes, this.details);
    this.element = element("div", { class: "commands" }, pane, this.paper);
  }

  /** Shows a print. @param paper its drawing, whose pieces tell their bytes @param isOther false if it is the same print */
  show(explanation: Explanation, paper: HTMLElement, isOther: boolean): void {
    this.commands = explanation.commands;
    const last = explanation.commands.at(-1);
    this.bytes = last === undefined ? 0 : last.offset + last.length;
    for (const [filter, place] of this.counts) {
      const count = this.commands.reduce((sum, command) => sum + (isShown(command, filter) ? 1 : 0), 0);
      place.textContent = count.toLocaleString();
    }
    this.paper.replaceChildren(paper);
    // The paper says its notes itself.
    const onPaper = new Set([...paper.querySelectorAll(".paper-notes li")].map((note) => note.textContent));
    const notes = explanation.notes.filter((note) => !onPaper.has(note));
    this.notes.hidden = notes.length === 0;
    this.notes.textContent = notes.join("; ");
    const drawing = paper.querySelector("svg");
    this.highlight =
      drawing === null
        ? null
        : new PaperHighlight(this.paper, drawing, {
            onHover: (range) => this.hoveredOnPaper(range),
            onChoose: (range) => this.chosenOnPaper(range),
          });
    if (isOther) {
      this.paper.scrollTop = 0;
      this.list.show([], 0);
      this.list.element.scrollTop = 0;
      this.setFilter("all");
    } else {
      this.drawList();
    }
  }

  private shown(): readonly ExplainedCommand[] {
    return this.commands.filter((command) => isShown(command, this.filter));
  }

  private setFilter(filter: CommandFilter): void {
    this.filter = filter;
    for (const input of this.filters) input.checked = input.value === filter;
    this.drawList();
  }

  private drawList(): void {
    const shown = this.shown();
    this.list.show(shown, this.bytes);
    this.nothing.hidden = shown.length > 0;
    this.showDetails(this.list.selected ?? null, false);
  }

  /** Shows what is known of a command, and its pieces on the paper. */
  private showDetails(command: ExplainedCommand | null, scrolls: boolean): void {
    this.details.replaceChildren(...(command === null ? [hint()] : commandDetails(command)));
    if (command === null) {
      this.highlight?.clear();
      return;
    }
    const { offset, length, y, effect, printedBy } = command;
    const isPart = printedBy !== undefined || isShown(command, "printing") || effect === "truncated";
    const range =
      printedBy === undefined
        ? { from: offset, to: offset + length }
        : { from: printedBy, to: printedBy + 1 };
    this.highlight?.show(range, isPart, y, scrolls);
  }

  private hoveredOnPaper(range: ByteRange | null): void {
    this.list.light(range?.from ?? 0, range?.to ?? 0);
    if (range === null) this.showDetails(this.list.selected ?? null, false);
    else this.highlight?.show(range, true, null, false);
  }

  private chosenOnPaper({ from, to }: ByteRange): void {
    if (this.list.select(from, to)) return;
    // The filter hides it.
    this.setFilter("all");
    this.list.select(from, to);
  }

  private filterInput(filter: CommandFilter): HTMLInputElement {
    const input = element("input", {
      type: "radio",
      name: "command-filter",
      value: filter,
      checked: filter === "all",
    });
    input.addEventListener("change", () => this.setFilter(filter));
    return input;
  }

  private filterLabel(input: HTMLInputElement, filter: CommandFilter): HTMLElement {
    const count = element("span", { class: "filter-count" });
    this.counts.set(filter, count);
    return element(
      "label",
      {},
      input,
      element("span", { class: "filter-name" }, FILTER_NAMES[filter], " ", count),
    );
  }
}

function hint(): HTMLElement {
  const words = "Point at a command to see what it made, or at the paper to see the command.";
  return element("p", { class: "command-detail-soft" }, words);
}
