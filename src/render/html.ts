import type { Receipt } from "../escpos/receipt.ts";
import { HTML_STYLE } from "./preview-format.ts";
import { PAPER_MARGIN_DOTS } from "./png.ts";
import { renderSvg } from "./svg.ts";
import { receiptFontRules } from "./web-font/receipt-fonts.ts";
import { escapeXml } from "./xml.ts";

/**
 * A receipt as a standalone HTML page around its SVG, with the glyphs that it shows; the text is real text for screen
 * readers, search in the page and copying. Its one `<style>` is the first thing that could be taken for one.
 *
 * @param options.title title of the page and caption of the receipt, as plain text
 */
export function renderHtml(receipt: Receipt, options: { title: string }): string {
  const title = escapeXml(options.title);
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${title}</title>\n<style>${receiptFontRules(receipt)}${HTML_STYLE}</style>\n</head>\n<body>\n` +
    `<figure aria-label="${title}">\n<figcaption>${title}</figcaption>\n` +
    `${renderSvg(receipt, { edge: PAPER_MARGIN_DOTS })}\n</figure>\n</body>\n</html>\n`
  );
}

/** What stands in the `<style>` of such a page, so that a Content-Security-Policy can allow it by its SHA-256. */
export function styleOf(html: string): string {
  const start = html.indexOf("<style>") + "<style>".length;
  return html.slice(start, html.indexOf("</style>", start));
}
