import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppOptions, startApp } from "../../src/app.ts";
import type { Log } from "../../src/operations/log.ts";
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
    return new BrowserPage(view);
  }

  async go(address: string): Promise<void> {
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

  async text(selector: string): Promise<string> {
    return String(
      await this.view.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`),
    );
  }

  async click(selector: string): Promise<void> {
    await this.view.click(selector, { timeout: PATIENCE_MILLISECONDS });
  }

  /** Replaces what is in a field, as typing would. */
  async fill(selector: string, text: string): Promise<void> {
    await this.view.evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
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
