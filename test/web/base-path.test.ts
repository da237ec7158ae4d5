import { afterAll, beforeAll, expect, test } from "bun:test";
import { BrowserPage, TestService } from "./chromium.ts";

/* The dashboard behind a reverse proxy that shows it under a path. */

const PATH = "/shop/tillroll";

let service: TestService;
let proxy: Bun.Server<undefined>;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start({ trustedProxies: ["127.0.0.1"] });
  proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(`${PATH}/`)) return new Response("another site", { status: 404 });
      const headers = new Headers(request.headers);
      headers.set("X-Forwarded-Prefix", PATH);
      headers.set("X-Forwarded-Host", url.host);
      headers.set("Accept-Encoding", "identity");
      const inside = service.address + url.pathname.slice(PATH.length) + url.search;
      return fetch(inside, { method: request.method, headers, body: request.body, redirect: "manual" });
    },
  });
  page = await BrowserPage.open();
});
afterAll(async () => {
  page.view.close();
  await proxy.stop(true);
  await service.end();
});

test("signs in, shows a receipt with its fonts, and signs out", async () => {
  const outside = `http://127.0.0.1:${proxy.port}${PATH}`;
  await service.store("Order 4711\n\x1dV\0", { label: "Order 4711" });
  await page.go(service.signInLink.replace(service.address, outside));
  await page.untilText(".row-name", "Order 4711");
  await page.click(".row-name");
  await page.until(`document.querySelector("svg text")?.textContent.includes("Order 4711")`);
  expect(await page.view.evaluate("location.pathname")).toBe(`${PATH}/`);
  await page.until(
    `[...document.fonts].some(({ family, status }) => /Tillroll/.test(family) && status === "loaded")`,
  );
  expect(await page.faults()).toEqual([]);
  await page.click(".nav-more-button");
  await page.click(`form[action$="/sign-out"] button`);
  await page.until(`location.pathname === "${PATH}/sign-in" && document.readyState === "complete"`);
  expect(await page.faults()).toEqual([]);
});

test("has its guide and its API reference under the path", async () => {
  for (const path of ["/guide", "/docs"]) {
    await page.go(`http://127.0.0.1:${proxy.port}${PATH}${path}`);
    await page.until(
      `document.querySelector("h1, h2, .title") !== null && document.readyState === "complete"`,
    );
    const strays = `[...document.querySelectorAll("a[href^='/'], link, script[src], img")]
      .map((e) => new URL(e.href || e.src).pathname).filter((path) => !path.startsWith("${PATH}/"))`;
    expect(await page.view.evaluate(strays)).toEqual([]);
    expect(await page.faults()).toEqual([]);
  }
});
