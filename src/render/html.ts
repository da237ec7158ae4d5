import type { Receipt } from "../escpos/receipt.ts";
import { PAPER_MARGIN_DOTS } from "./png.ts";
import { renderSvg } from "./svg.ts";
import { escapeXml } from "./xml.ts";

/**
 * The whole content of the one `<style>` element of `renderHtml`. It never changes at run time, so a
 * Content-Security-Policy can allow it by its SHA-256.
 */
export const HTML_STYLE =
  ":root{color-scheme:light dark}" +
  "body{margin:0;padding:24px;background:#e8e8e8;color:#222;font-family:system-ui,sans-serif}" +
  "figure{margin:0 auto;width:fit-content;max-width:100%}" +
  "svg{display:block;max-width:100%;height:auto}" +
  "figcaption{margin-bottom:16px}" +
  "@media(prefers-color-scheme:dark){body{background:#1c1c1c;color:#ddd}}" +
  // On paper the true size: a dot is 1/203 inch, a CSS pixel 1/96. The drawing has the margin of roll paper.
  "@page{margin:0}" +
  "@media print{body{padding:0;background:#fff}figcaption{display:none}" +
  "figure{margin:0;overflow:hidden}svg{zoom:.472906;max-width:none}}";

/**
 * A receipt as a standalone HTML page around its SVG; the text is real text for screen readers, search
 * in the page and copying.
 *
 * @param options.title title of the page and caption of the receipt, as plain text
 */
export function renderHtml(receipt: Receipt, options: { title: string }): string {
  const title = escapeXml(options.title);
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${title}</title>\n<style>${HTML_STYLE}</style>\n</head>\n<body>\n` +
    `<figure aria-label="${title}">\n<figcaption>${title}</figcaption>\n` +
    `${renderSvg(receipt, { edge: PAPER_MARGIN_DOTS })}\n</figure>\n</body>\n</html>\n`
  );
}
