import type { BrowserPage } from "../chromium.ts";

/** Keeps answers from a page until a test lets them through, as a slow network would: the service has given them by then. */
const HOLDING = `
  window.heldAnswers ??= (() => {
    const real = fetch;
    const held = { wanted: [], waiting: [] };
    window.fetch = async (path, options = {}) => {
      const call = (options.method ?? "GET") + " " + path;
      const response = await real(path, options);
      if (!held.wanted.some((one) => one.test(call))) return response;
      const body = await response.text();
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
      `(() => { ${HOLDING} heldAnswers.wanted = [${calls}]; heldAnswers.waiting = []; })()`,
    );
    return new HeldAnswers(page);
  }

  /** Waits until so many answers were given by the service, with those that have been let through or were ended. */
  async untilGiven(count: number): Promise<void> {
    await this.page.until(`heldAnswers.waiting.length >= ${count}`);
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
