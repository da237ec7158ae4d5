import type { ExplainedCommand, Explanation } from "../../explain/explanation.ts";
import { CommandList } from "./command-list.ts";
import { commandDetails } from "./command-row.ts";
import { type CommandFilter, commandsAsText, isShown } from "./command-words.ts";
import { element, find } from "./element.ts";
import { type ByteRange, PaperHighlight } from "./paper-highlight.ts";
import { WarningList } from "./warning-list.ts";

/** Pictures of which is said what was recognised; the paper says it beside each of them. */
const MAXIMUM_PICTURES = 3;

/** The commands of a print beside its paper: what is pointed at on one side is marked on the other. */
export class CommandsView {
  readonly element = find("#commands", HTMLElement);
  private readonly paper = find("#commands-paper", HTMLElement);
  private readonly details = find("#command-details", HTMLElement);
  private readonly nothing = find("#commands-nothing", HTMLElement);
  private readonly notes = find("#commands-note", HTMLElement);
  private readonly filters = [...this.element.querySelectorAll<HTMLInputElement>("[name=command-filter]")];
  private readonly list = new CommandList({
    onHover: (command) => this.showDetails(command ?? this.list.selected ?? null, command !== null),
    onSelect: (command) => this.showDetails(command, true),
  });
  private readonly warnings = new WarningList((range) => this.choose(range));
  private commands: readonly ExplainedCommand[] = [];
  private bytes = 0;
  private filter: CommandFilter = "all";
  private highlight: PaperHighlight | null = null;

  /** @param onCopy called with the commands as text */
  constructor(onCopy: (text: string) => void) {
    for (const input of this.filters) input.addEventListener("change", () => this.setFilter(filterOf(input)));
    const copy = find("#copy-commands", HTMLButtonElement);
    copy.addEventListener("click", () => onCopy(commandsAsText(this.shown())));
    // It is laid on the desk when it is asked for.
    this.element.remove();
  }

  /** Shows a print. @param paper its drawing, whose pieces tell their bytes @param isOther false if it is the same print */
  show(explanation: Explanation, paper: HTMLElement, isOther: boolean): void {
    this.commands = explanation.commands;
    const last = explanation.commands.at(-1);
    this.bytes = last === undefined ? 0 : last.offset + last.length;
    for (const input of this.filters) {
      const shown = this.commands.filter((command) => isShown(command, filterOf(input)));
      const place = input.labels?.[0]?.querySelector(".filter-count");
      if (place) place.textContent = shown.length.toLocaleString();
    }
    this.paper.replaceChildren(paper);
    // The paper says its notes itself.
    const onPaper = new Set([...paper.querySelectorAll(".paper-notes li")].map((note) => note.textContent));
    const { charset, recognised = [] } = explanation;
    const notes = [
      ...explanation.notes.filter((note) => !onPaper.has(note)),
      // What is certain needs no words.
      ...(charset === undefined || charset.certainty === "certain" ? [] : [charset.sentence]),
      ...recognised.slice(0, MAXIMUM_PICTURES).map(({ sentence }) => sentence),
    ];
    this.notes.hidden = notes.length === 0;
    this.notes.textContent = notes.join("; ");
    this.warnings.show(explanation);
    const drawing = paper.querySelector("svg");
    this.highlight =
      drawing === null
        ? null
        : new PaperHighlight(this.paper, drawing, {
            onHover: (range) => this.hoveredOnPaper(range),
            onChoose: (range) => this.choose(range),
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

  private choose({ from, to }: ByteRange): void {
    if (this.list.select(from, to)) return;
    // The filter hides it.
    this.setFilter("all");
    this.list.select(from, to);
  }
}

function filterOf(input: HTMLInputElement): CommandFilter {
  return input.value as CommandFilter;
}

function hint(): HTMLElement {
  const words = "Point at a command to see what it made, or at the paper to see the command.";
  return element("p", { class: "command-detail-soft" }, words);
}
