import { afterAll, beforeAll, expect, test } from "bun:test";
import { BrowserPage, TestService } from "../chromium.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  await service.store("Order 1\n", { label: "Order 1" });
  await page.go(service.signInLink);
  await page.view.cdp("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
});
afterAll(async () => {
  page?.view.close();
  await service?.end();
});

const SEARCH = "/api/workspace/default/prints/search";

/** Notes what the page's scripts ask for, in order: the list of the browser has what is answered wholly, which a stream never is. */
const WATCH = `
  window.asked = [];
  window.searched = [];
  (({ fetch }) => {
    window.fetch = (path, ...others) => {
      const { pathname } = new URL(path, location);
      window.asked.push(pathname);
      if (pathname === "${SEARCH}") window.searched.push(String(others[0]?.body));
      return fetch(path, ...others);
    };
  })(window);
`;

/** What was asked for before the stream began that tells of what is new: what comes then is asked for again. */
async function askedFirst(): Promise<string[]> {
  await page.until(`asked.some((path) => path.endsWith("/events"))`);
  return (await page.view.evaluate(
    `asked.slice(0, asked.findIndex((path) => path.endsWith("/events")))`,
  )) as string[];
}

/** How often something came over the network. */
const sent = (path: string) =>
  page.view.evaluate(
    `performance.getEntriesByType("resource").filter(({ name }) => new URL(name).pathname === ${JSON.stringify(path)}).length`,
  );

test.each(["/", "/#/default"])("what the list shows first is asked for early, and once: %s", async (path) => {
  await page.go(`${service.address}/?${Math.random()}${path.slice(1)}`);
  await page.untilText(".row-name", "Order 1");
  expect((await askedFirst()).filter((one) => one === SEARCH)).toHaveLength(1);
  // What the page itself asks for at once is what its script asks for.
  for (const one of ["/api/me", "/api/workspaces"]) expect([one, await sent(one)]).toEqual([one, 1]);
  expect(await page.faults()).toEqual([]);
});

test("another search than that for all is asked for as it is", async () => {
  await page.go(`${service.address}/?${Math.random()}#/default?q=Nothing`);
  await page.untilText("#count", "0 prints");
  // Whether before the stream of what is new or after it: all prints are not asked for.
  const searched = (await page.view.evaluate("searched")) as string[];
  expect(searched.length).toBeGreaterThan(0);
  expect(searched.filter((body) => !body.includes("Nothing"))).toEqual([]);
  expect(await page.faults()).toEqual([]);
});
