import type { TextPiece } from "../escpos/receipt.ts";
import { escapeXml } from "./xml.ts";

/** Font size in dots for a cell 12 dots wide: monospaced letters are about 0.6 of their size wide. */
const SIZE_PER_CELL_WIDTH = 20 / 12;

/** Cells of this width use the font size of the document. */
const DOCUMENT_CELL_WIDTH = 12;

/** Hebrew, Arabic and their presentation forms, which a browser would otherwise turn around. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Spaces that XML would drop or join. The attribute acts only on the `<text>` element itself in browsers. */
const SPACES_TO_PRESERVE = /^ |  | $/;

const ONLY_SPACES = /^[ \u00a0]*$/;

/** Adds the SVG elements of a run of characters to `out`. */
export function svgText(piece: TextPiece, out: string[]): void {
  const { style, x, y, width, height } = piece;
  // White on black covers the underline (Epson ESC/POS reference, GS B).
  if (style.reverse) {
    out.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`);
  } else if (style.underline > 0) {
    const top = style.upsideDown ? y : y + height - style.underline;
    out.push(`<rect x="${x}" y="${top}" width="${width}" height="${style.underline}"/>`);
  }
  if (ONLY_SPACES.test(piece.text)) return;
  out.push(`<text${attributes(piece)}>${escapeXml(piece.text)}</text>`);
}

function attributes(piece: TextPiece): string {
  const { style, x, y, width, height, baseline, text } = piece;
  const { scaleX, scaleY } = style;
  const plain = scaleX === 1 && scaleY === 1;
  let result = plain
    ? ` x="${x}" y="${baseline}"`
    : ` x="${number(x / scaleX)}" y="${number(baseline / scaleY)}"`;
  if (style.upsideDown) {
    // Drawn upright in the same box, then turned around the middle of the box.
    const upright = 2 * y + height - baseline;
    result =
      ` x="${number(x / scaleX)}" y="${number(upright / scaleY)}"` +
      ` transform="rotate(180 ${number(x + width / 2)} ${number(y + height / 2)})${scale(scaleX, scaleY)}"`;
  } else if (!plain) {
    result += ` transform="${scale(scaleX, scaleY).trim()}"`;
  }
  result += ` textLength="${width / scaleX}" lengthAdjust="spacingAndGlyphs"`;
  if (style.spacing > 0) result += ` letter-spacing="${style.spacing}"`;
  if (style.cellWidth !== DOCUMENT_CELL_WIDTH) {
    result += ` font-size="${number(style.cellWidth * SIZE_PER_CELL_WIDTH)}"`;
  }
  if (style.bold) result += ' font-weight="bold"';
  if (style.reverse) result += ' fill="#fff"';
  if (SPACES_TO_PRESERVE.test(text)) result += ' xml:space="preserve"';
  if (RIGHT_TO_LEFT.test(text)) result += ' direction="ltr" unicode-bidi="bidi-override"';
  return result;
}

function scale(x: number, y: number): string {
  return x === 1 && y === 1 ? "" : ` scale(${x} ${y})`;
}

/** At most three decimals, which is far below a dot. */
function number(value: number): number {
  return Math.round(value * 1000) / 1000;
}
