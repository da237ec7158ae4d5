import { afterAll, beforeAll, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderHtml } from "../../src/render/html.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { bytes, ESC, GS, type BytePart } from "../escpos/bytes.ts";
import { inDoubleByteCode } from "../escpos/text/encode.ts";
import type { DoubleByteCode } from "../../src/escpos/text/double-byte.ts";
import { receiptOfSymbols, SCANNED_SYMBOLS } from "../symbols/receipt-of-symbols.ts";
import { scanFile } from "../symbols/scan.ts";
import { BrowserPage } from "./chromium.ts";

const TIMEOUT_MILLISECONDS = 30_000;

let page: BrowserPage;

beforeAll(async () => {
  page = await BrowserPage.open(800, 2000);
}, TIMEOUT_MILLISECONDS);

afterAll(() => {
  page?.view.close();
});

/** Shows a document and waits until it is there. */
async function show(kind: "text/html" | "image/svg+xml", content: string): Promise<void> {
  const document =
    kind === "text/html"
      ? content
      : `<!doctype html><body style="margin:32px;background:#fff">${content}</body>`;
  await page.go(`data:text/html;charset=utf-8;base64,${Buffer.from(document).toString("base64")}`);
  await page.until(`document.readyState === "complete" && document.querySelector("svg") !== null`);
}

test.each([
  ["a page by day", "text/html", "light"],
  ["a page by night", "text/html", "dark"],
  ["a drawing", "image/svg+xml", "light"],
] as const)(
  "a scanner reads every code of a receipt shown as %s",
  async (_title, kind, scheme) => {
    const receipt = decode(receiptOfSymbols(), { columns: 48 });
    expect(receipt.notes).toEqual([]);
    await page.view.cdp("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: scheme }],
    });
    await show(kind, kind === "text/html" ? renderHtml(receipt, { title: "Order 42" }) : renderSvg(receipt));
    expect(await scanFile(await page.view.screenshot())).toEqual(SCANNED_SYMBOLS);
  },
  TIMEOUT_MILLISECONDS,
);

const RECEIPTS: readonly (readonly [language: string, code: DoubleByteCode, lines: readonly string[]])[] = [
  ["Japanese", "shift_jis", ["領収書", "ｶﾌｪ 珈琲 x 2   900円", "合計 千二百円", "ありがとうございました"]],
  ["Chinese", "gb18030", ["欢迎光临", "宫保鸡丁 x 1   25.00", "合计 25元", "谢谢惠顾 请保管小票"]],
];

test.each(RECEIPTS)(
  "the text of a %s receipt is selected in reading order",
  async (_language, code, lines) => {
    const start: BytePart = [ESC, 0x40, ESC, 0x61, 1, GS, 0x21, 0x11];
    const [title = "", ...rest] = lines.map((line) => inDoubleByteCode(line, code));
    const print = bytes(
      start,
      title,
      "\n",
      [GS, 0x21, 0, ESC, 0x61, 0],
      ...rest.flatMap((line) => [line, "\n"]),
    );
    await show("image/svg+xml", renderSvg(decode(print, { columns: 32 })));
    await page.view.evaluate(`document.execCommand("selectAll")`);
    const selected = String(await page.view.evaluate(`document.getSelection().toString()`));
    const words = lines.join("").replaceAll(/\s/g, "");
    expect(selected.replaceAll(/\s/g, "")).toBe(words);
  },
  TIMEOUT_MILLISECONDS,
);
