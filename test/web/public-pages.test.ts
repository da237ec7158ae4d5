import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectAccessible } from "./accessibility.ts";
import { BrowserPage, TestService } from "./chromium.ts";

/* The pages that are read without signing in. */

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

test.each([
  ["/docs", ".opblock-summary-description"],
  ["/guide", "h1"],
  ["/guide/printers", "table"],
  ["/sign-in", "h1"],
])("%s is open to everybody, in both themes and on all screens", async (path, drawn) => {
  await page.go(service.address + path);
  await page.until(`document.querySelector(${JSON.stringify(drawn)}) !== null`);
  await expectAccessible(page);
  expect(await page.faults()).toEqual([]);
});
