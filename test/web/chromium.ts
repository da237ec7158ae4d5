import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppOptions, startApp } from "../../src/app.ts";
import type { Log } from "../../src/operations/log.ts";
import { LANGUAGE_COOKIE } from "../../src/web/browser/texts/languages.ts";
import type { Print } from "../../src/web/browser/print.ts";
import { PATIENCE_MILLISECONDS } from "../until.ts";

/** Watches a page for what must never happen on it, from before its first script. */
const WATCH = `
  window.faults = [];
  for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"]) {
    addEventListener(kind, (event) => window.faults.push(
      kind + ": " + (event.message ?? event.reason ?? event.violatedDirective + " " + event.blockedURI)));
  }
  const log = console.error;
  console.error = (...values) => { window.faults.push("console: " + values.join(" ")); log(...values); };
`;

/** What can be pressed. */
const PRESSED = "button, a, summary, [role=tab], [role=menuitem]";

const silent: Log = { write() {} };

/** A page in a real browser. */
export class BrowserPage {
  private constructor(readonly view: Bun.WebView) {}

  /** @throws Error when there is no browser: these tests are never left out in silence */
  static async open(width = 1280, height = 800): Promise<BrowserPage> {
    // Chromium has no sandbox for root, and says so instead of starting.
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const argv = [
      ...sandbox,
      "--disable-quic",
      "--disable-component-update",
      "--disable-sync",
      "--lang=en-US",
    ];
    let view: Bun.WebView;
    try {
      view = new Bun.WebView({ width, height, backend: { type: "chrome", argv } });
      await view.navigate("about:blank");
    } catch (cause) {
      const message =
        "The tests of the dashboard need a browser: install the package chromium (apt-get install chromium), " +
        "or name an installed Chrome in BUN_CHROME_PATH.";
      throw new Error(message, { cause });
    }
    await view.cdp("Page.enable");
    await view.cdp("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
    // One browser serves all files of tests, whose services differ by their ports, which cookies know nothing of.
    await view.cdp("Network.deleteCookies", { name: LANGUAGE_COOKIE, domain: "127.0.0.1" });
    return new BrowserPage(view);
  }

  /** Loads a page. */
  async go(address: string): Promise<void> {
    // A page that came by a click may be loading still. Bun asks such a page for its title, and takes the answer for the
    // end of whatever it loads by then, which the next page would break off: net::ERR_ABORTED.
    await this.until(`document.readyState === "complete"`);
    // What is answered after this was asked after that.
    await this.view.evaluate("0");
    await this.view.navigate(address);
  }

  /** Waits until an expression gives something truthy on the page, and gives that. */
  async until<Value = unknown>(expression: string): Promise<Value> {
    const end = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      // While the page is being replaced nothing can be evaluated on it.
      const value = await this.view.evaluate(expression).catch(() => null);
      if (value) return value as Value;
      if (performance.now() > end) {
        const text = await this.view.evaluate("location.href + '\\n' + document.body.innerText");
        throw new Error(`Never true on the page: ${expression}\n${text}`);
      }
      await Bun.sleep(15);
    }
  }

  /** Waits until an element that can be seen has this text. */
  async untilText(selector: string, text: string | RegExp): Promise<void> {
    const test =
      typeof text === "string"
        ? `e.textContent.includes(${JSON.stringify(text)})`
        : `${text}.test(e.textContent)`;
    await this.until(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].some((e) => e.checkVisibility() && ${test})`,
    );
  }

  /**
   * Presses what is called so, by its words or for screen readers, as soon as it can be seen and is not disabled: of several
   * the last.
   * @param within a selector; the open dialog by default, or the whole page where none is open
   */
  async press(name: string, within?: string): Promise<void> {
    const scopes =
      within === undefined
        ? `[document.querySelector("dialog[open]") ?? document]`
        : `[...document.querySelectorAll(${JSON.stringify(within)})]`;
    await this
      .pressFound(`${scopes}.flatMap((scope) => [...scope.querySelectorAll(${JSON.stringify(PRESSED)})])
      .findLast((e) => e.checkVisibility() && [e.ariaLabel, e.textContent.trim()].includes(${JSON.stringify(name)}))`);
  }

  /** Presses what a selector finds, as soon as it is there, wherever on the page it is. */
  async pressOn(selector: string): Promise<void> {
    await this.pressFound(`document.querySelector(${JSON.stringify(selector)})`);
  }

  /**
   * Presses what an expression finds, as soon as it finds something that is not disabled. It is found and pressed in one go:
   * what was found a moment ago may have been replaced.
   */
  async pressFound(found: string): Promise<void> {
    await this.until(`(() => {
      const found = ${found};
      if (!found || found.disabled || found.ariaDisabled === "true") return false;
      found.click();
      return true;
    })()`);
  }

  /** Sets a choice, a slider or the like, as soon as it is there. */
  async set(selector: string, value: string | number): Promise<void> {
    await this.until(`(() => {
      const found = document.querySelector(${JSON.stringify(selector)});
      if (found === null || found.disabled) return false;
      found.value = ${JSON.stringify(String(value))};
      if (found.value !== ${JSON.stringify(String(value))}) return false;
      for (const kind of ["input", "change"]) found.dispatchEvent(new Event(kind, { bubbles: true }));
      return true;
    })()`);
  }

  /** Chooses in the list that has this label, as soon as it is there, by a choice's value. */
  async select(label: string, value: string): Promise<void> {
    await this.until(`(() => {
      const found = [...document.querySelectorAll("select")]
        .find(({ labels }) => labels[0]?.textContent === ${JSON.stringify(label)});
      if (found === undefined) return false;
      found.value = ${JSON.stringify(value)};
      found.dispatchEvent(new Event("change", { bubbles: true }));
      return found.value === ${JSON.stringify(value)};
    })()`);
  }

  /** Opens a menu by the words of its button, and chooses what it has under a name. */
  async choose(menu: string, item: string): Promise<void> {
    await this.pressFound(`[...document.querySelectorAll("[aria-haspopup=menu]")]
      .find((e) => e.textContent.trim() === ${JSON.stringify(menu)} && e.checkVisibility())`);
    await this.press(item, ".menu");
  }

  async text(selector: string): Promise<string> {
    return String(
      await this.view.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`),
    );
  }

  async click(selector: string): Promise<void> {
    await this.view.click(selector, { timeout: PATIENCE_MILLISECONDS });
  }

  /** Replaces what is in a field, as typing would, as soon as it is there. */
  async fill(selector: string, text: string): Promise<void> {
    const field = `document.querySelector(${JSON.stringify(selector)})`;
    await this.until(
      `(${field}?.select(), document.activeElement === ${field} && document.activeElement !== null)`,
    );
    if (text === "") await this.view.press("Delete");
    else await this.view.type(text);
  }

  /** Makes the page look for what is new as when it is seen again, so that a test need not wait for the next look. */
  async lookNow(): Promise<void> {
    await this.view.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
  }

  /** The names in the list, from the top. */
  async names(): Promise<string[]> {
    return (await this.view.evaluate(
      `[...document.querySelectorAll(".row-name")].map((e) => e.textContent)`,
    )) as string[];
  }

  /** Script errors, refusals by the content security policy, and errors on the console. */
  async faults(): Promise<string[]> {
    return (await this.view.evaluate("window.faults")) as string[];
  }
}

/** The whole service on a folder of its own. */
export class TestService {
  private constructor(
    readonly app: App,
    readonly folder: string,
  ) {}

  static async start(options: Partial<AppOptions> = {}): Promise<TestService> {
    const folder = mkdtempSync(join(tmpdir(), "tillroll-web-"));
    const app = await startApp({ dataFolder: folder, host: "127.0.0.1", port: 0, log: silent, ...options });
    return new TestService(app, folder);
  }

  get address(): string {
    return this.app.address;
  }

  get signInLink(): string {
    return this.app.signInLink();
  }

  get token(): string {
    return this.app.firstToken ?? "";
  }

  /** Stores a print of this text. */
  async store(text: string, metadata: Partial<Print> = {}): Promise<Print> {
    const raw = Buffer.from(text).toString("base64");
    return this.call("POST", "/json", { raw, ...metadata });
  }

  async call(method: string, path: string, body?: object): Promise<Print> {
    const response = await fetch(`${this.address}/api/workspace/default/prints${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Print;
  }

  async end(): Promise<void> {
    await this.app.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
