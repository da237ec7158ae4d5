import { BrowserPage, TestService } from "../chromium.ts";

/** How forms are filled in by somebody who reads the page: by the names of fields and buttons. */
export class Reader {
  private constructor(
    readonly service: TestService,
    readonly page: BrowserPage,
    private readonly cookie: string,
  ) {}

  /** Starts a service, and signs in as its administrator. */
  static async start(options: Parameters<typeof TestService.start>[0] = {}): Promise<Reader> {
    const service = await TestService.start(options);
    const signedIn = await fetch(service.signInLink, { redirect: "manual" });
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const page = await BrowserPage.open(1366, 768);
    await page.go(service.signInLink);
    await page.until("document.querySelector('.nav') !== null");
    return new Reader(service, page, cookie);
  }

  /** Opens a page of the dashboard, and waits until it has this title. */
  async open(address: string, title: string): Promise<void> {
    await this.page.view.evaluate(`location.hash = ${JSON.stringify(address)}`);
    await this.page.untilText(".page-title", title);
  }

  /** Asks the API as the administrator. */
  async api<Answer>(path: string, json?: object, method?: string): Promise<Answer> {
    const response = await fetch(this.service.address + path, {
      method: method ?? (json === undefined ? "GET" : "POST"),
      headers: {
        Cookie: this.cookie,
        Origin: this.service.address,
        ...(json !== undefined && { "Content-Type": "application/json" }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  /** Presses what is called so, in a dialog where there is one. */
  async press(name: string): Promise<void> {
    await this.page.press(name);
  }

  /** Fills in the field with this label; several characters at once. */
  async fill(label: string, value: string): Promise<void> {
    await this.page.until(`(() => {
      const field = ${fieldOf(label)};
      if (field === undefined) return false;
      const kind = { TEXTAREA: HTMLTextAreaElement, SELECT: HTMLSelectElement }[field.tagName] ?? HTMLInputElement;
      // Preact listens to the events of the element; what is set so is what a reader would have typed.
      Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(field, ${JSON.stringify(value)});
      field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
      return true;
    })()`);
  }

  /** Checks or unchecks what has this label. */
  async tick(label: string): Promise<void> {
    await this.page.pressFound(fieldOf(label));
  }

  async until(expression: string): Promise<void> {
    await this.page.until(expression);
  }

  /** Waits until something that can be seen has this text. */
  async see(text: string | RegExp, within = "main, dialog, .toasts"): Promise<void> {
    await this.page.untilText(within, text);
  }

  /** Waits until nothing that can be seen has this text. */
  async seeNot(text: string, within = "main"): Promise<void> {
    await this.page.until(
      `![...document.querySelectorAll(${JSON.stringify(within)})].some((e) => e.textContent.includes(${JSON.stringify(text)}))`,
    );
  }

  async end(): Promise<void> {
    this.page.view.close();
    await this.service.end();
  }
}

/** What is filled in under a label, in a dialog where there is one. */
function fieldOf(label: string): string {
  const words = JSON.stringify(label);
  return `[...(document.querySelector("dialog[open]") ?? document).querySelectorAll("input, textarea, select")].find((e) =>
    e.checkVisibility() && (e.getAttribute("aria-label") === ${words} || [...(e.labels ?? [])].some((l) => l.textContent.trim() === ${words})))`;
}
