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

/** Opens an operation of the reference, ready to be tried. @returns where it is on the page */
async function open(group: string, operation: string): Promise<string> {
  const section = `#operations-${group}-${operation}`;
  for (const part of ["opblock-summary-control", "try-out__btn"]) {
    const button = `document.querySelector("${section} .${part}")`;
    await page.until(`${button} !== null`);
    await page.view.evaluate(`${button}.click()`);
  }
  return section;
}

/** Sends the request as it is filled in. @returns the answer's status */
async function execute(section: string): Promise<string> {
  await page.until(`document.querySelector("${section} .execute") !== null`);
  await page.view.evaluate(`document.querySelector("${section} .execute").click()`);
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
  await page.go(`${service.address}/docs`);
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
  // What has been made meanwhile came after the page.
  const newest = `document.querySelector("${section} [data-param-name=printId] input").value`;
  expect(await page.until<string>(newest)).toBe("3");
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
