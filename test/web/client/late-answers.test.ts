import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../service.ts";
import type { BrowserPage } from "../chromium.ts";
import { Reader } from "../pages/reader.ts";
import { HeldAnswers } from "../held-answers.ts";

/* What a slow network brings late: nothing of it takes the place of what is newer, or of something else. */

let reader: Reader;
let page: BrowserPage;
const PRINTS = "/api/workspace/default/prints";
const ids: number[] = [];

beforeAll(async () => {
  reader = await Reader.start();
  page = reader.page;
  for (const label of ["Order 1", "Order 2", "Order 3"]) {
    const { id } = await reader.service.store("Flat White  7.50\n", { label });
    ids.push(id);
  }
});

afterAll(async () => {
  await reader?.end();
});

/** Opens a print on a page that is loaded anew. */
async function openPrint(index: number): Promise<void> {
  await page.go(`${reader.service.address}/?${Math.random()}#/default/${ids[index]}`);
  await page.untilText("#name", `Order ${index + 1}`);
  await page.until(`document.querySelector("#history") !== null`);
}

const label = (index: number, text: string) =>
  reader.api(`${PRINTS}/${ids[index]}`, { label: text }, "PATCH");

test("the answer about a print that is left does not show it in place of the open one", async () => {
  await openPrint(1);
  const held = await HeldAnswers.of(page, /^DELETE /);
  await page.choose("More", "Delete");
  await held.untilGiven(1);
  await page.pressOn("#next");
  await page.untilText("#name", "Order 1");
  await held.release();
  await page.untilText(".toasts", "Order 2");
  expect(await page.text("#name")).toBe("Order 1");
  expect(await page.view.evaluate(`document.querySelector("#restore")`)).toBeNull();

  const undone = await HeldAnswers.of(page, /\/restore$/);
  await page.press("Undo");
  await undone.release();
  expect(await page.text("#name")).toBe("Order 1");
  await undone.end();
});

test("events that are faster than the network do not keep answers away", async () => {
  await openPrint(0);
  const held = await HeldAnswers.of(page, new RegExp(`^GET ${PRINTS}/${ids[0]}$`));
  await label(0, "Order 1 of table 1");
  await held.untilGiven(1);
  await label(0, "Order 1 of table 2");
  await page.untilText(".row-name", "Order 1 of table 2");
  await held.release();
  await page.untilText("#name", "Order 1 of table 1");
  await held.release();
  await page.untilText("#name", "Order 1 of table 2");
  await held.end();
});

test("prints that come faster than they are counted do not keep the counts away", async () => {
  await page.view.evaluate(`localStorage.setItem("tillroll.facets", "shown")`);
  await page.go(`${reader.service.address}/?${Math.random()}#/default`);
  await page.until(`document.querySelector(".facets")?.ariaBusy === "false"`);
  // Seconds pass as hundredths.
  await page.view.evaluate(
    `((real) => (window.setTimeout = (act, wait = 0) => real(act, wait < 1000 ? wait : wait / 100)))(setTimeout)`,
  );
  const held = await HeldAnswers.of(page, /\/facets$/);
  await reader.service.store("one\n", { deviceId: "till-1" });
  await held.untilGiven(1);
  await reader.service.store("two\n", { deviceId: "till-1", label: "Order 5" });
  await page.untilText(".row-name", "Order 5");
  // The time after which prints that have come are counted.
  await page.view.evaluate("new Promise((passed) => setTimeout(passed, 10_000))");
  // It is counted by finer steps of time once it is known how few those are.
  await held.release();
  await held.release();
  await page.untilText(".facets .facet-row", /till-1\s*1/);
  await held.end();
  await page.untilText(".facets .facet-row", /till-1\s*2/);
  await page.view.evaluate(`localStorage.removeItem("tillroll.facets")`);
});

test("tags that come while the form is open stay when it is saved", async () => {
  await openPrint(0);
  await page.click("#edit");
  await page.until(`document.activeElement.id === "edit-label"`);
  await reader.api(`${PRINTS}/${ids[0]}`, { tag: { table: "12" } }, "PATCH");
  await page.untilText("#about", "table12");
  await page.fill("#edit-label", "Order 1, paid");
  await page.click("#edit-save");
  await page.untilText("#name", "Order 1, paid");
  expect(await reader.api(`${PRINTS}/${ids[0]}`)).toMatchObject({ tag: { table: "12" } });
});

test("what is typed while settings are saved stays", async () => {
  await page.go(`${reader.service.address}/?${Math.random()}#/default/settings`);
  await reader.fill("Columns", "42");
  const held = await HeldAnswers.of(page, /^PATCH /);
  await page.press("Save");
  await held.untilGiven(1);
  await reader.fill("Columns", "32");
  await held.release();
  await page.untilText(".toasts", "The settings are saved.");
  await page.press("Save");
  await held.release();
  expect(await reader.api("/api/workspace/default/settings")).toMatchObject({ width: 32 });
});

test("what is typed while a saved search is renamed stays", async () => {
  const searches = "/api/workspace/default/saved-searches";
  await reader.api(searches, { name: "Paid", query: "paid" });
  await page.go(`${reader.service.address}/?${Math.random()}#/default`);
  await page.until(`document.querySelector(".row-name") !== null`);
  await page.pressOn(".finder-tools .menu-frame button");
  await page.press("Change saved searches …", ".menu");
  await reader.fill("Name", "Paid orders");
  const held = await HeldAnswers.of(page, /^PATCH /);
  await page.press("Save the changes of “Paid”");
  await held.untilGiven(1);
  await reader.fill("Search", "paid table:12");
  await held.release();
  await page.press("Save the changes of “Paid orders”");
  await held.release();
  expect(await reader.api(searches)).toMatchObject({
    items: [{ name: "Paid orders", query: "paid table:12" }],
  });
});

test("an answer whose connection may be gone is not waited for by what asks again", async () => {
  await openPrint(0);
  const held = await HeldAnswers.of(page, new RegExp(`^GET ${PRINTS}/${ids[0]}$`));
  await label(0, "Order 1 of table 3");
  await held.untilGiven(1);
  await page.view.evaluate(
    `((now) => (performance.now = () => now() + 60_000))(performance.now.bind(performance))`,
  );
  await label(0, "Order 1 of table 4");
  await held.untilGiven(2);
  await held.release();
  await held.release();
  await page.untilText("#name", "Order 1 of table 4");
});

test("a list of printers under way does not undo what an event told since it was asked", async () => {
  const printers = "/api/workspace/default/printers";
  await reader.api(printers, { name: "kitchen", target: `tcp://127.0.0.1:${freePort()}`, held: true });
  await reader.api(printers, { name: "bar" });
  await page.go(`${reader.service.address}/?${Math.random()}#/default/printers`);
  await page.untilText(".card", /kitchen.*Held/);
  await page.untilText(".card", /bar.*Stores what is printed/);
  const held = await HeldAnswers.of(page, new RegExp(`^GET ${printers}$`));
  await reader.api(`${printers}/bar`, { simulate: "paper-end" }, "PATCH");
  await held.untilGiven(1);
  await reader.api(`${printers}/kitchen/test`, {}, "POST");
  await page.untilText(".printer-waiting", "1 print has waited");
  await held.release();
  expect(await page.text(".printer-waiting")).toContain("1 print has waited");
  await held.release();
  expect(await page.text(".printer-waiting")).toContain("1 print has waited");
});

test.each([
  ["settings", "index", { textPending: 12 }],
  ["rules", "rules", { pending: 12 }],
  ["gaps", "cards", { scan: { done: 1, total: 2, found: 0, isDone: false } }],
  ["retention", "retention-rules", { isRunning: true }],
])(
  "how far it is on the page %s is looked at again after a look that failed",
  async (name, path, underWay) => {
    await page.go(`${reader.service.address}/?${Math.random()}#/default`);
    await page.until(`document.querySelector(".row-name") !== null`);
    await page.view.evaluate(`(() => {
    const real = fetch;
    window.looks = 0;
    window.fetch = async (path, options = {}) => {
      const isLook = (options.method ?? "GET") === "GET" && path.endsWith("/default/${path}");
      if (isLook && ++window.looks === 2) throw new TypeError("Failed to fetch");
      const response = await real(path, options);
      if (!isLook || window.looks > 2) return response;
      return Response.json({ ...(await response.json()), ...${JSON.stringify(underWay)} });
    };
  })()`);
    await page.view.evaluate(`location.hash = "#/default/${name}"`);
    await page.until("window.looks >= 3");
  },
);

/** The acts in the audit log's table. */
const ACTS = `[...document.querySelectorAll(".table tbody code")].map((e) => e.textContent)`;

test("older entries of the audit log stay out of those of another filter", async () => {
  await reader.api(`${PRINTS}/${ids[2]}`, undefined, "DELETE");
  await reader.api(`${PRINTS}/${ids[2]}/restore`, undefined, "POST");
  await page.go(`${reader.service.address}/?audit`);
  const few = `(path) => (path.startsWith("/api/audit") ? path.replace(/\\?|$/, "?limit=2&") : path)`;
  await page.view.evaluate(
    `((real, few) => (window.fetch = (path, options) => real(few(path), options)))(fetch, ${few})`,
  );
  const held = await HeldAnswers.of(page, /before=/);
  await reader.open("#/~/audit", "Audit log");
  await page.until(`${ACTS}.join() === "print.restored,print.deleted"`);
  await page.press("Older ones");
  await held.untilGiven(1);
  await reader.fill("What was done", "print.restored");
  await page.until(`${ACTS}.length > 0 && ${ACTS}.every((act) => act === "print.restored")`);
  const shown = await page.view.evaluate(ACTS);
  await held.release();
  expect(await page.view.evaluate(ACTS)).toEqual(shown);
});
