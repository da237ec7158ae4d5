import { expect } from "bun:test";
import { type AxeResults, source } from "axe-core";
import type { BrowserPage } from "./chromium.ts";

/** Windows in which every page is looked at, CSS pixels: a desk's, a phone's, and a large one. */
const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 2560, height: 1440 },
] as const;

const THEMES = ["light", "dark"] as const;

/**
 * Looks for what keeps people from using a page: in both themes, in a window of each size. The page must be drawn.
 * @param page left in the first size and in the theme of the system
 * @param scope what is looked at, a selector; the whole page by default
 */
export async function expectAccessible(page: BrowserPage, scope = "html"): Promise<void> {
  // As text: the content security policy has no scripts put into the page.
  await page.view.evaluate(`(() => { ${source} })()`);
  const faults: string[] = [];
  for (const { width, height } of SIZES) {
    await page.view.resize(width, height);
    for (const theme of THEMES) {
      await page.view.evaluate(`document.documentElement.dataset.theme = "${theme}"`);
      const found = await violationsOf(page, scope);
      faults.push(...found.map((fault) => `${width}×${height} ${theme}: ${fault}`));
    }
  }
  await page.view.evaluate(`delete document.documentElement.dataset.theme`);
  await page.view.resize(SIZES[0].width, SIZES[0].height);
  expect(faults).toEqual([]);
}

async function violationsOf(page: BrowserPage, scope: string): Promise<string[]> {
  // Colours that are on their way to others have no contrast that counts.
  await page.view.evaluate(
    `Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))`,
  );
  const results = (await page.view.evaluate(
    `axe.run(${JSON.stringify(scope)}, { resultTypes: ["violations"] })
      .then(({ violations }) => ({ violations }))`,
  )) as Pick<AxeResults, "violations">;
  const overflow = await page.view.evaluate("document.documentElement.scrollWidth > innerWidth");
  return [
    ...results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)),
    ...(overflow ? ["the page is wider than its window"] : []),
  ];
}
