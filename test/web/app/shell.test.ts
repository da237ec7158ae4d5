import { afterAll, beforeAll, expect, test } from "bun:test";
import { BrowserPage, TestService } from "../chromium.ts";
import { expectAccessible } from "../accessibility.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  await page.go(service.signInLink);
  await page.untilText("#count", /print/);
});
afterAll(async () => {
  page?.view.close();
  await service?.end();
});

test("the page that is shown is marked; one that there is not is said so", async () => {
  expect(await page.text(".nav-link[aria-current=page]")).toBe("Prints");
  await page.view.evaluate(`location.hash = "#/default/nonsense"`);
  await page.untilText(".empty-state", "There is no such page.");
  expect(await page.view.evaluate("document.activeElement.id")).toBe("page");
  await page.click(".empty-state a");
  await page.untilText("#count", /print/);
});

test("colours are chosen and remembered", async () => {
  const ground = "getComputedStyle(document.body).backgroundColor";
  const light = await page.view.evaluate(ground);
  await page.click(".nav-more-button");
  await page.set(".appearance select", "dark");
  await page.until(`${ground} !== "${String(light)}"`);
  const dark = await page.view.evaluate(ground);
  await page.go(`${service.address}/?again`);
  await page.untilText("#count", /print/);
  expect(await page.view.evaluate(ground)).toBe(dark);
  await page.click(".nav-more-button");
  await page.set(".appearance select", "system");
  await page.until(`${ground} === "${String(light)}"`);
});

test("the language is chosen and remembered", async () => {
  await page.set(".appearance .field-frame:last-child select", "de");
  await page.untilText(".nav-link", "Bons");
  expect(await page.view.evaluate("document.documentElement.lang")).toBe("de");
  await page.go(`${service.address}/?german`);
  await page.untilText(".nav-link", "Bons");
  await page.click(".nav-more-button");
  await page.set(".appearance .field-frame:last-child select", "en");
  await page.untilText(".nav-link", "Prints");
});

test("the panel of more pages closes by Esc, and gives the focus back", async () => {
  await page.until(`document.querySelector(".nav-panel-open") !== null`);
  await page.view.press("Escape");
  await page.until(`document.querySelector(".nav-panel-open") === null`);
  expect(await page.view.evaluate("document.activeElement.className")).toContain("nav-more-button");
});

test.each([600, 700, 720, 900, 1000, 1090, 1100])(
  "in a window of %d dots the navigation makes the page no higher than it",
  async (height) => {
    await page.view.cdp("Emulation.setDeviceMetricsOverride", {
      width: 1280,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await page.until(`innerHeight === ${height}`);
    const [document, more] = (await page.view.evaluate(
      `[document.documentElement.scrollHeight, document.querySelector(".nav-more-button").getBoundingClientRect().bottom]`,
    )) as [number, number];
    expect([document, more <= height]).toEqual([height, true]);
    await page.view.cdp("Emulation.clearDeviceMetricsOverride");
  },
);

test("is open to everybody", async () => {
  await page.click(".nav-more-button");
  await expectAccessible(page);
  expect(await page.faults()).toEqual([]);
});
