import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectAccessible } from "../../accessibility.ts";
import { BrowserPage, TestService } from "../../chromium.ts";
import { HeldAnswers } from "../../held-answers.ts";

/*
 * Searching, in a real browser: what is written, what is offered, what is wrong, and what narrows it.
 */

/** A tag that would be a page of its own, were it taken as one. */
const HOSTILE = `"><img src=x onerror="faults.push('inert')">`;

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  for (let index = 0; index < 12; index++) {
    const orderId = String(1000 + index);
    const tag = {
      orderId,
      total: `${index * 10}.50`,
      table: String(index % 3),
      note: index === 3 ? HOSTILE : "none",
    };
    const deviceId = index % 2 === 0 ? "till 1" : "bar";
    await service.store(`Order ${orderId}\nflat white 3.80\n`, { label: `Order ${orderId}`, deviceId, tag });
  }
  page = await BrowserPage.open(1366, 768);
  await page.go(service.signInLink);
  await page.untilText("#count", "12 prints");
});
afterAll(async () => {
  page?.view.close();
  await service?.end();
});

const hash = () => page.view.evaluate("decodeURIComponent(location.hash)");
const found = (count: number) => page.untilText("#count", new RegExp(`^${count} print`));
const offers = () =>
  page.view.evaluate(`[...document.querySelectorAll(".finder-offer-name")].map((e) => e.textContent)`);
const value = () => page.view.evaluate(`document.querySelector("#search").value`);
const press = (...keys: Parameters<BrowserPage["view"]["press"]>[0][]) =>
  keys.reduce<Promise<unknown>>((before, key) => before.then(() => page.view.press(key)), Promise.resolve());
/** No dialog is open: what is beside one cannot be clicked. */
const isClosed = `document.querySelector("dialog") === null`;
/** Presses a tool wherever it is: chips that come and go move the line that it is in. */
const use = (label: string) => page.press(label, ".finder-tools");
/** Whether what narrows the search is shown. */
const isNarrowing = (shown: boolean) =>
  page.until(`(document.querySelector(".panes-with-facets") !== null) === ${shown}`);

test("keys and values are offered and taken by keys alone, and the search is the address", async () => {
  await page.view.evaluate(`document.querySelector("#search").focus()`);
  await page.view.type("dev");
  await page.untilText(".finder-offer-name", "device:");
  await press("Tab");
  await page.untilText(".finder-offer-name", "till 1");
  expect(await offers()).toEqual(["bar", "till 1"]);
  await press("ArrowDown", "ArrowDown");
  await page.until(`document.querySelector("#search").getAttribute("aria-activedescendant") !== null`);
  await press("Enter");
  expect(await value()).toBe('device:"till 1" ');
  await found(6);
  await page.view.type("total:>50");
  await found(3);
  expect(await hash()).toBe('#/default?q=device:"till+1"+total:>50');
  await press("Escape");
  await press("Escape");
  await found(12);
});

test("what is typed at once goes behind what was completed", async () => {
  await page.view.evaluate(`document.querySelector("#search").focus()`);
  await page.view.type("dev");
  await page.untilText(".finder-offer-name", "device:");
  // All of it before the next frame is painted.
  await page.view.evaluate(`(async () => {
    const search = document.querySelector("#search");
    const drawn = () => new Promise((resolve) => setTimeout(resolve));
    search.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true }));
    for (const letter of "bar") {
      await drawn();
      document.execCommand("insertText", false, letter);
    }
  })()`);
  await page.until(`document.querySelector("#search").value === "device:bar"`);
  await found(6);
  await press("Escape");
  await press("Escape");
  await found(12);
});

test("what is mistyped is said in a sentence, searches nothing meanwhile, and is put right by a click", async () => {
  await page.fill("#search", "devise:bar table:1 ");
  await page.untilText(".finder-fault", 'There is no key "devise". Did you mean device:?');
  expect(await page.text("#count")).toBe("12 prints");
  await page.click(".finder-fault button");
  await found(2);
  expect(await value()).toBe("device:bar table:1 ");
});

test("chips take conditions away, and back brings them again", async () => {
  await page.click('.finder-chips li:nth-child(1) [aria-label^="Remove"]');
  await found(4);
  expect(await value()).toBe("table:1");
  await page.view.evaluate("history.back()");
  await found(2);
  await page.view.evaluate("history.forward()");
  await found(4);
});

test("facets narrow, exclude, and add numbers; what a print says in them is only text", async () => {
  await page.fill("#search", "");
  await found(12);
  await use("Narrow down");
  await page.untilText(".facet-choice", "till 1");
  await page.untilText(".facet-tag .facet-value", HOSTILE);
  await page.click('.facet-row [aria-label="Without bar"]');
  await found(6);
  expect(await value()).toBe("-device:bar");
  await page.pressFound(
    `[...document.querySelectorAll(".facet-choice")].find((e) => e.textContent.startsWith("till 1"))`,
  );
  await page.until(`document.querySelector("#search").value === '-device:bar device:"till 1"'`);
  await page.set(".facet select", "total");
  await page.untilText(".facet-sum", "303 in 6 prints");
});

test("the chart is chosen from by keys and by dragging", async () => {
  await page.fill("#search", "");
  await found(12);
  await page.view.evaluate(`document.querySelector(".chart-frame").focus()`);
  await page.until(`/12 prints/.test(document.querySelector(".chart-frame").getAttribute("aria-valuetext"))`);
  await press("ArrowLeft", "Enter");
  await page.until(`/q=from:.* to:/.test(decodeURIComponent(location.hash).replaceAll("+", " "))`);
  await found(12);
  await page.fill("#search", "table:0");
  await found(4);
  await page.view.evaluate(`(() => {
    const frame = document.querySelector(".chart-frame");
    const { left, right, top } = frame.getBoundingClientRect();
    frame.setPointerCapture = () => {};
    const tell = (kind, clientX) =>
      frame.dispatchEvent(new PointerEvent(kind, { clientX, clientY: top + 5, pointerId: 1, bubbles: true }));
    tell("pointerdown", left + 2);
    tell("pointermove", right - 2);
    setTimeout(() => tell("pointerup", right - 2));
  })()`);
  await page.until(`/table:0 from:/.test(document.querySelector("#search").value)`);
  await use("Narrow down");
  await isNarrowing(false);
});

test("dates are chosen, and take the place of others", async () => {
  await use("When");
  await page.untilText(".when-choices button", "Yesterday");
  await page.press("Yesterday", ".when-choices");
  await page.until(`document.querySelector("#search").value === "table:0 on:yesterday"`);
  await page.until(isClosed);
  await found(0);
});

test("a search is built of groups, and written as the box has it", async () => {
  await page.fill("#search", "table:0 (1002 OR -device:bar)");
  await page.untilText(".finder-chips", "1002 OR -device:bar");
  await use("Build a search");
  await page.untilText(".builder-written output", "table:0 (1002 OR -device:bar)");
  await page.set(".builder-group select", "or");
  await page.untilText(".builder-written output", "table:0 OR (1002 OR -device:bar)");
  await expectAccessible(page, "dialog");
  await page.click("dialog .button-main");
  await page.until(`document.querySelector("#search").value === "table:0 OR (1002 OR -device:bar)"`);
  await page.until(isClosed);
  await found(8);
});

test("a search is saved for all, and offered by its name", async () => {
  await page.fill("#search", "total:>100");
  await found(2);
  await page.click(".finder-tools .menu-frame button");
  await page.untilText(".menu-item", "Save this search");
  await page.click(".menu-item");
  await page.until(`document.querySelector("dialog[open] input") === document.activeElement`);
  await page.fill("dialog input", HOSTILE);
  await press("Enter");
  await page.untilText(".toast", "is saved");
  await page.until(isClosed);
  await page.fill("#search", "");
  await found(12);
  await press("ArrowDown");
  await page.untilText(".finder-offer-name", HOSTILE);
  await press("ArrowDown", "Enter");
  await found(2);
  expect(await value()).toBe("total:>100");
});

test("what is found is exported, with a bar and to the end", async () => {
  await page.view.evaluate(`(() => {
    window.exported = [];
    // The dialog of the system cannot be answered by a test: the file is one in memory.
    window.showSaveFilePicker = async ({ suggestedName }) => ({
      createWritable: async () => ({
        write: async (chunk) => void window.exported.push(new TextDecoder().decode(chunk)),
        close: async () => void window.exported.push("closed " + suggestedName),
        abort: async () => void window.exported.push("aborted"),
      }),
    });
  })()`);
  await use("Export");
  await page.untilText("dialog", "2 prints that this search finds");
  await expectAccessible(page, "dialog");
  const slow = await HeldAnswers.of(page, /^POST .*\/export$/);
  await page.click("dialog .button-main");
  await slow.untilGiven(1);
  // It is under way, though nothing has come yet, and cannot be started or closed by the way.
  await page.until(`document.querySelector("dialog progress") !== null`);
  for (const _ of [1, 2]) await page.view.press("Escape");
  // A browser may have closed it by itself: then it opens again.
  await page.until(`document.querySelector("dialog[open]") !== null`);
  expect(await page.view.evaluate(`document.querySelector("dialog[open] .button-main")`)).toBeNull();
  await slow.end();
  await page.untilText(".toast", "2 prints are exported.");
  await page.until(isClosed);
  const file = (await page.view.evaluate("exported.join('')")) as string;
  expect(file).toContain("Order 1011");
  expect(file).toMatch(/closed default-\d{4}-\d\d-\d\d\.csv$/);
});

test("prints are chosen one by one, and only those are exported", async () => {
  await page.fill("#search", "");
  await found(12);
  await use("Choose prints");
  await page.click('[aria-label="Choose Order 1010"]');
  await page.click('[aria-label="Choose Order 1007"]');
  await page.untilText(".finder-chosen", "2 prints are chosen");
  await page.click(".finder-chosen button");
  await page.untilText("dialog", "2 prints that you have chosen");
  await page.view.evaluate("exported.length = 0");
  await page.click("dialog .button-main");
  await page.until("exported.at(-1)?.startsWith('closed')");
  await page.until(isClosed);
  const lines = ((await page.view.evaluate("exported.join('')")) as string).split("\n");
  expect(
    lines.filter((line) => line.includes("Order 10")).map((line) => /Order \d+/.exec(line)?.[0]),
  ).toEqual(["Order 1010", "Order 1007"]);
});

test("it is open to everybody", async () => {
  await use("Narrow down");
  await isNarrowing(true);
  await page.untilText(".facet-choice", "bar");
  await page.fill("#search", "on:");
  await page.untilText(".finder-offer-name", "yesterday");
  await expectAccessible(page);
  expect(await page.faults()).toEqual([]);
});

test("a tag that comes while the page is open can be searched at once", async () => {
  await page.fill("#search", "");
  await page.untilText("#count", /^\d+ prints/);
  await service.store("Order 2000\n", { label: "Order 2000", tag: { shift: "late" } });
  await page.untilText(".row-name", "Order 2000");
  await page.fill("#search", "shift:late");
  await found(1);
  expect(await page.names()).toEqual(["Order 2000"]);
  // A value as long as one may be leaves the panel as wide as it is.
  await service.store("Order 2001\n", { label: "Order 2001", deviceId: "x".repeat(60) });
  await page.fill("#search", "");
  await page.untilText(".row-name", "Order 2001");
  const isShown = `document.querySelector(".panes-with-facets") !== null`;
  if ((await page.view.evaluate(isShown)) !== true) await use("Narrow down");
  await page.untilText(".facet-choice", "xxx");
  const tooWide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".facets"))`;
  expect(await page.view.evaluate(tooWide)).toBe(0);
});
