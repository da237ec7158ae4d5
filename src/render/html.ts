import type { Receipt } from "../escpos/receipt.ts";
import { HTML_STYLE, type RenderOptions } from "./preview-format.ts";
import { renderSvg } from "./svg.ts";
import { receiptFontRules } from "./web-font/receipt-fonts.ts";
import { escapeXml } from "./xml.ts";

/**
 * A receipt as a standalone HTML page around its SVG, with the glyphs that it shows; the text is real text for screen
 * readers, search in the page and copying.
 *
 * @param options.title title of the page and caption of the receipt, as plain text
 */
export function renderHtml(receipt: Receipt, options: RenderOptions): string {
  const title = escapeXml(options.title);
  const drawing = renderSvg(receipt, { paper: true, recognition: options.recognition });
  const style = receiptFontRules(receipt) + HTML_STYLE + stretchOf(receipt, drawing);
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${title}</title>\n<style>${style}</style>\n</head>\n<body>\n` +
    `<figure aria-label="${title}">\n<figcaption>${title}</figcaption>\n` +
    `${drawing}\n</figure>\n</body>\n</html>\n`
  );
}

/** The shape of a drawing whose dots are not square: browsers know that of its dots only. */
function stretchOf({ dotsPerInch, dotsPerInchAlong }: Receipt, drawing: string): string {
  if (dotsPerInch === dotsPerInchAlong) return "";
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(drawing) ?? [];
  return `svg{aspect-ratio:${width}/${height}}`;
}
