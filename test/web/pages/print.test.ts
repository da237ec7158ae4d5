import { afterAll, beforeAll, expect, test } from "bun:test";
import type { PrintAnswer } from "../../../src/contract/print.ts";
import { sampleReceipt } from "../../escpos/bytes.ts";
import { freePort } from "../../service.ts";
import { expectAccessible } from "../accessibility.ts";
import { BrowserPage, TestService } from "../chromium.ts";

let service: TestService;
let page: BrowserPage;
/** Oldest first; all of one device but the last. */
const orders: PrintAnswer[] = [];

const PASSWORD = "correct horse battery";

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open(1366, 768);
  for (const [label, deviceId] of [
    ["Order 1", "till-1"],
    ["Order 2", "till-1"],
    ["Order 3", "till-1"],
    ["Order 4", "till-2"],
  ] as const) {
    const raw = Buffer.from(sampleReceipt()).toString("base64");
    const tag = { table: "12", "<b>": "<i>" };
    orders.push(await service.call("POST", "/json", { raw, label, deviceId, tag } as object));
  }
  await page.go(service.signInLink);
  await page.until(`document.querySelectorAll(".row").length === 4`);
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

/** Asks the service in the name of whoever is signed in on the page. */
async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const options = { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return page.view.evaluate(
    `fetch(${JSON.stringify(path)}, ${JSON.stringify(options)}).then((answer) => answer.json())`,
  );
}

/** Opens a print on a page that is loaded anew. @param rest of the address */
async function open(index: number, rest = ""): Promise<void> {
  const { id, label } = orders[index] ?? { id: 0, label: "" };
  await page.go(`${service.address}/?${Math.random()}#/default/${id}${rest}`);
  await page.untilText("#name", label ?? "");
  await page.until(
    `document.querySelector(".sheet") !== null && document.querySelector("#history") !== null`,
  );
}

/** A key while nothing has the focus. */
const pressOnPage = (key: string) =>
  page.view.evaluate(
    `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true, cancelable: true }))`,
  );

const boxOf = (selector: string) =>
  page.view.evaluate(
    `document.querySelector("${selector}").getBoundingClientRect().toJSON()`,
  ) as Promise<DOMRect>;

test("what is changed elsewhere is shown as it happens, with who did it", async () => {
  await open(0);
  await page.untilText("#history", "Created");
  const change = { label: "Order 1 (paid)", tag: { table: null, paid: "<script>" } };
  await service.call("PATCH", `/${orders[0]?.id}`, change as object);
  await page.untilText("#name", "Order 1 (paid)");
  await page.untilText("#history", "Label: Order 1 → Order 1 (paid)");
  await page.untilText("#history", "Tag table: 12 → nothing");
  await page.untilText("#history", "Tag paid: nothing → <script>");
  await page.untilText("#history .history-about", /token/);
  expect(await page.text("#about")).toContain("paid<script>");
});

test("the way to the neighbours goes through the search, by links and by keys", async () => {
  await open(1, "?q=device:till-1");
  await page.until(
    `document.querySelector("#previous") !== null && document.querySelector("#next") !== null`,
  );
  await page.click("#previous");
  await page.untilText("#name", "Order 3");
  expect(await page.view.evaluate("decodeURIComponent(location.hash)")).toBe(
    `#/default/${orders[2]?.id}?q=device:till-1`,
  );
  // The one of the other till is newer, but not of this search.
  await page.until(`document.querySelector("#next") !== null`);
  expect(await page.view.evaluate(`document.querySelector("#previous")`)).toBeNull();
  await pressOnPage("ArrowRight");
  await page.untilText("#name", "Order 2");
  await page.until(`document.querySelector("#next") !== null`);
  await pressOnPage("ArrowRight");
  await page.untilText("#name", "Order 1 (paid)");
  await page.until(`document.querySelector("#previous") !== null`);
  await pressOnPage("ArrowLeft");
  await page.untilText("#name", "Order 2");
});

test("a tag that is chosen is searched for", async () => {
  await open(3);
  await page.press("table12", "#about");
  await page.untilText("#count", /^3 prints$/);
  expect(await page.view.evaluate("decodeURIComponent(location.hash)")).toContain("table:12");
  await page.untilText("#name", "Order 4");
});

test("what another printer would not print is told, and leads to its command", async () => {
  await open(1);
  await page.untilText("#lint", "prints all of it as it was meant");
  await page.set("#model", "zjiang-zj-58");
  await page.untilText("#lint", /fault.* on the Zjiang ZJ-58/);
  const fault = await page.text("#lint .warning strong");
  await page.click("#lint .warning");
  await page.until(`document.querySelector('.command[aria-selected="true"]') !== null`);
  expect(await page.text('.command[aria-selected="true"] .command-name')).toBe(fault);
  await page.click('input[value="svg"]');
  await page.until(`document.querySelector(".desk-paper .sheet") !== null`);
});

test("it is printed again at a printer that is chosen, and what becomes of it is decided here", async () => {
  await open(1);
  await page.click("#print-again");
  await page.untilText("dialog", "No printer of this workspace has a real printer");
  await page.view.press("Escape");
  const target = `tcp://127.0.0.1:${freePort()}`;
  await ask("POST", "/api/workspace/default/printers", { name: "kitchen", target, held: true });
  await ask("POST", "/api/workspace/default/printers", { name: "virtual" });
  await page.click("#print-again");
  await page.until(`document.querySelector("#again-printer") !== null`);
  expect(await page.view.evaluate(`document.querySelector("#again-printer").options.length`)).toBe(1);
  await page.press("Print", "dialog");
  await page.untilText(".toasts", "Order 2 will be printed at kitchen.");
  await page.untilText("#deliveries", /kitchen.*Waits to be printed/s);
  await page.untilText("#history", "Printed again on kitchen");
  await page.press("Do not print it", "#deliveries");
  await page.untilText("#deliveries", "Is not to be printed.");
  await page.untilText("#history", "Delivery cancelled on kitchen");
});

test("it can be kept for good, which is said at once", async () => {
  await open(1);
  await page.choose("More", "Keep for good");
  await page.until(`document.querySelector("dialog[open] input") !== null`);
  await page.view.evaluate(`document.querySelector("dialog[open] input").focus()`);
  await page.view.type("An inspection");
  await page.press("Keep it", "dialog");
  await page.until(
    `document.querySelector('#about .badge[title="Kept: An inspection"]')?.textContent === "kept"`,
  );
});

test("true size is as large as the paper once the screen was measured", async () => {
  await open(1);
  await page.pressOn(".zoom [aria-haspopup]");
  await page.press("Measure this screen…", ".menu");
  await page.until(`document.querySelector(".measure-slider input") !== null`);
  // 856 pixels for the 85.6 millimetres of a card: ten pixels a millimetre.
  await page.set(".measure-slider input", 856);
  await page.press("That is it", "dialog");
  await page.until(`Math.abs(document.querySelector(".sheet").getBoundingClientRect().width - 800) < 8`);
  expect(await page.text(".zoom-value")).toBe("100%");
  await page.click(".zoom .icon-button:last-of-type");
  await page.untilText(".zoom-value", "150%");
  await page.pressOn(".zoom [aria-haspopup]");
  await page.press("Fits", ".menu");
  await page.until(`document.querySelector(".desk-sized") === null`);
});

test("a receipt of ten metres is shown whole, and its end can be reached", async () => {
  const lines = Array.from({ length: 2700 }, (_, line) => `Line ${line}`).join("\n");
  const long = await service.store(`${lines}\nThe end\n`, { label: "Long" });
  await page.view.evaluate(`location.hash = "#/default/${long.id}"`);
  await page.until(`document.querySelector(".sheet svg")?.textContent.includes("The end")`);
  await page.view.evaluate(`document.querySelector("#detail").scrollTo(0, 1e7)`);
  await page.until(`(() => {
    const texts = document.querySelectorAll(".sheet svg text");
    return texts[texts.length - 1].getBoundingClientRect().bottom < innerHeight;
  })()`);
  // What can be done stays in sight.
  expect((await boxOf("#print-again")).top).toBeGreaterThanOrEqual(0);
});

test("at 1024 pixels the commands are beside the paper; on a phone it begins in the upper third", async () => {
  await open(1);
  await page.click('input[value="commands"]');
  await page.until(`document.querySelector(".command") !== null`);
  await page.view.resize(1024, 768);
  await page.until(
    `document.querySelector(".commands-pane").getBoundingClientRect().right <= document.querySelector(".commands-paper .sheet").getBoundingClientRect().left`,
  );
  await page.click('input[value="svg"]');
  await page.view.resize(390, 844);
  await page.until(`document.querySelector(".desk-paper .sheet") !== null`);
  expect((await boxOf(".desk-paper .sheet")).top).toBeLessThan(844 / 3);
  await page.untilText(".paper-marks", "drawer kick");
  await page.view.resize(1366, 768);
});

test("everybody can use it: the paper, the commands, the form", async () => {
  await open(1);
  await expectAccessible(page, "#detail");
  await page.click('input[value="commands"]');
  await page.until(`document.querySelector(".command") !== null`);
  await expectAccessible(page, "#detail");
  await page.click('input[value="svg"]');
  await page.click("#edit");
  await page.until(`document.activeElement.id === "edit-label"`);
  await expectAccessible(page, "dialog");
  await page.view.press("Escape");
  expect(await page.faults()).toEqual([]);
}, 240_000);

test("it speaks German", async () => {
  await page.view.evaluate(`localStorage.setItem("tillroll.language", "de")`);
  await page.go(`${service.address}/?german#/default/${orders[1]?.id}`);
  await page.untilText("#history", "Noch einmal gedruckt auf kitchen");
  await page.untilText("#lint", "druckt alles, wie es gemeint ist");
  await page.untilText("#deliveries", "Soll nicht gedruckt werden.");
  expect(await page.text("#print-again")).toBe("Nochmal drucken");
  const marks = `[...document.querySelectorAll(".sheet .marks text")].map((each) => each.textContent).join()`;
  await page.until(`/✂ (?:Teils|S)chnitt/.test(${marks}) && /Schublade auf/.test(${marks})`);
  await page.view.evaluate(`localStorage.removeItem("tillroll.language")`);
});

test("who may only read is offered nothing else", async () => {
  await ask("POST", "/api/people", { name: "Vera", role: "viewer", password: PASSWORD });
  await page.view.cdp("Network.clearBrowserCookies");
  await page.go(`${service.address}/sign-in`);
  await page.until(`document.querySelector("#password") !== null`);
  await page.fill("#name", "Vera");
  await page.fill("#password", PASSWORD);
  await page.click("[type=submit]");
  await page.until(`document.querySelector(".nav") !== null`);
  await open(1);
  await page.untilText("#deliveries", "Is not to be printed.");
  expect(
    await page.view.evaluate(`document.querySelector("#print-again, #edit, #deliveries button")`),
  ).toBeNull();
  await page.press("More");
  await page.until(`document.querySelector(".menu-item") !== null`);
  const items = await page.view.evaluate(
    `[...document.querySelectorAll(".menu-item")].map((e) => e.textContent)`,
  );
  expect(items).toEqual(["Copy link", "Print on this computer", "Compare with another print"]);
  expect(await page.faults()).toEqual([]);
});
