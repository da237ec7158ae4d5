import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderHtml } from "../../src/render/html.ts";
import { HTML_STYLE } from "../../src/render/preview-format.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { bytes, sampleReceipt } from "../escpos/bytes.ts";

const receipt = decode(sampleReceipt(), { columns: 32 });

test("a standalone page around the SVG, its text readable as text", () => {
  const html = renderHtml(receipt, { title: "Till 1" });
  expect(html).toStartWith('<!doctype html>\n<html lang="en">');
  expect(html).toContain("<title>Till 1</title>");
  expect(html).toContain('<figure aria-label="Till 1">');
  expect(html).toContain(renderSvg(receipt, { edge: 32 }));
});

test("the one style element is the exported constant, for the hash in a Content-Security-Policy", () => {
  const html = renderHtml(receipt, { title: "t" });
  expect([...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style)).toEqual([HTML_STYLE]);
  expect(html).not.toMatch(/ style=|<script|<link/);
  expect(HTML_STYLE).toContain("prefers-color-scheme:dark");
});

test("the title cannot leave its place", () => {
  const html = renderHtml(decode(bytes(), { columns: 20 }), { title: `</title><script>"'&` });
  expect(html).toContain("<title>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</title>");
  expect(html).not.toContain("<script>");
});
