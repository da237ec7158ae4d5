import type { ExplainedCommand } from "../../explain/explanation.ts";
import { commandRow } from "./command-row.ts";
import { find } from "./element.ts";

/** Pixels of a row; all have the same height, so that only those in view need to exist. */
const ROW_HEIGHT = 44;

/** Rows kept above and below those in view, so that scrolling shows no gaps. */
const SPARE_ROWS = 12;

interface CommandListEvents {
  /** The pointer is on a row, or on none any more. */
  onHover(command: ExplainedCommand | null): void;
  onSelect(command: ExplainedCommand): void;
}

/** A list of any number of commands, of which only the rows in view are elements. */
export class CommandList {
  readonly element = find("#command-list", HTMLElement);
  private readonly rows = find("#command-rows", HTMLElement);
  private commands: readonly ExplainedCommand[] = [];
  private bytes = 0;
  private selectedIndex = -1;
  /** Bytes of the piece of paper the pointer is on. */
  private lit = { from: 0, to: 0 };
  private drawn = { from: 0, to: 0 };
  private hovered: ExplainedCommand | null = null;

  constructor(private readonly events: CommandListEvents) {
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("focus", () => {
      if (this.selectedIndex < 0 && this.element.matches(":focus-visible")) this.selectAt(0);
    });
    this.rows.addEventListener("click", (event) => this.selectAt(this.indexAt(event.target)));
    // Not "pointerover", which comes as well when keys move the rows under a pointer that rests.
    this.rows.addEventListener("pointermove", (event) => {
      this.hover(this.commands[this.indexAt(event.target)] ?? null);
    });
    this.rows.addEventListener("pointerleave", () => this.hover(null));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Shows commands in place of others; the one selected stays so if it is among them. @param bytes of the print */
  show(commands: readonly ExplainedCommand[], bytes: number): void {
    const selected = this.commands[this.selectedIndex]?.offset;
    this.commands = commands;
    this.bytes = bytes;
    this.selectedIndex = commands.findIndex(({ offset }) => offset === selected);
    this.rows.style.setProperty("height", `${commands.length * ROW_HEIGHT}px`);
    if (this.selectedIndex >= 0) this.reveal(this.selectedIndex);
    this.redraw();
  }

  get selected(): ExplainedCommand | undefined {
    return this.commands[this.selectedIndex];
  }

  /** Lights up the rows of some bytes and brings the first into view. */
  light(from: number, to: number): void {
    if (this.lit.from === from && this.lit.to === to) return;
    this.lit = { from, to };
    const index = this.indexOf(from);
    if (to > from && index >= 0) this.reveal(index);
    this.redraw();
  }

  /** Selects the first command of some bytes; false if the list does not show it. */
  select(from: number, to: number): boolean {
    const index = this.indexOf(from);
    const command = this.commands[index];
    if (command === undefined || command.offset >= to) return false;
    this.selectAt(index);
    return true;
  }

  private hover(command: ExplainedCommand | null): void {
    if (command === this.hovered) return;
    this.hovered = command;
    this.events.onHover(command);
  }

  private selectAt(index: number): void {
    const command = this.commands[index];
    if (command === undefined) return;
    this.selectedIndex = index;
    this.hovered = null;
    this.reveal(index);
    this.redraw();
    this.events.onSelect(command);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_HEIGHT) - 1);
    const last = this.commands.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: this.selectedIndex + 1,
      ArrowUp: this.selectedIndex - 1,
      PageDown: this.selectedIndex + page,
      PageUp: this.selectedIndex - page,
      Home: 0,
      End: last,
    };
    const index = moves[event.key];
    if (index === undefined) return;
    event.preventDefault();
    this.selectAt(Math.min(last, Math.max(0, index)));
  }

  private indexAt(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest<HTMLElement>(".command") : null;
    return row === null ? -1 : this.indexOf(Number(row.dataset["offset"]));
  }

  /** The first command that ends behind an offset; -1 without one. Commands are in the order of their bytes. */
  private indexOf(offset: number): number {
    let low = 0;
    let high = this.commands.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const command = this.commands[middle];
      if (command !== undefined && command.offset + command.length <= offset) low = middle + 1;
      else high = middle;
    }
    return low < this.commands.length ? low : -1;
  }

  private reveal(index: number): void {
    const { scrollTop, clientHeight } = this.element;
    const top = index * ROW_HEIGHT;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW_HEIGHT > scrollTop + clientHeight)
      this.element.scrollTop = top + ROW_HEIGHT - clientHeight;
  }

  private redraw(): void {
    this.drawn = { from: 0, to: 0 };
    this.draw();
  }

  /** Makes the rows in view, unless they are there already. */
  private draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const count = this.commands.length;
    const firstSeen = Math.floor(scrollTop / ROW_HEIGHT);
    const lastSeen = Math.min(Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT), count);
    if (this.drawn.to > 0 && firstSeen >= this.drawn.from && lastSeen <= this.drawn.to) return;
    const from = Math.max(0, firstSeen - SPARE_ROWS);
    const to = Math.min(count, lastSeen + SPARE_ROWS);
    this.drawn = { from, to };
    this.rows.replaceChildren(
      ...this.commands.slice(from, to).map((command, at) => this.row(command, from + at)),
    );
    const selected = this.selected;
    if (selected === undefined || this.selectedIndex < from || this.selectedIndex >= to)
      this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", `command-${selected.offset}`);
  }

  private row(command: ExplainedCommand, index: number): HTMLElement {
    const row = commandRow(command, this.bytes, { position: index + 1, of: this.commands.length });
    row.style.setProperty("top", `${index * ROW_HEIGHT}px`);
    row.setAttribute("aria-selected", String(index === this.selectedIndex));
    const { offset, length } = command;
    row.classList.toggle("command-lit", offset < this.lit.to && offset + length > this.lit.from);
    return row;
  }
}
