import { find } from "./element.ts";
import { isAbort } from "./notices.ts";
import type { Print } from "./print.ts";
import { paperOf, textPaperOf } from "./receipt-paper.ts";
import type { PreviewFormat, Service } from "./service.ts";

/** While the width is being dragged, only its last value in this time is asked for, milliseconds. */
const WIDTH_DEBOUNCE_MILLISECONDS = 60;

/** The paper, with its width and whether it is shown as paper or as text. */
export class ReceiptView {
  readonly #desk = find("#desk", HTMLElement);
  readonly #width = find("#width", HTMLInputElement);
  readonly #widthValue = find("#width-value", HTMLOutputElement);
  readonly #ownWidth = find("#own-width", HTMLButtonElement);
  readonly #formats = [...document.querySelectorAll<HTMLInputElement>('input[name="format"]')];
  #shown: { slug: string; print: Print } | null = null;
  #columns: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();

  constructor(
    private readonly service: Service,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#width.addEventListener("input", () => this.#setColumns(this.#width.valueAsNumber));
    this.#ownWidth.addEventListener("click", () => this.#setColumns(null));
    for (const format of this.#formats) format.addEventListener("change", () => void this.#draw());
  }

  /** Shows a print on its own width. */
  async show(slug: string, print: Print): Promise<void> {
    const isOther = this.#shown?.print.id !== print.id || this.#shown.slug !== slug;
    const hadWidth = this.#shown?.print.width;
    this.#shown = { slug, print };
    if (isOther) this.#columns = null;
    this.#drawWidth();
    if (isOther || hadWidth !== print.width) await this.#draw();
  }

  /** Takes the paper away. */
  clear(): void {
    this.#asking.abort();
    this.#shown = null;
    this.#desk.replaceChildren();
  }

  /** The receipt as text, at the width it is shown in. */
  async text(): Promise<string> {
    return this.#ask("text", new AbortController().signal);
  }

  #setColumns(columns: number | null): void {
    this.#columns = columns === this.#shown?.print.width ? null : columns;
    this.#drawWidth();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), WIDTH_DEBOUNCE_MILLISECONDS);
  }

  #drawWidth(): void {
    const own = this.#shown?.print.width ?? 0;
    const columns = this.#columns ?? own;
    this.#width.value = String(columns);
    this.#width.setAttribute("aria-valuetext", `${columns} columns`);
    this.#widthValue.textContent = String(columns);
    this.#ownWidth.hidden = this.#columns === null;
    this.#ownWidth.textContent = `Back to ${own}`;
  }

  /** Draws the newest wish; the paper that lies there stays until then, so that nothing flickers. */
  async #draw(): Promise<void> {
    const shown = this.#shown;
    if (shown === null) return;
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const format = this.#formats.some(({ checked, value }) => checked && value === "text") ? "text" : "svg";
    const columns = this.#columns ?? shown.print.width;
    this.#desk.setAttribute("aria-busy", "true");
    try {
      const answer = await this.#ask(format, asking.signal);
      if (asking.signal.aborted) return;
      this.#desk.replaceChildren(format === "text" ? textPaperOf(answer, columns) : paperOf(answer));
    } catch (error) {
      if (asking.signal.aborted || isAbort(error)) return;
      this.#desk.replaceChildren();
      this.onError(error);
    }
    this.#desk.removeAttribute("aria-busy");
  }

  async #ask(format: PreviewFormat, signal: AbortSignal): Promise<string> {
    if (this.#shown === null) return "";
    const { slug, print } = this.#shown;
    return this.service.preview(slug, print.id, format, this.#columns, signal);
  }
}
