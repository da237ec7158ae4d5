import { PRINT_LIMITS } from "../../domain/limits.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { CommandsView } from "./commands-view.ts";
import { find } from "./element.ts";
import type { Print } from "./print.ts";
import { PrinterChoice } from "./printer-choice.ts";
import { loadFonts } from "./receipt-fonts.ts";
import { paperOf, textPaperOf } from "./receipt-paper.ts";
import { isAbort, type PreviewQuery, type Service } from "./service.ts";

/** While the width is being dragged, only its last value in this time is asked for, milliseconds. */
const WIDTH_DEBOUNCE_MILLISECONDS = 60;

interface ReceiptViewEvents {
  onError(error: unknown): void;
  /** Called with text for the clipboard. */
  onCopy(text: string): void;
}

/** The paper, with its width and printer, shown as paper, as text or beside its commands. */
export class ReceiptView {
  private readonly view = find("#view", HTMLElement);
  private readonly desk = find("#desk", HTMLElement);
  private readonly width = find("#width", HTMLInputElement);
  private readonly widthValue = find("#width-value", HTMLOutputElement);
  private readonly ownWidth = find("#own-width", HTMLButtonElement);
  private readonly formats = [...document.querySelectorAll<HTMLInputElement>('input[name="format"]')];
  private readonly printer = new PrinterChoice(() => {
    this.drawWidth();
    void this.draw();
  });
  private readonly commands: CommandsView;
  private shown: { slug: string; print: Print } | null = null;
  /** The print whose commands are shown. */
  private explained: Print | null = null;
  private columns: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();

  constructor(
    private readonly service: Service,
    private readonly events: ReceiptViewEvents,
  ) {
    this.commands = new CommandsView((text) => events.onCopy(text));
    this.width.min = String(PRINT_LIMITS.widthColumnsMinimum);
    this.width.max = String(PRINT_LIMITS.widthColumnsMaximum);
    this.width.addEventListener("input", () => this.setColumns(this.width.valueAsNumber));
    this.ownWidth.addEventListener("click", () => this.setColumns(null));
    for (const format of this.formats) format.addEventListener("change", () => void this.draw());
  }

  /** Shows a print on its own width. */
  async show(slug: string, print: Print): Promise<void> {
    const isOther = this.shown?.print.id !== print.id || this.shown.slug !== slug;
    const before = this.shown?.print;
    this.shown = { slug, print };
    if (isOther) {
      this.columns = null;
      this.printer.reset();
    }
    this.drawWidth();
    const wasRead = before?.recognised?.at !== print.recognised?.at;
    if (isOther || before?.width !== print.width || wasRead) await this.draw();
  }

  clear(): void {
    this.asking.abort();
    this.shown = null;
    this.desk.replaceChildren();
  }

  async text(): Promise<string> {
    return this.ask({ format: "text" }, new AbortController().signal);
  }

  private setColumns(columns: number | null): void {
    this.columns = columns === this.ownColumns ? null : columns;
    this.drawWidth();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), WIDTH_DEBOUNCE_MILLISECONDS);
  }

  /** Columns of the paper where the reader has chosen none. */
  private get ownColumns(): number {
    return this.printer.columns ?? this.shown?.print.width ?? 0;
  }

  private drawWidth(): void {
    const own = this.ownColumns;
    const columns = this.columns ?? own;
    this.width.value = String(columns);
    this.width.setAttribute("aria-valuetext", `${columns} columns`);
    this.widthValue.textContent = String(columns);
    this.ownWidth.hidden = this.columns === null;
    this.ownWidth.textContent = `Back to ${own}`;
  }

  /** Draws the print as the controls say now. The paper before it stays until then, so that nothing flickers. */
  private async draw(): Promise<void> {
    const shown = this.shown;
    if (shown === null) return;
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    const format = this.formats.find(({ checked }) => checked)?.value;
    this.desk.setAttribute("aria-busy", "true");
    try {
      const lay = await this.load(format, shown.print, asking.signal);
      if (asking.signal.aborted) return;
      this.view.classList.toggle("shows-commands", format === "commands");
      lay();
    } catch (error) {
      if (asking.signal.aborted || isAbort(error)) return;
      this.desk.replaceChildren();
      this.events.onError(error);
    }
    this.desk.removeAttribute("aria-busy");
  }

  /** Asks for a print in a format. @returns what shows the answer */
  private async load(format: string | undefined, print: Print, signal: AbortSignal): Promise<() => void> {
    if (format === "commands") return this.loadCommands(print, signal);
    const paper =
      format === "text"
        ? textPaperOf(await this.ask({ format: "text" }, signal), this.columns ?? this.ownColumns)
        : await this.paper({ format: "svg" }, signal);
    return () => this.desk.replaceChildren(paper);
  }

  private async loadCommands(print: Print, signal: AbortSignal): Promise<() => void> {
    const [answer, paper] = await Promise.all([
      this.ask({ format: "explain" }, signal),
      this.paper({ format: "svg", origins: true }, signal),
    ]);
    const explanation: Explanation = JSON.parse(answer);
    return () => {
      const { element } = this.commands;
      // Boxes of pieces can be measured only on the desk; laid there again, the list would lose its place.
      if (element.parentElement !== this.desk) this.desk.replaceChildren(element);
      this.commands.show(explanation, paper, this.explained?.id !== print.id);
      this.explained = print;
    };
  }

  /** A drawing as paper, once its fonts are there. */
  private async paper(query: PreviewQuery, signal: AbortSignal): Promise<HTMLElement> {
    const paper = paperOf(await this.ask(query, signal));
    await loadFonts(paper);
    return paper;
  }

  private async ask(query: PreviewQuery, signal: AbortSignal): Promise<string> {
    if (this.shown === null) return "";
    const { slug, print } = this.shown;
    const width = this.columns === null ? {} : { width: this.columns };
    return this.service.preview(slug, print.id, { ...width, ...this.printer.chosen, ...query }, signal);
  }
}
