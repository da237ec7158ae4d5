import type { Receipt } from "../escpos/receipt.ts";
import type { Raster } from "../escpos/raster.ts";
import { pdfNumber, type PdfReference, PdfWriter } from "../render/pdf-writer.ts";
import { type Band, BandPainter } from "./paper-bands.ts";
import type { PaperFit } from "./paper-fit.ts";
import { type PlacedPiece, placedOn } from "./placed-pieces.ts";
import type { PageSize } from "./target-model.ts";

const POINTS_PER_INCH = 72;

/** White paper around what is printed, points: 15 mm, more than any office printer needs. */
const MARGIN = 42.52;

/** Of a page, how much stays white at most so that a line is not torn apart. */
const MOST_LEFT_WHITE = 0.5;

/** Inks of {@link Band}, as a PDF names them. */
const BLACK = "0 g";
const SECOND = "0.8 0 0 rg";

/**
 * A receipt on pages of an office printer, at its true size in the middle of each; smaller only where it is wider than the
 * page. A cut begins a page, and a page ends between two lines. The same receipt gives the same bytes. Source: ISO 32000-1.
 */
export function renderPages(receipt: Receipt, page: PageSize): Uint8Array<ArrayBuffer> {
  const { widthDots, dotsPerInch, dotsPerInchAlong } = receipt;
  const writer = new PdfWriter();
  const fit: PaperFit = { scaleX: 1, scaleY: 1, left: 0, widthDots, squareness: 1, dotHeight: 1 };
  const { pieces } = placedOn(receipt, fit);
  const painter = new BandPainter(pieces, widthDots, 2);
  const trueWidth = (widthDots / dotsPerInch) * POINTS_PER_INCH;
  const pressed = Math.min(1, (page.width - 2 * MARGIN) / trueWidth);
  const along = (POINTS_PER_INCH / dotsPerInchAlong) * pressed;
  const pageDots = Math.max(1, Math.floor((page.height - 2 * MARGIN) / along));
  const pages = writer.reserve();
  const kids: PdfReference[] = [];
  let top = 0;
  for (const foot of pageFeet(receipt, pieces, pageDots)) {
    const width = trueWidth * pressed;
    const left = (page.width - width) / 2;
    let upper = page.height - MARGIN;
    const images: Image[] = [];
    for (const band of painter.paint(top, foot)) {
      const height = band.rows * along;
      upper -= height;
      // The band is painted over for the next one: its dots are written now.
      for (const [ink, raster] of inksOf(band))
        images.push({ ink, dots: writeDots(writer, raster), left, upper, width, height });
    }
    kids.push(writePage(writer, pages, page, images));
    top = foot;
  }
  const names = kids.map((kid) => `${kid} 0 R`).join(" ");
  writer.write(pages, `<< /Type /Pages /Count ${kids.length} /Kids [${names}] >>`);
  const catalog = writer.add(
    `<< /Type /Catalog /Pages ${pages} 0 R /ViewerPreferences << /PrintScaling /None >> >>`,
  );
  return writer.finish(`/Root ${catalog} 0 R`);
}

/** A picture on a page: its box in points, from the lower left corner of the page. */
interface Image {
  readonly ink: string;
  readonly dots: PdfReference;
  readonly left: number;
  readonly upper: number;
  readonly width: number;
  readonly height: number;
}

function inksOf({ black, second }: Band): (readonly [ink: string, raster: Raster])[] {
  return [[BLACK, black], ...(second === undefined ? [] : ([[SECOND, second]] as const))];
}

/** A mask: dots that are 1 are painted in the ink, others let through what is below. */
function writeDots(writer: PdfWriter, { columns, rows, bytes }: Raster): PdfReference {
  return writer.addStream(
    bytes,
    `/Type /XObject /Subtype /Image /ImageMask true /Width ${columns} /Height ${rows} /BitsPerComponent 1 /Decode [1 0]`,
  );
}

function writePage(
  writer: PdfWriter,
  pages: PdfReference,
  { width, height }: PageSize,
  images: readonly Image[],
): PdfReference {
  const names = images.map(({ dots }, index) => `/P${index} ${dots} 0 R`);
  const content = images.map((image, index) => {
    const box = [image.width, 0, 0, image.height, image.left, image.upper].map(pdfNumber).join(" ");
    return `q ${image.ink} ${box} cm /P${index} Do Q\n`;
  });
  const stream = writer.addStream(content.join(""));
  return writer.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${pdfNumber(width)} ${pdfNumber(height)}] ` +
      `/Contents ${stream} 0 R /Resources << /XObject << ${names.join(" ")} >> >> >>`,
  );
}

/** Where each page ends, dots from the top of the receipt; one page at least. */
function pageFeet(
  { pieces, heightDots }: Receipt,
  placed: readonly PlacedPiece[],
  pageDots: number,
): number[] {
  const inked = placed.reduce((most, { y, height }) => Math.max(most, y + height), 0);
  // White paper at the end is fed for the hand that tears it off.
  const end = Math.max(1, Math.min(heightDots, inked));
  const cuts = pieces.flatMap((piece) => (piece.kind === "cut" && piece.y < end ? [piece.y] : []));
  const feet: number[] = [];
  let top = 0;
  for (const foot of [...cuts, end]) {
    while (foot - top > pageDots) feet.push((top = lineBreak(placed, top, top + pageDots)));
    if (foot > top) feet.push((top = foot));
  }
  return feet;
}

/** The lowest place up to `foot` where nothing is torn apart, if that is not too high up. */
function lineBreak(placed: readonly PlacedPiece[], top: number, foot: number): number {
  const highest = top + (foot - top) * MOST_LEFT_WHITE;
  let at = foot;
  for (;;) {
    const torn = placed.filter(({ y, height }) => y < at && y + height > at);
    if (torn.length === 0) return at;
    at = torn.reduce((least, { y }) => Math.min(least, y), at);
    if (at < highest) return foot;
  }
}
