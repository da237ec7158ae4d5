import type { BrowserPage } from "./chromium.ts";

/** Keeps answers from a page until a test lets them through, as a slow network would: the service has given them by then. */
const HOLDING = `
  window.heldAnswers ??= (() => {
    const real = fetch;
    const held = { wanted: [], waiting: [], bodies: [] };
    window.fetch = async (path, options = {}) => {
      const call = (options.method ?? "GET") + " " + path;
      if (!held.wanted.some((one) => one.test(call))) return real(path, options);
      held.bodies.push(options.body ?? "");
      const response = await real(path, options);
      const body = await response.text();
      if (held.wanted.length === 0) return new Response(body, response);
      await new Promise((release, end) => {
        held.waiting.push(release);
        options.signal?.addEventListener("abort", () => end(options.signal.reason));
      });
      return new Response(body, response);
    };
    return held;
  })();`;

/** Answers of the service that a page gets only when the test says so. */
export class HeldAnswers {
  private released = 0;

  private constructor(private readonly page: BrowserPage) {}

  /** @param calls method and path; from now on, until the page is loaded anew */
  static async of(page: BrowserPage, calls: RegExp): Promise<HeldAnswers> {
    await page.view.evaluate(
      `(() => { ${HOLDING} Object.assign(heldAnswers, { wanted: [${calls}], waiting: [], bodies: [] }); })()`,
    );
    return new HeldAnswers(page);
  }

  /** Waits until so many answers were given by the service, with those that have been let through or were ended. */
  async untilGiven(count: number): Promise<void> {
    await this.page.until(`heldAnswers.waiting.length >= ${count}`);
  }

  /** Presses something that asks the service, and once more while its answer is held back. @param found an expression */
  async pressTwice(found: string): Promise<void> {
    await this.page.pressFound(found);
    await this.untilGiven(1);
    // As a finger does that sees nothing happen: whether or not the page says that this does nothing.
    await this.page.view.evaluate(`(${found}).click()`);
  }

  /** The bodies of what was asked so far. */
  async bodies(): Promise<string[]> {
    return (await this.page.view.evaluate("heldAnswers.bodies")) as string[];
  }

  /** Lets the oldest one through that was not yet, and waits until the page has drawn what it made of it. */
  async release(): Promise<void> {
    await this.untilGiven(this.released + 1);
    await this.page.view.evaluate(`(async () => {
      heldAnswers.waiting[${this.released}]();
      await new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => setTimeout(drawn))));
    })()`);
    this.released++;
  }

  /** Lets all through, and holds no further ones. */
  async end(): Promise<void> {
    await this.page.view.evaluate(
      "(heldAnswers.wanted = [], heldAnswers.waiting.forEach((release) => release()))",
    );
  }
}
