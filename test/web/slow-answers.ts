import type { BrowserPage } from "./chromium.ts";

/** What a page asks of its service over a network so slow that the answers come when a test says so. */
export class SlowAnswers {
  private constructor(private readonly page: BrowserPage) {}

  /** Holds back the answers to what is asked by this method, of paths that end so. The service has acted by then. */
  static async hold(page: BrowserPage, method: string, pathEnd: string): Promise<SlowAnswers> {
    await page.view.evaluate(`(() => {
      const real = window.realFetch ??= fetch;
      const slow = window.slow = { bodies: [], come: 0 };
      const held = new Promise((resolve) => { slow.release = resolve; });
      window.fetch = async (path, options = {}) => {
        const isHeld = (options.method ?? "GET") === ${JSON.stringify(method)} && path.endsWith(${JSON.stringify(pathEnd)});
        if (!isHeld) return real(path, options);
        slow.bodies.push(options.body ?? "");
        const response = await real(path, options);
        slow.come++;
        await held;
        return response;
      };
    })()`);
    return new SlowAnswers(page);
  }

  /** Waits until the service has answered this many, of which the page knows nothing yet. */
  async come(count: number): Promise<void> {
    await this.page.until(`slow.come === ${count}`);
  }

  /** Presses something that asks the service, and once more while its answer is held back. @param found an expression */
  async pressTwice(found: string): Promise<void> {
    await this.page.pressFound(found);
    await this.come(1);
    // As a finger does that sees nothing happen: whether or not the page says that this does nothing.
    await this.page.view.evaluate(`(${found}).click()`);
  }

  /** What was asked so far. */
  async bodies(): Promise<string[]> {
    return (await this.page.view.evaluate("slow.bodies")) as string[];
  }

  /** Lets the answers come, and all later ones at once. */
  async release(): Promise<void> {
    await this.page.view.evaluate("slow.release()");
  }
}
