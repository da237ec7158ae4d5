import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { decode } from "../../src/escpos/escpos.ts";
import type { Receipt } from "../../src/escpos/receipt.ts";
import { renderHtml } from "../../src/render/html.ts";
import { paperMargin } from "../../src/render/paper-size.ts";
import { renderPdf } from "../../src/render/pdf.ts";
import { renderPng } from "../../src/render/png.ts";
import { type Ink, inkOfPng, inkWithin, strayDots } from "../render/ink.ts";
import { BrowserPage, TestService } from "./chromium.ts";
import { RECEIPTS_OF_ALL_SCRIPTS } from "./receipts-of-all-scripts.ts";

/* A receipt has its ink in the same places wherever it is shown: pages and the dashboard are compared with the picture. */

const TIMEOUT_MILLISECONDS = 30_000;

/** Dots that ink may be away from where the picture has it. */
const REACH = 2;

/** Dots in the wrong place that are named. */
const NAMED_DOTS = 20;

/** Pixels of CSS that a dot has on the dashboard, and the screen on which it has one of its own. */
const DASHBOARD_DOT = 0.75;

const WINDOW = { width: 1600, height: 1400 };

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open(WINDOW.width, WINDOW.height);
}, TIMEOUT_MILLISECONDS);

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

/** Shows pages with so many pixels of the screen for one of CSS. */
async function showAt(deviceScaleFactor: number): Promise<void> {
  await page.view.cdp("Emulation.setDeviceMetricsOverride", { ...WINDOW, deviceScaleFactor, mobile: false });
}

/** The ink of the drawing on the page, without the marks beside the paper, once all of its fonts are there. */
async function inkOnPage(selector: string): Promise<Ink> {
  await page.view.evaluate(`document.querySelector("${selector} > g:nth-of-type(2)")?.remove()`);
  await page.until(
    `[...document.querySelectorAll("link")].every((link) => link.rel !== "stylesheet" || link.sheet !== null) &&
      [...document.querySelectorAll("${selector} text")].every((text) => {
        const { fontStyle, fontWeight, fontFamily } = getComputedStyle(text);
        return document.fonts.check([fontStyle, fontWeight, "20px", fontFamily].join(" "), text.textContent);
      })`,
  );
  const clip = await page.view.evaluate(`(() => {
    const { x, y, width, height } = document.querySelector("${selector}").getBoundingClientRect();
    return { x, y, width, height, scale: 1 };
  })()`);
  const { data } = (await page.view.cdp("Page.captureScreenshot", { format: "png", clip })) as {
    data: string;
  };
  return inkOfPng(Buffer.from(data, "base64"));
}

/** The picture in a PDF with the white paper around it. */
function inkOfPdf(receipt: Receipt): Ink {
  const file = Buffer.from(renderPdf(receipt, { title: "" }));
  const text = file.toString("latin1");
  const image = /\/Subtype \/Image \/Width (\d+) \/Height (\d+) .*?\/Length (\d+) >>\nstream\n/s.exec(text);
  const [columns = 0, rows = 0, length = 0] = image?.slice(1).map(Number) ?? [];
  const start = (image?.index ?? 0) + (image?.[0].length ?? 0);
  const bytes = inflateSync(file.subarray(start, start + length));
  const [left = 0, foot = 0, right = 0, top = 0] =
    /\/MediaBox \[([-\d. ]+)\]/.exec(text)?.[1]?.split(" ").map(Number) ?? [];
  // The picture begins at 0, 0 and is as large as its dots; the box of the page goes around it.
  const dots = (points: number): number => Math.round((points * receipt.dotsPerInch) / 72);
  const rowBytes = Math.ceil(columns / 8);
  const picture = Uint8Array.from({ length: columns * rows }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return ((bytes[row * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
  });
  expect([dots(right + left), dots(top + foot)]).toEqual([columns, rows]);
  return inkWithin(
    { columns, rows, dots: picture },
    dots(left),
    dots(foot),
    columns - 2 * dots(left),
    rows - 2 * dots(foot),
  );
}

function expectSameInk(shown: Ink, picture: Ink): void {
  expect(Math.abs(shown.columns - picture.columns)).toBeLessThanOrEqual(1);
  const paper = inkWithin(shown, 0, 0, picture.columns, picture.rows);
  expect({
    lacks: strayDots(picture, paper, REACH).slice(0, NAMED_DOTS),
    adds: strayDots(paper, picture, REACH).slice(0, NAMED_DOTS),
  }).toEqual({ lacks: [], adds: [] });
}

const CASES = RECEIPTS_OF_ALL_SCRIPTS.map((given) => {
  const receipt = decode(given.print, { columns: given.columns });
  return { ...given, receipt, picture: inkOfPng(renderPng(receipt)) };
});

test.each(CASES)("the receipt that is meant: $title", ({ receipt, picture, word }) => {
  const text = receipt.pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("\n");
  expect(text).toContain(word);
  expect(picture.dots.filter((dot) => dot === 1).length).toBeGreaterThan(200);
});

test.each(CASES)("a PDF is its picture: $title", ({ receipt, picture }) => {
  expect(inkOfPdf(receipt)).toEqual(picture);
});

describe("on a page of its own", () => {
  beforeAll(() => showAt(1));

  test.each(CASES)(
    "$title",
    async ({ receipt, picture, title }) => {
      const html = renderHtml(receipt, { title });
      await page.go(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString("base64")}`);
      await page.until(`document.querySelector("svg") !== null`);
      expectSameInk(await inkOnPage("svg"), picture);
    },
    TIMEOUT_MILLISECONDS,
  );
});

describe("on the dashboard", () => {
  beforeAll(async () => {
    await showAt(1 / DASHBOARD_DOT);
    await page.go(service.signInLink);
    await page.until(`document.querySelector("#count")?.textContent !== ""`);
  }, TIMEOUT_MILLISECONDS);

  test.each(CASES)(
    "$title",
    async ({ receipt, picture, print, columns: width, word, title }) => {
      const raw = Buffer.from(print).toString("base64");
      const { id } = await service.call("POST", "/json", { raw, width, label: title });
      await page.view.evaluate(`location.hash = "#/default/${id}"`);
      await page.untilText("#name", title);
      // The paper before it stays until this one is drawn.
      await page.until(`document.querySelector(".sheet svg")?.textContent.includes(${JSON.stringify(word)})`);
      const { sides, ends } = paperMargin(receipt);
      const printed = inkWithin(picture, sides, ends, receipt.widthDots, picture.rows - 2 * ends);
      expectSameInk(await inkOnPage(".sheet svg"), printed);
      expect(await page.faults()).toEqual([]);
    },
    TIMEOUT_MILLISECONDS,
  );
});

describe("paper on the dashboard is as wide as its roll", () => {
  /** Pixels of CSS: three quarters of one a dot of 1/203 inch. */
  const PIXELS_PER_MILLIMETRE = (DASHBOARD_DOT * 203) / 25.4;

  beforeAll(async () => {
    await showAt(1);
    await page.go(service.signInLink);
    await page.until(`document.querySelector("#count")?.textContent !== ""`);
  }, TIMEOUT_MILLISECONDS);

  test.each([
    ["48 columns of 203 dots an inch", 48, "wide\n", 80],
    ["32 columns of 203 dots an inch", 32, "narrow\n", 58],
    ["a print that tells of 180 dots an inch", 48, "\x1dP\xb4\xb4fine\n", 80],
  ])(
    "%s",
    async (title, width, print, millimetres) => {
      const raw = Buffer.from(print, "latin1").toString("base64");
      const { id } = await service.call("POST", "/json", { raw, width, label: title });
      await page.view.evaluate(`location.hash = "#/default/${id}"`);
      const word = JSON.stringify(print.trim().slice(-4));
      await page.until(`document.querySelector(".sheet svg")?.textContent.includes(${word})`);
      const shown = await page.view.evaluate(
        `document.querySelector(".sheet").getBoundingClientRect().width`,
      );
      expect(Math.abs(Number(shown) / PIXELS_PER_MILLIMETRE - millimetres)).toBeLessThan(0.2);
    },
    TIMEOUT_MILLISECONDS,
  );
});

test(
  "dots of an impact printer are as wide and as high as on its paper",
  async () => {
    const receipt = decode(Buffer.from("Order 1\n".repeat(9)), { model: "epson-tm-u220" });
    const { sides, ends } = paperMargin(receipt);
    await showAt(1);
    const html = renderHtml(receipt, { title: "" });
    await page.go(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString("base64")}`);
    await page.until(`document.querySelector("svg") !== null`);
    const box = `document.querySelector("svg").getBoundingClientRect()`;
    const shown = Number(await page.view.evaluate(`${box}.width / ${box}.height`));
    const inches = [
      (receipt.widthDots + 2 * sides) / receipt.dotsPerInch,
      (receipt.heightDots + 2 * ends) / receipt.dotsPerInchAlong,
    ] as const;
    expect(shown).toBeCloseTo(inches[0] / inches[1], 2);
    expect(receipt.dotsPerInch).not.toBe(receipt.dotsPerInchAlong);
  },
  TIMEOUT_MILLISECONDS,
);

test(
  "the policy of a page that the service gives lets its fonts in",
  async () => {
    const found = CASES.find(({ title }) => title === "Japanese");
    if (found === undefined) throw new Error("no such receipt");
    const raw = Buffer.from(found.print).toString("base64");
    const { id } = await service.call("POST", "/json", { raw, width: found.columns });
    await showAt(1);
    await page.go(service.signInLink);
    await page.go(`${service.address}/api/workspace/default/prints/${id}/preview?format=html`);
    await page.until(`document.querySelector("svg") !== null`);
    expectSameInk(await inkOnPage("svg"), found.picture);
  },
  TIMEOUT_MILLISECONDS,
);
