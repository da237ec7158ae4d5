import type { Receipt } from "../escpos/receipt.ts";
import { BARE_STYLE, HTML_STYLE, type RenderOptions } from "./preview-format.ts";
import { paperMargin, USUAL_DOTS_PER_INCH } from "./paper-size.ts";
import { renderSvg } from "./svg.ts";
import { receiptFontRules } from "./web-font/receipt-fonts.ts";
import { escapeXml } from "./xml.ts";

/**
 * A receipt as a standalone HTML page around its SVG, with the glyphs that it shows; the text is real text for screen
 * readers, search in the page and copying.
 *
 * @param options.title title of the page and caption of the receipt, as plain text
 * @param options.bare without the caption, and nothing around the paper
 */
export function renderHtml(receipt: Receipt, options: RenderOptions): string {
  const title = escapeXml(options.title);
  const drawing = renderSvg(receipt, { paper: true, recognition: options.recognition });
  const isBare = options.bare === true;
  const style =
    receiptFontRules(receipt) +
    (isBare ? BARE_STYLE + sheetWidth(receipt) : HTML_STYLE) +
    stretchOf(receipt, drawing);
  const caption = isBare ? "" : `<figcaption>${title}</figcaption>\n`;
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${title}</title>\n<style>${style}</style>\n</head>\n<body>\n` +
    `<figure aria-label="${title}">\n${caption}${drawing}\n</figure>\n</body>\n</html>\n`
  );
}

/** As wide as the paper: what stands beside it in the drawing is cut off. */
function sheetWidth(receipt: Receipt): string {
  const dots = receipt.widthDots + 2 * paperMargin(receipt).sides;
  return `figure{width:${Math.round((dots * USUAL_DOTS_PER_INCH) / receipt.dotsPerInch)}px}`;
}

/** The shape of a drawing whose dots are not square: browsers know that of its dots only. */
function stretchOf({ dotsPerInch, dotsPerInchAlong }: Receipt, drawing: string): string {
  if (dotsPerInch === dotsPerInchAlong) return "";
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(drawing) ?? [];
  return `svg{aspect-ratio:${width}/${height}}`;
}
