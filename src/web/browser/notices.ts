import { crossIcon, element, find } from "./element.ts";
import type { Health } from "./health.ts";
import { isAbort, RefusedError, UnreachableError } from "./service.ts";

/** How long an offer to undo stays, milliseconds. */
const TOAST_MILLISECONDS = 8000;

/** What the page tells its reader: refusals in a quiet banner, a lost connection, and toasts. */
export class Notices {
  private readonly banner = find("#banner", HTMLElement);
  private readonly connection = find("#connection", HTMLElement);
  private readonly health = find("#health", HTMLElement);
  private readonly restorable = find("#restorable", HTMLElement);
  private readonly toasts = find("#toasts", HTMLElement);

  /** Says why something failed. A lost connection has its own banner already. */
  fail(error: unknown): void {
    if (error instanceof UnreachableError || isAbort(error)) return;
    const message = error instanceof RefusedError ? error.message : "Something unexpected happened.";
    if (!(error instanceof RefusedError)) console.error(error);
    const about = { class: "button-quiet", type: "button", "aria-label": "Dismiss" };
    const close = element("button", about, crossIcon());
    close.addEventListener("click", () => this.clear());
    this.banner.replaceChildren(element("span", {}, message), close);
    this.banner.hidden = false;
  }

  /** Takes the last failure away: something later went well. */
  clear(): void {
    this.banner.hidden = true;
    this.banner.replaceChildren();
  }

  showConnection(reachable: boolean): void {
    if (this.connection.hidden === reachable) return;
    this.connection.textContent = reachable ? "" : "Tillroll does not answer. Trying again…";
    this.connection.hidden = reachable;
  }

  /** Says what is wrong with the service itself; takes it away when nothing is. */
  showHealth({ canPrint, troubles, restorable }: Health): void {
    this.restorable.textContent = restorable;
    this.restorable.hidden = restorable === "";
    const text = [...(canPrint ? [] : ["Tills cannot print now."]), ...troubles].join(" ");
    if (this.health.textContent === text) return;
    this.health.textContent = text;
    this.health.classList.toggle("banner-failure", !canPrint);
    this.health.hidden = text === "";
  }

  /** Says that something is done, and offers to undo it. It stays while it is pointed at or focused. */
  toast(message: string, undo?: () => void): void {
    const toast = element("div", { class: "toast" }, element("span", { class: "toast-text" }, message));
    const close = () => toast.remove();
    if (undo !== undefined) {
      const button = element("button", { type: "button", class: "toast-undo" }, "Undo");
      button.addEventListener("click", () => {
        close();
        undo();
      });
      toast.append(button);
    }
    let timer = setTimeout(close, TOAST_MILLISECONDS);
    const hold = () => clearTimeout(timer);
    const release = () => {
      clearTimeout(timer);
      timer = setTimeout(close, TOAST_MILLISECONDS);
    };
    for (const event of ["pointerenter", "focusin"]) toast.addEventListener(event, hold);
    for (const event of ["pointerleave", "focusout"]) toast.addEventListener(event, release);
    this.toasts.replaceChildren(toast);
  }
}
