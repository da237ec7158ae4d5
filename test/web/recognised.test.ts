import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Print } from "../../src/web/browser/print.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";
import { pictureReceipt } from "../recognition/picture-receipt.ts";
import { until } from "../until.ts";
import { BrowserPage, TestService } from "./chromium.ts";

/** A receipt that came as a picture alone. */
const RECEIPT = pictureReceipt(
  bytes(
    [ESC, 0x61, 1, GS, 0x21, 0x11],
    "CORNER SHOP\n",
    [GS, 0x21, 0],
    "12 High Street\n\n",
    [ESC, 0x61, 0],
    "Order 1001\n",
    `${"Espresso macchiato".padEnd(44)}3.20\n`,
    `${"Flat white".padEnd(44)}4.10\n`,
    `${"TOTAL".padEnd(44)}7.30\n`,
  ),
);

let service: TestService;
let page: BrowserPage;
let print: Print;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  await page.go(service.signInLink);
  print = await service.call("POST", "/json", { raw: Buffer.from(RECEIPT.raw).toString("base64") } as object);
  await page.view.evaluate(`location.hash = "#/default/${print.id}"`);
  await page.untilText("#name", `Print ${print.id}`);
  // It is read behind the acknowledgement; the dashboard is told when it looks for what is new.
  await until(async () => (await service.call("GET", `/${print.id}`)).recognised !== null);
  await page.lookNow();
  await page.until(`document.querySelector(".sheet .recognised") !== null`);
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});
const select = (selector: string): Promise<unknown> =>
  page.view.evaluate(`getSelection().selectAllChildren(document.querySelector(${JSON.stringify(selector)}))`);

test("what was recognised is selected and copied line by line, as it stands on the picture", async () => {
  await select(".sheet .recognised");
  expect(await page.view.evaluate("getSelection().toString().trim().split(/\\n+/)")).toEqual([
    "CORNER SHOP",
    "12 High Street",
    "Order 1001",
    "Espresso macchiato 3.20",
    "Flat white 4.10",
    "TOTAL 7.30",
  ]);
  await page.view.evaluate("getSelection().removeAllRanges()");
});

test("a word can be found in the page, over its place on the picture", async () => {
  expect(await page.view.evaluate(`window.find("macchiato")`)).toBe(true);
  const place = await page.view.evaluate(`(() => {
    const word = getSelection().anchorNode.parentElement;
    const [first, last] = [word.getStartPositionOfChar(0), word.getEndPositionOfChar(8)];
    return [word.textContent, first.x, last.x];
  })()`);
  // Letters are 12 dots wide, with a little white around them; "Espresso " is before it.
  const [text, from, to] = place as [string, number, number];
  expect(text).toBe("macchiato");
  expect(Math.abs(from - 108)).toBeLessThan(6);
  expect(Math.abs(to - 216)).toBeLessThan(6);
});

test("it is not seen: the picture below has the letters", async () => {
  expect(
    await page.view.evaluate(`getComputedStyle(document.querySelector(".recognised text")).fillOpacity`),
  ).toBe("0");
});

test("that it is a guess is said beside the paper, on the print and in its fields", async () => {
  expect(await page.text(".sheet .marks")).toMatch(/^recognised\d+ % sure$/);
  await page.untilText("#about .badge", "recognised");
  await page.untilText("#fields", /15 words, \d+ % sure; read in its pictures/);
});

test("the text of the receipt has it in the frame of the picture", async () => {
  await page.click(`.switch input[value="text"]`);
  await page.untilText(".sheet pre", "Espresso macchiato");
  expect(await page.text(".sheet pre")).toMatch(/^┌─ recognised, \d+ % sure ─/);
});

test("the commands say it too", async () => {
  await page.click(`.switch input[value="commands"]`);
  await page.untilText(
    "#commands-note",
    /Recognised in a picture, not printed as text: 15 words, \d+ % sure/,
  );
});

test("nothing went wrong on the page", async () => {
  expect(await page.faults()).toEqual([]);
});
