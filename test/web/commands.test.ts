import { afterAll, beforeAll, expect, test } from "bun:test";
import { bytes, ESC, GS, sampleReceipt } from "../escpos/bytes.ts";
import type { Print } from "../../src/web/browser/print.ts";
import { BrowserPage, TestService } from "./chromium.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  await page.go(service.signInLink);
  await page.untilText("#count", "0 prints");
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

async function storeBytes(raw: Uint8Array, metadata: Partial<Print> = {}): Promise<Print> {
  const print = { raw: Buffer.from(raw).toString("base64"), ...metadata };
  return service.call("POST", "/json", print as Partial<Print>);
}

async function open(print: Print): Promise<void> {
  await page.view.evaluate(`location.hash = "#/default/${print.id}"`);
  await page.untilText("#name", `Print ${print.id}`);
}

async function choose(input: string): Promise<void> {
  await page.click(`input[value="${input}"]`);
}

/** The pointer on the middle of an element. */
async function pointAt(selector: string): Promise<void> {
  const [x, y] = (await page.view.evaluate(`(() => {
    const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  })()`)) as [number, number];
  await page.view.cdp("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
}

const rows = `[...document.querySelectorAll(".command")].map((e) => e.querySelector(".command-name").textContent)`;
const boxes = `document.querySelectorAll(".highlight rect").length`;
const selected = `document.querySelector('.command[aria-selected="true"] .command-sentence')?.textContent`;

test("the commands stand beside the paper, problems marked", async () => {
  await open(await storeBytes(bytes("Total\n", [ESC, 0x99, ESC, 0x52, 99], "x\n", [GS, 0x56])));
  await choose("commands");
  await page.until(`document.querySelectorAll(".command").length === 7`);
  expect(await page.view.evaluate(rows)).toEqual([
    "Text",
    "LF",
    "Unknown ESC",
    "ESC R",
    "Text",
    "LF",
    "GS V",
  ]);
  expect(
    await page.view.evaluate(`[...document.querySelectorAll(".command-problem")].map((e) => e.textContent)`),
  ).toEqual(["unknown", "ignored", "truncated"]);
  expect(
    await page.view.evaluate(`[...document.querySelectorAll(".filter-count")].map((e) => e.textContent)`),
  ).toEqual(["7", "4", "3"]);
  await choose("problems");
  await page.until(`document.querySelectorAll(".command").length === 3`);
  await choose("all");
  expect(await page.faults()).toEqual([]);
});

test("a row lights up its piece of paper, and a piece its row", async () => {
  await page.view.evaluate(`document.querySelector(".command").focus()`);
  await pointAt(".command:nth-child(1)");
  await page.until(`${boxes} === 1`);
  await pointAt(".command:nth-child(3)");
  await page.until(`${boxes} === 0 && document.querySelector(".highlight-head") !== null`);
  await pointAt(`.commands-paper g[data-from="11"] text`);
  await page.until(
    `document.querySelector(".command-lit .command-sentence").textContent.startsWith("Text “x”")`,
  );
  await page.until(`${boxes} === 1`);
  await page.click(`.commands-paper g[data-from="11"] text`);
  await page.until(`${selected}?.startsWith("Text “x”")`);
});

test("the arrow keys move through the rows, and the details follow", async () => {
  await page.view.evaluate(`document.querySelector(".command-list").focus()`);
  await page.view.press("Home");
  await page.until(`${selected}?.startsWith("Text “Total”")`);
  for (let moves = 0; moves < 3; moves++) await page.view.press("ArrowDown");
  await page.until(`${selected}?.includes("character set 99")`);
  await page.untilText(".command-details", "bytes 8 to 10");
  expect(
    await page.view.evaluate(`document.querySelector(".command-list").getAttribute("aria-activedescendant")`),
  ).toBe("command-8");
  // The print that is open stays so.
  expect(await page.text("#name")).toBe("Print 1");
});

test("they are copied as text", async () => {
  await page.view.evaluate(
    `Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })`,
  );
  await page.click("#copy-commands");
  expect(await page.until<string>("window.copied")).toContain(
    "0008  ESC R         1B 52 63                                [ignored] International character set 99",
  );
});

test("keys move the rows under a pointer that rests, which points at none of them", async () => {
  await pointAt(".command:nth-child(2)");
  await page.view.evaluate(`document.querySelector(".command-list").focus()`);
  await page.view.press("End");
  await page.untilText(".command-details", "GS V bytes");
  await page.view.press("ArrowUp");
  await page.untilText(".command-details", "LF byte 12");
});

test("the data of a QR code lights up the code", async () => {
  await open(await storeBytes(sampleReceipt()));
  await page.untilText(".command-sentence", "CORNER SHOP");
  await page.view.evaluate(`document.querySelector(".command-list").scrollTop = 1200`);
  await page.until(`document.querySelector('.command[data-offset="135"]') !== null`);
  await pointAt(`.command[data-offset="135"]`);
  await page.until(`${boxes} === 1`);
  await page.untilText(".command-details", "Stores “hello” for a QR code");
});

test("a piece out of view is scrolled to, and a row out of view too", async () => {
  await open(await storeBytes(bytes("top\n", "line\n".repeat(400), "bottom\n")));
  await page.untilText(".command-details", "Point at a command");
  await page.until(`document.querySelector(".commands-paper").textContent.includes("bottom")`);
  await page.view.evaluate(`document.querySelector(".command-list").focus()`);
  await page.view.press("End");
  await page.view.press("ArrowUp");
  await page.until(`${selected}?.startsWith("Text “bottom”")`);
  const inView = `(() => {
    const box = document.querySelector(".highlight rect").getBoundingClientRect();
    const view = document.querySelector(".commands-paper").getBoundingClientRect();
    return box.top >= view.top && box.bottom <= view.bottom;
  })()`;
  await page.until(inView);
  await page.view.evaluate(`document.querySelector(".command-list").scrollTop = 0`);
  const lit = `document.querySelector(".command-lit .command-sentence")?.textContent.startsWith("Text “bottom”")`;
  // The paper may still be scrolling, and then what was pointed at has moved away.
  const end = performance.now() + 30_000;
  while (performance.now() < end && (await page.view.evaluate(lit)) !== true) {
    await pointAt(`.commands-paper g:nth-of-type(402) text`);
    await Bun.sleep(100);
  }
  expect(await page.view.evaluate(lit)).toBe(true);
});

test("fifty thousand commands stay smooth: only rows in view are elements", async () => {
  await open(await storeBytes(bytes("a\n".repeat(30_000))));
  await page.until(`document.querySelector(".filter-count").textContent === "50,000"`);
  // Laying out a paper of 90 metres for the first time is not what is measured.
  await page.view.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`,
  );
  await page.view.evaluate(`document.querySelector(".command-list").focus()`);
  const started = performance.now();
  await page.view.press("End");
  await page.until(`document.querySelector('.command[aria-posinset="50000"]') !== null`);
  await page.view.press("PageUp");
  await page.until(`document.querySelector('.command[aria-selected="true"]').ariaPosInSet < 50000`);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(await page.view.evaluate(`document.querySelectorAll(".command").length`)).toBeLessThan(60);
  await page.untilText(".commands-note", "are not listed");
  expect(await page.faults()).toEqual([]);
});

test("characters and printer can be chosen, and are the workspace's again for the next print", async () => {
  const sushi = await storeBytes(bytes([0x83, 0x58, 0x83, 0x56, 0x0a]));
  await open(sushi);
  await choose("text");
  expect(await page.view.evaluate(`document.querySelector("#charset").value`)).toBe("");
  await page.set("#charset", "japan");
  await page.untilText(".sheet pre", "スシ");
  await page.set("#charset", "western");
  await page.untilText(".sheet pre", "âXâV");
  const polish = await storeBytes(bytes([ESC, 0x74, 9], "\x8f\n"));
  await open(polish);
  expect(await page.view.evaluate(`document.querySelector("#charset").value`)).toBe("");
  await page.set("#profile", "xprinter");
  await page.until(`document.querySelector("#profile").selectedOptions[0].text === "Xprinter"`);
  await choose("commands");
  await page.untilText(".command-sentence", "Code page 9, PC3012");
});

test("a printer can be chosen by its maker: the paper is its, with what it does not print as it was meant", async () => {
  const print = await storeBytes(bytes("Total\n", [GS, 0x56, 0]));
  await open(print);
  await choose("commands");
  await page.until(`document.querySelectorAll(".command").length === 3`);
  expect(await page.view.evaluate(`document.querySelector("#warnings").hidden`)).toBe(true);
  await page.until(
    `document.querySelector("#model").selectedOptions[0].text === "as set: Epson 80 mm, 203 dpi"`,
  );
  expect(
    await page.view.evaluate(
      `document.querySelector('#model option[value="zjiang-zj-58"]').parentElement.label`,
    ),
  ).toBe("Zjiang");
  await page.set("#model", "zjiang-zj-58");
  await page.untilText("#warnings-title", "1 warning for Zjiang ZJ-58");
  expect(await page.view.evaluate(`document.querySelector("#width-value").textContent`)).toBe("32");
  await page.click(".warning");
  await page.until(`${selected}?.startsWith("Cut,")`);
  expect(await page.faults()).toEqual([]);
});

test("on a narrow screen the list is above the paper, and nothing is wider than the screen", async () => {
  await open(await storeBytes(sampleReceipt()));
  await page.view.resize(390, 844);
  await page.until(`document.querySelectorAll(".command").length > 0`);
  expect(await page.view.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  expect(
    await page.view.evaluate(
      `document.querySelector(".commands-pane").getBoundingClientRect().bottom <= document.querySelector(".commands-paper").getBoundingClientRect().top`,
    ),
  ).toBe(true);
  await page.click(`.command:nth-child(4)`);
  await page.until(`${boxes} === 1`);
  await page.view.resize(1280, 800);
});
