import { MAXIMUM_PDF_PAGE_DOTS } from "../escpos/limits.ts";
import type { Receipt, TextPiece } from "../escpos/receipt.ts";
import { placedOn, type PlacedPicture } from "../recognition/placed.ts";
import type { RecognisedLine } from "../recognition/recognised.ts";
import { recognisedMark } from "../recognition/words.ts";
import type { Canvas } from "./paint/canvas.ts";
import { paintReceipt } from "./paint/paint-receipt.ts";
import { PdfFonts, pdfRecognisedLine, pdfTextRun } from "./pdf-text.ts";
import { paperMargin, USUAL_DOTS_PER_INCH } from "./paper-size.ts";
import type { RenderOptions } from "./preview-format.ts";
import { pdfDate, pdfNumber, pdfText, PdfWriter, type PdfReference } from "./pdf-writer.ts";

/** Points, of 1/72 inch, of a dot: across and along the paper. */
interface Scale {
  readonly across: number;
  readonly along: number;
}

/**
 * A receipt as a PDF of its own size on paper: the picture that PNG has, and over it the text, invisible,
 * to search and copy, with what was recognised in its pictures. The same receipt gives the same bytes. Paper longer
 * than a page may be has several pages. The subject of the document says what a limit left out, and that text was
 * recognised. Never throws. Source: ISO 32000-1 (PDF 1.7).
 */
export function renderPdf(receipt: Receipt, options: RenderOptions): Uint8Array<ArrayBuffer> {
  const writer = new PdfWriter();
  const fonts = new PdfFonts();
  const scale = { across: 72 / receipt.dotsPerInch, along: 72 / receipt.dotsPerInchAlong };
  const { canvas, omissions } = paintReceipt(receipt);
  const pages = writer.reserve();
  const fontNames = writer.reserve();
  const pageDots = Math.floor((MAXIMUM_PDF_PAGE_DOTS * receipt.dotsPerInchAlong) / USUAL_DOTS_PER_INCH);
  const pictures = placedOn(receipt, options.recognition);
  const texts = textsByPage(receipt, pictures, pageDots);
  const kids: PdfReference[] = [];
  const { sides, ends } = paperMargin(receipt);
  const [left, foot] = [sides * scale.across, ends * scale.along];
  for (let top = 0; top < canvas.rows; top += pageDots) {
    const rows = Math.min(pageDots, canvas.rows - top);
    const image = writeImage(writer, canvas, top, rows);
    const right = pdfNumber(canvas.columns * scale.across + left);
    const upper = pdfNumber(rows * scale.along + foot);
    const runs = (texts[kids.length] ?? []).map((text) =>
      "words" in text ? pdfRecognisedLine(text, top, fonts) : pdfTextRun(text, top, fonts),
    );
    const content = writer.addStream(contentOf(canvas.columns, rows, runs, scale));
    kids.push(
      writer.add(
        `<< /Type /Page /Parent ${pages} 0 R /MediaBox [${pdfNumber(-left)} ${pdfNumber(-foot)} ${right} ${upper}] /Contents ${content} 0 R ` +
          `/Resources << /XObject << /Paper ${image} 0 R >> /Font ${fontNames} 0 R >> >>`,
      ),
    );
  }
  writer.write(
    pages,
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] >>`,
  );
  writer.write(fontNames, fonts.write(writer));
  const catalog = writer.add(
    `<< /Type /Catalog /Pages ${pages} 0 R /ViewerPreferences << /DisplayDocTitle true /PrintScaling /None >> >>`,
  );
  const date = options.createdAt === undefined ? "" : pdfDate("CreationDate", options.createdAt);
  const subjects = [
    ...omissions,
    ...pictures.map((picture) => `text of a picture: ${recognisedMark(picture)}`),
  ];
  const subject = subjects.length > 0 ? ` /Subject ${pdfText(subjects.join("; "))}` : "";
  const information = writer.add(
    `<< /Title ${pdfText(options.title)}${subject} /Producer (Tillroll)${date} >>`,
  );
  return writer.finish(`/Root ${catalog} 0 R /Info ${information} 0 R`);
}

/** The runs of characters of each page, and the lines of its pictures, in reading order. */
function textsByPage(
  { pieces }: Receipt,
  pictures: readonly PlacedPicture[],
  pageDots: number,
): (TextPiece | RecognisedLine)[][] {
  const pages: (TextPiece | RecognisedLine)[][] = [];
  const add = (text: TextPiece | RecognisedLine, y: number): void => {
    (pages[Math.floor(Math.max(0, y) / pageDots)] ??= []).push(text);
  };
  const read = new Map(pictures.map((picture) => [picture.pieces[0], picture.lines]));
  for (const piece of pieces) {
    if (piece.kind === "text") add(piece, piece.y);
    else if (piece.kind === "raster") for (const line of read.get(piece) ?? []) add(line, line.box.y);
  }
  return pages;
}

/** A strip of the paper as a picture of one bit a dot, 1 for black. */
function writeImage(writer: PdfWriter, canvas: Canvas, top: number, rows: number): PdfReference {
  const { columns, rowBytes, bytes } = canvas;
  return writer.addStream(
    bytes.subarray(top * rowBytes, (top + rows) * rowBytes),
    `/Type /XObject /Subtype /Image /Width ${columns} /Height ${rows} ` +
      "/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]",
  );
}

/** The picture, then the text in a frame of dots that counts down from the top as the display list does. */
function contentOf(columns: number, rows: number, runs: readonly string[], { across, along }: Scale): string {
  const [width, height] = [pdfNumber(columns * across), pdfNumber(rows * along)];
  return (
    `q ${width} 0 0 ${height} 0 0 cm /Paper Do Q\n` +
    `q ${across.toFixed(6)} 0 0 -${along.toFixed(6)} 0 ${height} cm\n3 Tr\n${runs.join("\n")}\nQ\n`
  );
}
