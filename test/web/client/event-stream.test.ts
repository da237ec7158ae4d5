import { afterAll, beforeAll, expect, test } from "bun:test";
import { BrowserPage, TestService } from "../chromium.ts";

/* The page's one stream of events, when the network between it and the service is gone for a while. */

let service: TestService;
let page: BrowserPage;
let network: Bun.Server<undefined>;

/** Connects the page to the service. @param port as before, so that the page finds it again */
function connect(port = 0): Bun.Server<undefined> {
  return Bun.serve({
    hostname: "127.0.0.1",
    port,
    // A stream is silent for longer.
    idleTimeout: 60,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("Accept-Encoding", "identity");
      const { method, body, signal } = request;
      return fetch(service.address + pathname + search, {
        method,
        headers,
        body,
        signal,
        redirect: "manual",
      });
    },
  });
}

beforeAll(async () => {
  service = await TestService.start();
  network = connect();
  page = await BrowserPage.open();
  await page.go(service.signInLink.replace(service.address, `http://127.0.0.1:${network.port}`));
  await page.untilText("#empty", "No prints yet");
});
afterAll(async () => {
  page?.view.close();
  await network?.stop(true);
  await service?.end();
});

test("what came while the network was gone is shown when it is back, without loading anew", async () => {
  await service.store("before\n", { label: "Before" });
  await page.untilText(".row-name", "Before");
  await page.view.evaluate("window.isSamePage = true");
  const port = network.port ?? 0;
  await network.stop(true);
  await page.untilText(".notices", "Tillroll does not answer");
  await service.store("meanwhile\n", { label: "Meanwhile" });
  network = connect(port);
  await page.untilText(".row-name", "Meanwhile");
  await page.until(`!document.querySelector(".notices").textContent.includes("does not answer")`);
  expect(await page.view.evaluate("window.isSamePage")).toBe(true);
  expect(await page.names()).toEqual(["Meanwhile", "Before"]);
});

test("a page that is quiet asks for nothing", async () => {
  const asked = () => page.view.evaluate(`performance.getEntriesByType("resource").length`);
  const before = await asked();
  // The stream's own sign of life comes each 15 seconds; until it has come nothing else has either.
  await service.store("the next\n", { label: "The next" });
  await page.untilText(".row-name", "The next");
  await page.until(`document.querySelectorAll(".row-name").length === 3`);
  expect(await asked()).toBe(before);
});
