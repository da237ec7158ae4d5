import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { expectAccessible } from "../accessibility.ts";
import { BrowserPage, TestService } from "../chromium.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  await page.go(service.signInLink);
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

/** Each test begins on the list, with nothing looked for, as if the page had been opened anew. */
beforeEach(async () => {
  await page.go(`${service.address}/?${Math.random()}`);
  await page.untilText("#count", /print/);
});

test("an empty service offers a test print, which then is shown", async () => {
  await page.untilText("#empty", "No prints yet");
  await page.click("#test-print");
  await page.untilText("#view", "Test print");
  await page.untilText(".row .badge", "test");
  await page.until(`document.querySelector(".sheet svg text") !== null`);
  expect(await page.text("#count")).toBe("1 print");
  expect(await page.faults()).toEqual([]);
});

test("prints are listed newest first, and a new one comes by itself without moving the focus", async () => {
  await service.store("Flat White             7.50\nwith order 1002\n", {
    label: "Order 1001",
    deviceId: "till-2",
    tag: { orderId: "1001" },
  });
  await service.store("two\n");
  await page.until(`document.querySelectorAll(".row").length === 3`);
  expect(await page.names()).toEqual(["Print 3", "Order 1001", "Test print"]);
  await page.untilText(".row .chip", "orderId1001");
  const time = await page.view.evaluate(`document.querySelector(".row-time").dateTime`);
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  await page.view.press("ArrowDown");
  await page.view.press("ArrowDown");
  expect(await page.view.evaluate("document.activeElement.hash")).toBe("#/default/2");
  await service.store("three\n", {
    label: "Order 1002",
    tag: { orderId: "1002", table: "4 b" },
  });
  await page.untilText(".row-name", "Order 1002");
  expect(await page.view.evaluate("document.activeElement.hash")).toBe("#/default/2");
});

test("searching while typing narrows the list", async () => {
  await page.view.evaluate(`document.querySelector("#search").focus()`);
  await page.fill("#search", "oRDER");
  await page.untilText("#count", /^3 prints$/);
  // The sample receipt has the word on its paper.
  expect(await page.names()).toEqual(["Order 1002", "Order 1001", "Test print"]);
  await page.untilText("#announcement", "3 prints");
  await page.fill("#search", "order device:till-2");
  await page.untilText("#count", /^1 print$/);
  // Words are on the paper or in the label, each in any line; quotes keep some together.
  await page.fill("#search", "7.50 flat");
  await page.until(`document.querySelector(".row-name")?.textContent === "Order 1001"`);
  await page.fill("#search", `"7.50 flat"`);
  await page.untilText("#nothing", "Nothing matches");
  await page.fill("#search", "1002");
  await page.untilText("#count", /^2 prints$/);
  expect(await page.names()).toEqual(["Order 1002", "Order 1001"]);
  await page.fill("#search", `tag:table="4 b" tag:orderId~10`);
  await page.until(`document.querySelector(".row-name")?.textContent === "Order 1002"`);
  await page.fill("#search", "nothing of the kind");
  await page.untilText("#nothing", "Nothing matches");
  await clearSearch();
  await page.untilText("#count", /^4 prints$/);
});

test("prints whose text is not read yet are told of, quietly", async () => {
  expect(await page.text("#text-pending")).toBe("");
  await page.view.evaluate(`(() => {
    const real = fetch;
    window.fetch = async (path, options) => {
      const response = await real(path, options);
      if (!path.endsWith("/search")) return response;
      const pending = options.body.includes('"text"') ? { textPending: 1204 } : {};
      return Response.json({ ...(await response.json()), ...pending });
    };
  })()`);
  await page.view.evaluate(`document.querySelector("#search").focus()`);
  await page.fill("#search", "order");
  await page.untilText("#text-pending", "Still reading 1,204 older prints");
  await page.untilText("#count", /^3 prints$/);
  await clearSearch();
  await page.until(`document.querySelector("#text-pending").textContent === ""`);
});

/** Esc closes what the box offers, and then empties it. */
async function clearSearch(): Promise<void> {
  await page.view.evaluate(`document.querySelector("#search").focus()`);
  await page.view.press("Escape");
  if (await page.view.evaluate(`document.querySelector("#search").value !== ""`))
    await page.view.press("Escape");
}

test("the keyboard moves, opens and closes; the address and the browser's back follow", async () => {
  await page.view.evaluate(`document.activeElement.blur()`);
  await page.view.evaluate(
    `document.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }))`,
  );
  expect(await page.view.evaluate("document.activeElement.id")).toBe("search");
  await page.view.evaluate(`document.activeElement.blur()`);
  await page.view.press("j");
  await page.view.press("j");
  await page.view.press("k");
  await page.view.press("j");
  await page.view.press("Enter");
  await page.untilText("#name", "Print 3");
  expect(await page.view.evaluate("location.hash")).toBe("#/default/3");
  await page.until(`document.title === "Print 3 · Tillroll"`);
  await page.until(`document.querySelector("a[aria-current=true]")?.hash === "#/default/3"`);
  await page.view.press("Escape");
  await page.until(`document.querySelector("#view") === null`);
  await page.view.evaluate("history.back()");
  await page.untilText("#name", "Print 3");
});

test("of a long list only what is in view is there; what is read does not move", async () => {
  await Promise.all(Array.from({ length: 120 }, (_, index) => service.store(`${index}\n`)));
  await page.go(`${service.address}/?many`);
  await page.untilText("#count", /^124 prints$/);
  expect(await page.view.evaluate(`document.querySelectorAll(".row").length`)).toBeLessThan(60);
  await page.view.evaluate(`document.querySelector("#list").scrollTo(0, 100000)`);
  await page.until(`document.querySelector('[href="#/default/1"]') !== null`);
  // Reading far down, new prints must not move what is read: they are counted, and shown when they are asked for.
  const top = () =>
    page.view.evaluate(`document.querySelector('[href="#/default/2"]').getBoundingClientRect().top`);
  const before = await top();
  const { id } = await service.store("new\n");
  await page.untilText("#newest", "1 new print");
  expect(await top()).toBe(before);
  await page.click("#newest");
  await page.until(`document.querySelector(".row-name")?.hash === "#/default/${id}"`);
  expect(await page.faults()).toEqual([]);
});

test("a print that is deleted elsewhere goes, and what is read below stays where it is", async () => {
  await page.view.evaluate(`document.querySelector("#list").scrollTo(0, 3000)`);
  await page.until(`document.querySelector('[href="#/default/60"]') !== null`);
  const top = () =>
    page.view.evaluate(`document.querySelector('[href="#/default/60"]').getBoundingClientRect().top`);
  const before = await top();
  await service.call("DELETE", "/120");
  await page.untilText("#count", /^124 prints$/);
  await page.until(`document.querySelector('[href="#/default/60"]') !== null`);
  expect(await top()).toBe(before);
});

test("the query is the address: it survives loading anew, and back leads to the one before", async () => {
  await page.view.evaluate(`document.querySelector("#search").focus()`);
  await page.fill("#search", "flat");
  await page.until(`location.hash === "#/default?q=flat"`);
  await page.untilText(".row-line mark", "Flat");
  // What is on the page until it is another one says nothing.
  await page.view.evaluate("(window.isBefore = true, location.reload())");
  await page.until(`window.isBefore === undefined && document.querySelector("#search")?.value === "flat"`);
  await page.untilText("#count", /^\d prints?$/);
  await page.view.evaluate("history.back()");
  await page.untilText("#count", /^124 prints$/);
  await page.until(`document.querySelector("#search").value === ""`);
});

test("a chip on a row narrows the search, and opens nothing", async () => {
  await page.view.evaluate(`location.hash = "#/default?q=order"`);
  await page.click(".row .chip");
  await page.until(`decodeURIComponent(location.hash).includes("orderId:1002")`);
  await page.untilText("#count", /^1 print$/);
  expect(await page.view.evaluate(`document.querySelector("#detail .choose") !== null`)).toBe(true);
});

test.each(["Columns", "Cards", "Rows"])(
  "is shown as %s, which is remembered, and is open to everybody",
  async (name) => {
    await page.click(`.view-choice [aria-label=${name}]`);
    await page.go(`${service.address}/?as-${name}`);
    await page.until(`document.querySelector(".prints-${name.toLowerCase()} .row-name") !== null`);
    await expectAccessible(page);
    expect(await page.faults()).toEqual([]);
  },
);

test("a workspace that does not exist is said so, and nothing of another one is shown", async () => {
  await page.view.evaluate(`location.hash = "#/nowhere"`);
  await page.untilText(".notices .banner", "no such workspace");
  expect(await page.names()).toEqual([]);
  await page.view.evaluate(`location.hash = "#/default"`);
  await page.untilText("#count", "prints");
  await page.until(`document.querySelector(".notices .banner") === null`);
});

test("on a narrow screen nothing is wider than the screen", async () => {
  await page.view.resize(360, 740);
  const overflow = "document.documentElement.scrollWidth > innerWidth";
  expect(await page.view.evaluate(overflow)).toBe(false);
  await page.view.evaluate(`location.hash = "#/default/1"`);
  await page.until(`document.querySelector(".sheet svg") !== null`);
  expect(await page.view.evaluate(overflow)).toBe(false);
  expect(
    await page.view.evaluate(`document.querySelector(".sheet").getBoundingClientRect().right <= innerWidth`),
  ).toBe(true);
  await page.click("#back");
  await page.untilText(".row-name", "Print");
  await page.view.resize(1280, 800);
});
