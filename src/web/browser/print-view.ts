import { copyText } from "./clipboard.ts";
import { EditDialog } from "./edit-dialog.ts";
import { element, find } from "./element.ts";
import type { Notices } from "./notices.ts";
import { nameOf, type Print } from "./print.ts";
import { drawDetails } from "./print-details.ts";
import { badges } from "./print-row.ts";
import { ReceiptView } from "./receipt-view.ts";
import { writeRoute } from "./route.ts";
import { isAbort, RefusedError, rawPathOf, type Service } from "./service.ts";
import { fullTime } from "./time-format.ts";

/** The open print: its receipt, what can be done with it, and its fields. */
export class PrintView {
  private readonly page = document.documentElement;
  private readonly view = find("#view", HTMLElement);
  private readonly missing = find("#missing", HTMLElement);
  private readonly back = find("#back", HTMLAnchorElement);
  private readonly name = find("#name", HTMLElement);
  private readonly receipt: ReceiptView;
  private readonly dialog: EditDialog;
  private slug = "";
  private print: Print | null = null;
  private asking = new AbortController();

  /** @param onChange called with a print after it was changed here */
  constructor(
    private readonly service: Service,
    private readonly notices: Notices,
    private readonly canWrite: boolean,
    private readonly onChange: (print: Print) => void,
  ) {
    this.receipt = new ReceiptView(service, {
      onError: (error) => notices.fail(error),
      onCopy: (text) =>
        void this.try(async () => {
          await copyText(text);
          notices.toast("Commands copied.");
        }),
    });
    this.dialog = new EditDialog(async (print, patch) => {
      this.changed(await service.update(this.slug, print.id, patch));
    });
    this.onClick("#copy", async () => {
      await copyText(await this.receipt.text());
      notices.toast("Text copied.");
    });
    this.onClick("#print-paper", async () => window.print());
    this.onClick("#edit", async (print) => this.dialog.open(print));
    this.onClick("#delete", (print) => this.delete(print));
    this.onClick("#restore", async (print) => this.changed(await service.restore(this.slug, print.id)));
  }

  /** Opens a print, whether the list shows it or not. */
  async open(slug: string, id: number): Promise<void> {
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.slug = slug;
    this.page.classList.add("has-open-print");
    this.back.href = writeRoute({ slug, printId: null });
    // On a narrow screen the list has just gone, and the focus with it.
    if (this.back.checkVisibility()) this.back.focus({ preventScroll: true });
    try {
      const print = await this.service.read(slug, id, asking.signal);
      if (!asking.signal.aborted) this.show(print);
    } catch (error) {
      if (asking.signal.aborted || isAbort(error)) return;
      if (error instanceof RefusedError) this.showMissing(error.message);
      else this.notices.fail(error);
    }
  }

  close(): void {
    this.asking.abort();
    this.print = null;
    this.page.classList.remove("has-open-print");
    this.view.hidden = true;
    this.missing.hidden = true;
    this.receipt.clear();
    document.title = "Tillroll";
  }

  /** Whether opening the print failed because the service did not answer. */
  isWaitingFor(id: number): boolean {
    return this.print?.id !== id && this.missing.hidden === true;
  }

  /** Takes over what the list has learnt about the open print. */
  update(prints: readonly Print[]): void {
    const current = this.print;
    const newer = prints.find(({ id }) => id === current?.id);
    // The answer was under way while the print was changed here, and is older than what is shown.
    if (newer !== undefined && current !== null && newer.updatedAt > current.updatedAt) this.show(newer);
  }

  private show(print: Print): void {
    this.print = print;
    this.view.hidden = false;
    this.missing.hidden = true;
    const name = nameOf(print);
    document.title = `${name} · Tillroll`;
    this.name.textContent = name;
    find("#about", HTMLElement).replaceChildren(
      ...badges(print),
      ...(print.deviceId === null ? [] : [element("span", { class: "about-device" }, print.deviceId)]),
      element("time", { datetime: print.createdAt, title: print.createdAt }, fullTime(print.createdAt)),
    );
    const download = find("#download", HTMLAnchorElement);
    download.href = rawPathOf(this.slug, print.id);
    download.setAttribute("download", `print-${print.id}.bin`);
    // A deleted print cannot be edited until it is restored.
    find("#edit", HTMLButtonElement).hidden = print.deleted || !this.canWrite;
    find("#delete", HTMLButtonElement).hidden = print.deleted || !this.canWrite;
    find("#restore", HTMLButtonElement).hidden = !print.deleted || !this.canWrite;
    drawDetails(print);
    void this.receipt.show(this.slug, print);
  }

  private showMissing(message: string): void {
    this.print = null;
    this.view.hidden = true;
    this.receipt.clear();
    this.missing.hidden = false;
    this.missing.textContent = message;
    document.title = "Tillroll";
  }

  private async delete(print: Print): Promise<void> {
    const slug = this.slug;
    this.changed(await this.service.delete(slug, print.id));
    find("#restore", HTMLButtonElement).focus();
    this.notices.toast(`${nameOf(print)} was deleted.`, () => {
      void this.try(async () => this.changed(await this.service.restore(slug, print.id)));
    });
  }

  /** Shows what a print has become, if it is still the one that is open, and tells the list. */
  private changed(print: Print): void {
    if (this.print?.id === print.id) this.show(print);
    this.onChange(print);
  }

  private onClick(selector: string, act: (print: Print) => Promise<void>): void {
    find(selector, HTMLButtonElement).addEventListener("click", () => {
      const print = this.print;
      if (print !== null) void this.try(() => act(print));
    });
  }

  private async try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.notices.clear();
    } catch (error) {
      this.notices.fail(error);
    }
  }
}
