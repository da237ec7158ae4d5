import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../service.ts";
import { expectAccessible } from "../accessibility.ts";
import { BrowserPage, TestService } from "../chromium.ts";

/* The first steps, from an empty folder: where a till prints to, and the first print as it comes. */

let service: TestService;
let page: BrowserPage;
const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });

beforeAll(async () => {
  const printing = { rawPort: taken.port, ports: {}, announce: false, epsonDiscovery: false };
  service = await TestService.start({ printing });
  page = await BrowserPage.open(1366, 768);
  // As the browser is opened at a first start: what is behind the # stays while it is sent on.
  await page.go(`${service.signInLink}#/~/start`);
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
  taken.stop(true);
});

test("a port that another program has is told in words, and another one is taken", async () => {
  await page.untilText(".start-step", `another program on this machine has port ${taken.port}`);
  // The next one may be anybody's, too: one that is free is given here.
  const port = freePort();
  await page.until(
    `[...document.querySelectorAll(".start-step button")].some((one) => /^Use port \\d+ instead$/.test(one.textContent))`,
  );
  await page.view.evaluate(
    `fetch("/api/workspace/default/printers/receipt", { method: "PATCH", headers: { "Content-Type": "application/json" }, body: '{"rawPort":${port}}' })`,
  );
  await page.untilText(".connection-value", String(port));
  await page.until(`document.querySelector(".start-step .banner.notice-bad") === null`);
});

test("a real printer that is not found is connected by the address on its test page", async () => {
  const real = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  try {
    await page.press("Type in its address");
    await page.until(`document.querySelector('dialog [name="target"]')`);
    const models = `[...document.querySelectorAll('dialog [name="model"] option')].filter(({ value }) => value === "").length`;
    expect(await page.view.evaluate(models)).toBe(1);
    await page.fill('dialog [name="target"]', `127.0.0.1:${real.port}`);
    await page.press("Save");
    await page.untilText(".start-step", `tcp://127.0.0.1:${real.port}`);
    await page.until(`document.querySelector("dialog") === null`);
  } finally {
    real.stop(true);
  }
  await page.view.evaluate(
    `fetch("/api/workspace/default/printers/receipt", { method: "PATCH", headers: { "Content-Type": "application/json" }, body: '{"target":null}' })`,
  );
});

test("the first print appears as it comes, from a till or as a test", async () => {
  await page.untilText(".start-step", "Waiting for the first print");
  await expectAccessible(page);
  const port = Number(
    await page.view.evaluate(`[...document.querySelectorAll(".connection-value")][1].textContent`),
  );
  const till = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
  till.end("\x1b@Order 77\nTotal 4.50\n\x1dV\0");
  await page.untilText(".start-step", /It came at/);
  await page.until(`document.querySelector(".start-paper")?.naturalHeight > 50`);
  await page.press("Print a test receipt");
  await page.until(`document.querySelector(".start-paper")?.src.includes("/prints/2/")`);
  await page.until(`document.querySelectorAll(".start-step-done").length >= 2`);
  expect(await page.faults()).toEqual([]);
});
