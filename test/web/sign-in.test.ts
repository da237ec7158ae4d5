import { afterAll, beforeAll, expect, test } from "bun:test";
import { signInPage } from "../../src/web/web.ts";
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

test("a message on the page is text, whatever it holds", () => {
  const html = signInPage(`<img src=x onerror=alert(1)> $& {{invalid}}`);
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; $&amp;");
  expect(html).not.toContain("<img src=x");
});

test("without a session a link to a print leads to signing in, and from there to the print", async () => {
  const { id } = await service.store("A shared receipt\n", { label: "Shared" });
  await page.go(`${service.address}/#/default/${id}`);
  await page.until(`location.pathname === "/sign-in"`);
  await page.untilText(".sign-in-hint", "tillroll sign-in");

  await page.fill("#token", "at_wrong.wrong");
  await page.click("button[type=submit]");
  await page.untilText("#failure", "unknown, expired or revoked");

  await page.fill("#token", service.token);
  await page.click("button[type=submit]");
  await page.untilText("#name", "Shared");
  expect(await page.view.evaluate("location.hash")).toBe(`#/default/${id}`);
  expect(await page.faults()).toEqual([]);
});

test("another site's form does not sign out", async () => {
  using foreign = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(
        `<form method="post" action="${service.address}/sign-out"></form><script>document.forms[0].submit()</script>`,
        { headers: { "Content-Type": "text/html" } },
      ),
  });
  // Another site for the browser: a name, and not the address.
  await page.go(`http://localhost:${foreign.port}/`);
  await page.until(`location.pathname === "/sign-out" && document.body.innerText.includes("UNAUTHORIZED")`);
  await page.go(`${service.address}/`);
  await page.until(`location.pathname === "/"`);
  expect(await page.view.evaluate(`fetch("/api/me").then((answer) => answer.status)`)).toBe(200);
});

test("signing out ends the session", async () => {
  await page.click(`form[action="/sign-out"] button`);
  await page.until(`location.pathname === "/sign-in"`);
  expect(await page.view.evaluate(`fetch("/api/me").then((answer) => answer.status)`)).toBe(401);
});

test("a one-time link signs in, and opened once more leads to the dashboard", async () => {
  const link = service.signInLink;
  await page.go(link);
  await page.until(`location.pathname === "/"`);
  await page.go(link);
  await page.until(`location.pathname === "/"`);
  await page.untilText("#count", /^\d+ prints?$/);
  expect(await page.faults()).toEqual([]);
});

test("when the session has ended the page goes to signing in by itself", async () => {
  await page.view.cdp("Network.clearBrowserCookies");
  await page.until(`location.pathname === "/sign-in"`);
});
