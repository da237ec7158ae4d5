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

/**
 * Opens an operation of the reference by its link, ready to be tried: operations far from what is seen are not on the page.
 * @returns where it is
 */
async function open(group: string, operation: string): Promise<string> {
  const section = `#operations-${group}-${operation}`;
  // From another page: a link within the page that is open loads nothing.
  await page.go("about:blank");
  await page.go(`${service.address}/docs#/${group}/${operation}`);
  await page.pressOn(`${section} .try-out__btn`);
  return section;
}

/** Sends the request as it is filled in. @returns the answer's status */
async function execute(section: string): Promise<string> {
  await page.pressOn(`${section} .execute`);
  return page.until(
    `document.querySelector("${section} .live-responses-table .response .response-col_status")?.innerText`,
  );
}

test("is read without signing in, and leads back to the dashboard", async () => {
  await page.go(`${service.address}/docs`);
  await page.untilText(".opblock-summary-description", "Search prints");
  await page.click(`.top-link[href="/"]`);
  await page.until(`location.pathname === "/sign-in"`);
  expect(await page.faults()).toEqual([]);
});

test("who is signed in finds requests that work", async () => {
  for (let number = 1; number <= 3; number++) await service.store(`Order ${number}\n`);
  await page.go(service.signInLink);
  for (const [group, operation] of [
    ["Prints", "createPrintFromJson"],
    ["Prints", "searchPrints"],
    ["Prints", "updatePrint"],
    ["Events", "waitForNextPrint"],
    ["Rules", "tryRule"],
  ] as const)
    expect([operation, await execute(await open(group, operation))]).toEqual([
      operation,
      operation === "createPrintFromJson" ? "201" : "200",
    ]);
  const section = await open("Prints", "readPrint");
  // The fourth was created by the first request.
  const newest = `document.querySelector("${section} [data-param-name=printId] input").value`;
  expect(await page.until<string>(newest)).toBe("4");
  expect(await page.faults()).toEqual([]);
});

test.each(["light", "dark"])("follows the %s scheme", async (value) => {
  await page.view.cdp("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  await page.go(`${service.address}/docs`);
  await page.untilText(".opblock-summary-description", "Search prints");
  const text = await brightness(".info .title", "color");
  const ground = await brightness("body", "backgroundColor");
  expect(text > ground).toBe(value === "dark");
  expect(await page.faults()).toEqual([]);
});

async function brightness(selector: string, property: string): Promise<number> {
  const colour = await page.view.evaluate(
    `getComputedStyle(document.querySelector("${selector}")).${property}`,
  );
  return [...String(colour).matchAll(/[\d.]+/g)].reduce((sum, [part]) => sum + Number(part), 0);
}
