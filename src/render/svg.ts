import { onOneLine } from "../escpos/label.ts";
import { blackRuns } from "../escpos/raster-dots.ts";
import type { Piece, PlaceholderPiece, RasterPiece, Receipt, SymbolContent } from "../escpos/receipt.ts";
import { placedOn, type PlacedPicture } from "../recognition/placed.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { encodePng } from "./png.ts";
import { fill, inkLight, originGroup } from "./svg-elements.ts";
import { type PaperMargin, paperMargin, USUAL_DOTS_PER_INCH } from "./paper-size.ts";
import { LEFT_OUT, LimitedText } from "./limited-text.ts";
import { svgMargin } from "./svg-margin.ts";
import { svgRecognised } from "./svg-recognised.ts";
import { svgText } from "./svg-text.ts";
import { ascentOf, DOCUMENT_FAMILY } from "./web-font/font-family.ts";
import { escapeXml } from "./xml.ts";

/** Fonts of the system with cells of one width; the first that is installed is used. */
const SYSTEM_FONTS =
  "ui-monospace,'Cascadia Mono','Segoe UI Mono','DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace";

/** Dots of the font size at which a usual monospaced letter is 12 dots wide, as font A is. */
const FONT_SIZE = 20;
const SMALL_FONT_SIZE = 16;
const LINE_HEIGHT = 24;
const LABEL_CHARACTER_WIDTH = 12;

interface SvgOptions {
  readonly origins?: boolean;
  readonly paper?: boolean;
  readonly recognition?: Recognition | undefined;
}

const NO_MARGIN: PaperMargin = { sides: 0, ends: 0 };

/**
 * A receipt as a standalone SVG document, one user unit a dot, as large as its paper at 203 pixels an inch. Text can be
 * selected, in reading order.
 * Presentation attributes only: no style attributes, no script, nothing fetched. Always well-formed XML.
 *
 * @param options.origins each piece is a group with the bytes of the print that made it, `data-from` and `data-to`
 * @param options.paper with the white paper around what can be printed on, for backgrounds other than white
 * @param options.recognition what was recognised in its pictures: text over them that is not seen, but can be selected (not with
 *   origins: there a click is for the picture), and a mark beside them
 */
export function renderSvg(
  receipt: Receipt,
  { origins = false, paper = false, recognition }: SvgOptions = {},
  limited = new LimitedText(),
): string {
  const { widthDots: width, pieces } = receipt;
  const height = Math.max(receipt.heightDots, LINE_HEIGHT);
  const { sides, ends } = paper ? paperMargin(receipt) : NO_MARGIN;
  const pictures = placedOn(receipt, recognition);
  const margin = svgMargin(receipt, origins, sides, pictures);
  const over = new Map<Piece | undefined, PlacedPicture>();
  if (!origins) for (const picture of pictures) over.set(picture.pieces.at(-1), picture);
  const hasAllMarks = margin.elements.every((element) => limited.add(element));
  const beside = limited.parts.splice(0);
  const hasAllPieces = pieces.every((piece) => {
    const picture = over.get(piece);
    const text = picture === undefined ? "" : svgRecognised(picture);
    return limited.add(pieceElement(piece, origins) + text);
  });
  const notes = hasAllMarks && hasAllPieces ? receipt.notes : [...receipt.notes, LEFT_OUT];
  const top = Math.max(height + ends, margin.bottom);
  notes.forEach((note, index) => {
    beside.push(`<text x="${-sides}" y="${top + (index + 1) * LINE_HEIGHT}">${escapeXml(note)}</text>`);
  });
  const fullHeight = ends + top + (notes.length > 0 ? (notes.length + 0.5) * LINE_HEIGHT : 0);
  const fullWidth = width + 2 * sides + margin.width;
  const corner = paper ? `x="${-sides}" y="${-ends}" ` : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${sizeOf(receipt, fullWidth, fullHeight)}` +
    `viewBox="${-sides} ${-ends} ${fullWidth} ${fullHeight}" font-family="${DOCUMENT_FAMILY},${SYSTEM_FONTS}" font-size="${FONT_SIZE}" text-rendering="geometricPrecision">` +
    `<rect ${corner}width="${width + 2 * sides}" height="${height + 2 * ends}" fill="#fff"/>` +
    `<g fill="#000">${limited.parts.join("")}</g>` +
    (beside.length > 0
      ? `<g fill="#777" font-family="${SYSTEM_FONTS}" font-size="${SMALL_FONT_SIZE}">${beside.join("")}</g>`
      : "") +
    "</svg>"
  );
}

/** The size in pixels of so many dots: those of a finer head are smaller. */
function sizeOf({ dotsPerInch, dotsPerInchAlong }: Receipt, width: number, height: number): string {
  const across = Math.round(((width * USUAL_DOTS_PER_INCH) / dotsPerInch) * 1000) / 1000;
  const along = Math.round(((height * USUAL_DOTS_PER_INCH) / dotsPerInchAlong) * 1000) / 1000;
  const stretched = dotsPerInch === dotsPerInchAlong ? "" : 'preserveAspectRatio="none" ';
  return `width="${across}" height="${along}" ${stretched}`;
}

/** A piece as a group of its own where its origin is told. */
function pieceElement(piece: Piece, origins: boolean): string {
  const element = drawn(piece);
  return origins && piece.kind !== "cut" ? `${originGroup(piece)}${element}</g>` : element;
}

function drawn(piece: Piece): string {
  switch (piece.kind) {
    case "text": {
      const elements: string[] = [];
      svgText(piece, elements);
      return elements.join("");
    }
    case "raster":
      return piece.symbol === undefined ? image(piece) : svgSymbol(piece, piece.symbol);
    case "rule":
      return `<rect x="${piece.x}" y="${piece.y}" width="${piece.width}" height="${piece.height}"${fill(piece.color)}/>`;
    case "placeholder":
      return placeholder(piece);
    case "cut":
      return "";
  }
}

function image(piece: RasterPiece): string {
  const png = encodePng(piece, inkLight(piece.color)).toBase64();
  return (
    `<image x="${piece.x}" y="${piece.y}" width="${piece.width}" height="${piece.height}" ` +
    `role="img" aria-label="${escapeXml(piece.label ?? piece.text ?? "image")}" ` +
    `preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,${png}"/>`
  );
}

/** A dashed box with its label: what stands here is not drawn yet. */
function placeholder({ x, y, width, height, label, lines }: PlaceholderPiece): string {
  const inner = Math.max(1, width - 2);
  const box =
    `<rect x="${x + 1}" y="${y + 1}" width="${inner}" height="${Math.max(1, height - 2)}" ` +
    `fill="none" stroke="#000" stroke-dasharray="4 4"><title>${escapeXml(label)}</title></rect>`;
  const top = y + Math.floor((height - lines.length * LINE_HEIGHT) / 2);
  const texts = lines.map((line, index) => {
    const natural = line.length * LABEL_CHARACTER_WIDTH;
    // A box inside a line may be too small for its label, which is then only its title.
    if (natural > inner) return "";
    const left = x + Math.floor((width - natural) / 2);
    return `<text x="${left}" y="${top + index * LINE_HEIGHT + ascentOf(LINE_HEIGHT)}">${escapeXml(line)}</text>`;
  });
  return box + texts.join("");
}

/**
 * A bar code or symbol as one path, so that it stays sharp at any zoom and in print, where a picture would
 * be smoothed. Each run of dots is a line as high as a row; without smoothing rows join without seams.
 */
function svgSymbol(piece: RasterPiece, symbol: SymbolContent): string {
  const { x, y, scaleX, scaleY } = piece;
  // Its name and what a scanner reads, control characters as spaces.
  const label = onOneLine(`${symbol.system} ${symbol.text}`);
  let path = "";
  for (let row = 0; row < piece.rows; row++)
    for (const [start, end] of blackRuns(piece, row)) path += `M${start} ${row}h${end - start}`;
  return (
    `<path role="img" aria-label="${escapeXml(label)}" stroke="#000" shape-rendering="crispEdges" ` +
    `transform="translate(${x} ${y}) scale(${scaleX} ${scaleY}) translate(0 .5)" d="${path}"/>`
  );
}
