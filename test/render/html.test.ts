import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderHtml } from "../../src/render/html.ts";
import { HTML_STYLE, styleOf } from "../../src/render/preview-format.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { receiptFontRules } from "../../src/render/web-font/receipt-fonts.ts";
import { bytes, sampleReceipt } from "../escpos/bytes.ts";

const receipt = decode(sampleReceipt(), { columns: 32 });

test("a standalone page around the SVG, its text readable as text", () => {
  const html = renderHtml(receipt, { title: "Till 1" });
  expect(html).toStartWith('<!doctype html>\n<html lang="en">');
  expect(html).toContain("<title>Till 1</title>");
  expect(html).toContain('<figure aria-label="Till 1">');
  expect(html).toContain(renderSvg(receipt, { paper: true }));
});

test("its one style is the look and the fonts, which a Content-Security-Policy allows by the hash", () => {
  const html = renderHtml(receipt, { title: "<style>" });
  expect([...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style)).toEqual([styleOf(html)]);
  expect(styleOf(html)).toBe(receiptFontRules(receipt) + HTML_STYLE);
  expect(html).not.toMatch(/ style=|<script|<link/);
  expect(HTML_STYLE).toContain("prefers-color-scheme:dark");
});

test("the title cannot leave its place", () => {
  const html = renderHtml(decode(bytes(), { columns: 20 }), { title: `</title><script>"'&` });
  expect(html).toContain("<title>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</title>");
  expect(html).not.toContain("<script>");
});

test("a bare page is the paper alone, as wide as that, with nothing above or beside it", () => {
  const html = renderHtml(receipt, { title: "Till 1", bare: true });
  expect(html).not.toContain("figcaption");
  // 58 mm at 203 dots an inch.
  expect(styleOf(html)).toContain("figure{width:464px}");
  expect(html).toContain(renderSvg(receipt, { paper: true }));
});
