import { afterAll, beforeAll, expect, test } from "bun:test";
import { BrowserPage, TestService } from "./chromium.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

/** A colour of the page's text, as its brightness from 0 to 255. */
async function brightness(property: "color" | "backgroundColor"): Promise<number> {
  const colour = String(await page.view.evaluate(`getComputedStyle(document.body).${property}`));
  const parts = [...colour.matchAll(/\d+/g)].map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

test("is read without signing in, from page to page", async () => {
  await page.go(`${service.address}/guide`);
  await page.untilText("h1", "Tillroll");
  await page.until(`document.querySelector("main img").naturalWidth > 0`);
  await page.click(`.guide-contents a[href="/guide/rules"]`);
  await page.untilText("h1", "Rules");
  // Below what is seen: the page must be scrolled for a pointer.
  await page.pressOn(".guide-neighbours [rel=next]");
  await page.untilText("h1", "Previews");
  await page.click(`.guide-contents a[href="#formats"]`);
  await page.until(`Math.abs(document.querySelector("#formats").getBoundingClientRect().top) < 40`);
  expect(await page.faults()).toEqual([]);
});

test("the dashboard leads to it", async () => {
  await page.go(service.signInLink);
  await page.untilText("#empty", "No prints yet");
  await page.click(".nav-more-button");
  await page.click(`.nav a[href="/guide"]`);
  await page.untilText("h1", "Tillroll");
});

test.each([
  ["light", 1280],
  ["dark", 1280],
  ["light", 390],
  ["dark", 390],
])("in the %s scheme, %i pixels wide, all can be read", async (scheme, width) => {
  await page.view.cdp("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-color-scheme", value: scheme }],
  });
  await page.view.cdp("Emulation.setDeviceMetricsOverride", {
    width,
    height: 844,
    deviceScaleFactor: 1,
    mobile: width < 400,
  });
  for (const name of ["api", "errors", "commands"]) {
    await page.go(`${service.address}/guide/${name}`);
    await page.until(
      `document.readyState === "complete" && location.pathname.endsWith(${JSON.stringify(name)})`,
    );
    expect(await page.view.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const contrast = (await brightness("color")) - (await brightness("backgroundColor"));
    expect(scheme === "dark" ? contrast : -contrast).toBeGreaterThan(150);
    expect(await page.faults()).toEqual([]);
  }
});
