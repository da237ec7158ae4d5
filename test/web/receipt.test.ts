import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ModelId } from "../../src/escpos/models/models.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import type { Print } from "../../src/web/browser/print.ts";
import { BrowserPage, TestService } from "./chromium.ts";

let service: TestService;
let page: BrowserPage;
let order: Print;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  order = await service.store("Flat White 7.00\nCroissant 3.20\n\x1dVB\0", {
    label: "Order 1001",
    deviceId: "till-2",
    tag: { orderId: "1001", table: "4" },
  });
  await page.go(service.signInLink);
  await page.untilText("#count", "1 print");
  await page.go(`${service.address}/?1#/default/${order.id}`);
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

const receiptText = `document.querySelector(".sheet svg").textContent`;

test("a link to a print opens it as paper", async () => {
  await page.untilText("#name", "Order 1001");
  await page.until(`${receiptText}.includes("Croissant 3.20")`);
  await page.untilText("#fields", order.printKey);
});

test("the width can be changed, and given back", async () => {
  await page.click("#paper-settings");
  await page.view.evaluate(`document.querySelector("#width").focus()`);
  await page.view.press("End");
  await page.until(`document.querySelector(".sheet svg").viewBox.baseVal.width === 80 * 12`);
  expect(await page.text("#width-value")).toBe("80");
  await page.click("#own-width");
  await page.until(`document.querySelector(".sheet svg").viewBox.baseVal.width === 48 * 12`);
});

test("it can be seen and copied as text", async () => {
  await page.click(`.switch input[value="text"]`);
  await page.untilText(".sheet pre", "Croissant 3.20");
  // Headless browsers have no clipboard that could be read back: what is copied is caught.
  await page.view.evaluate(
    `Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })`,
  );
  await page.click("#copy");
  expect(await page.until<string>("window.copied")).toContain("Flat White 7.00");
  await page.untilText(".toast", "Text copied");
  await page.click(`.switch input[value="svg"]`);
  await page.until(`document.querySelector(".sheet svg") !== null`);
});

test("on paper only the receipt is printed", async () => {
  await page.view.cdp("Emulation.setEmulatedMedia", { media: "print" });
  const seen = (selector: string) =>
    page.view.evaluate(`document.querySelector(${JSON.stringify(selector)}).checkVisibility()`);
  try {
    expect(await seen(".sheet svg")).toBe(true);
    for (const other of [".nav", ".finder", ".view-head", ".desk-tools", ".facts"])
      expect([other, await seen(other)]).toEqual([other, false]);
  } finally {
    await page.view.cdp("Emulation.setEmulatedMedia", { media: "" });
  }
});

test("label and tags are edited, in the view and in the list", async () => {
  await page.click("#edit");
  await page.until(`document.activeElement.id === "edit-label"`);
  await page.fill("#edit-label", "Order 1001 paid");
  await page.click("#edit-add-tag");
  await page.view.type("paid");
  await page.view.press("Tab");
  await page.view.type("cash");
  await page.click(".edit-tag:nth-child(2) .icon-button");
  await page.click("#edit-save");
  await page.untilText("#name", "Order 1001 paid");
  await page.untilText(".row-name", "Order 1001 paid");
  const { tag, label } = await service.call("GET", `/${order.id}`);
  expect({ tag, label }).toEqual({ label: "Order 1001 paid", tag: { orderId: "1001", paid: "cash" } });
});

test("what the service refuses is said in its words, and the form stays", async () => {
  await page.click("#edit");
  await page.until(`document.activeElement.id === "edit-label"`);
  await page.view.evaluate(`document.querySelector("#edit-label").removeAttribute("maxlength")`);
  await page.fill("#edit-label", "x".repeat(201));
  await page.click("#edit-save");
  await page.untilText("#edit-problem", /200/);
  await page.view.press("Escape");
  await page.until(`document.querySelector("dialog[open]") === null`);
});

test("a menu has the focus before it is painted: Esc closes it, and not the print behind it", async () => {
  const focused = await page.view.evaluate(`(async () => {
    document.querySelector(".actions [aria-haspopup=menu]").click();
    // What is rendered at once, with no frame between.
    for (let step = 0; step < 10; step++) await null;
    return document.activeElement.getAttribute("role");
  })()`);
  expect(focused).toBe("menuitem");
  await page.view.press("Escape");
  await page.until(`document.querySelector(".menu") === null`);
  expect(await page.view.evaluate(`document.querySelector("#view") !== null`)).toBe(true);
});

test("deleting can be undone, and a deleted print is still found and restored", async () => {
  await page.choose("More", "Delete");
  await page.untilText(".toast", "Order 1001 paid was deleted.");
  await page.untilText("#about", "deleted");
  await page.untilText("#empty", "No prints yet");
  await page.click(".toast-undo");
  await page.untilText(".row-name", "Order 1001 paid");
  await page.until(`document.querySelector("#edit") !== null`);

  await page.choose("More", "Delete");
  await page.untilText("#empty", "No prints yet");
  await page.view.evaluate(`location.hash = "#/default/${order.id}?q=is:deleted"`);
  await page.untilText(".row .badge", "deleted");
  await page.click("#restore");
  await page.until(`document.querySelector(".row") === null`);
  await page.untilText("#history", /Restored.*Deleted.*Restored.*Deleted.*Changed.*Created/s);
  expect((await service.call("GET", `/${order.id}`)).deleted).toBe(false);
});

test("a print that is erased elsewhere while it is open stays neither in the list nor on the screen", async () => {
  const { id } = await service.store("Wilhelmina 4711\n\x1dVB\0", { label: "Erase me" });
  await page.go(`${service.address}/?erased#/default/${id}`);
  await page.untilText("#name", "Erase me");
  await page.until(`${receiptText}.includes("Wilhelmina")`);
  await page.untilText(".row-name", "Erase me");
  const asked = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"reason":"A test."}',
  };
  const path = `/api/workspace/default/prints/${id}/erase`;
  const erase = `fetch("${path}", ${JSON.stringify(asked)}).then(({ status }) => status)`;
  expect(await page.view.evaluate(erase)).toBe(200);
  await page.untilText("#missing", "was erased");
  await page.until(`!document.body.innerText.includes("Wilhelmina")`);
  await page.until(`!document.querySelector(".row-name")?.textContent.includes("Erase me")`);
});

test("a print that does not exist is said so", async () => {
  await page.view.evaluate(`location.hash = "#/default/999"`);
  await page.untilText("#missing", /./);
  // Chromium itself notes the 404 on its console, but nothing of the page went wrong.
  expect(await page.faults()).toEqual([]);
});

test("a lost connection is said, and the page recovers by itself", async () => {
  await page.view.cdp("Network.enable");
  const offline = (lost: boolean) =>
    page.view.cdp("Network.emulateNetworkConditions", {
      offline: lost,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await offline(true);
  await page.lookNow();
  await page.view.evaluate(`location.hash = "#/default/${order.id}"`);
  await page.untilText(".notices", "does not answer");
  await offline(false);
  await page.until(`!document.querySelector(".notices").textContent.includes("does not answer")`);
  await page.untilText("#name", "Order 1001 paid");
  await page.until(`document.querySelector(".sheet") !== null`);
});

test("the width is that of the paper as its printer is set now, whatever it was when the print came", async () => {
  const espresso = await service.store("Espresso 2.00\n");
  expect(espresso.width).toBe(48);
  const setModel = (model: ModelId | null) => {
    using database = openForWriting(databasePath(service.folder));
    new WorkspaceStore(database).update("default", { model });
  };
  setModel("epson-tm-t88v");
  try {
    await page.view.evaluate(`location.hash = "#/default/${espresso.id}"`);
    await page.untilText("#name", `Print ${espresso.id}`);
    await page.until(`document.querySelector("#width-value").textContent === "42"`);
    expect(await page.view.evaluate(`document.querySelector("#own-width").hidden`)).toBe(true);
  } finally {
    setModel(null);
    await page.view.evaluate(`location.hash = "#/default/${order.id}"`);
    await page.until(`document.querySelector("#width-value").textContent === "48"`);
  }
});

test("as text its wide characters are two columns, on a system without their fonts too", async () => {
  const raw = Buffer.concat([
    Buffer.from("\x1b@\x1cC1"),
    Buffer.from([0x97, 0xcc, 0x8e, 0xfb]),
    Buffer.from("ab\n"),
  ]);
  const wide = await service.call("POST", "/json", { raw: raw.toString("base64"), tag: { name: "領収" } });
  await page.go(`${service.address}/?2#/default/${wide.id}`);
  await page.until(`document.querySelector("#model").options.length > 1`);
  await page.click(`.switch input[value="text"]`);
  await page.untilText(".sheet pre", "領収ab");
  const width = (from: number, to: number): Promise<number> =>
    page.view
      .evaluate(`(() => { const range = new Range(); const text = document.querySelector(".sheet pre").firstChild;
      range.setStart(text, ${from}); range.setEnd(text, ${to}); return range.getBoundingClientRect().width; })()`) as Promise<number>;
  const columns = (2 * (await width(0, 2))) / (await width(2, 4));
  expect(Math.abs(columns - 4)).toBeLessThan(0.1);
  expect(await page.view.evaluate(`document.fonts.check("20px Tillroll-12x24-wide", "領収")`)).toBe(true);
});
