import { columnsOf, powerOnFontOf, type PrinterModel } from "../escpos/models/printer-model.ts";
import { type RasterWriter, usualCut } from "../raster-writer/raster-writer.ts";
import { rasterWriterOf } from "../raster-writer/writer-of-model.ts";
import { Halftone } from "./halftone.ts";
import type { PageDocument, PageSize } from "./page-document.ts";
import { checkLength, placementOn, readAll, rowsToPrint, surveyPages } from "./page-survey.ts";
import { Resampling } from "./resampling.ts";

/** Rows that are given to the writer together; strips and bands of every height end there. */
const BAND_ROWS = 1536;

/** The printer that pages are made for. */
export interface PagePrinter {
  readonly model: PrinterModel;
  /** Characters of a line, of the font that the model powers on with. */
  readonly columns: number;
  /** The most bytes of a print. */
  readonly maximumBytes: number;
}

/** The dots that are printed across the paper of a printer. */
export function paperDotsOf({ model, columns }: Pick<PagePrinter, "model" | "columns">): number {
  const font = powerOnFontOf(model);
  return columns === columnsOf(model, font) ? model.widthDots : columns * font.width;
}

/**
 * Makes a print of the pages of a document: one below the other in the printer's dots, black and white, without the white
 * around what is on each, and cut behind the last.
 * @param isIncomplete whether the document may end anywhere, because its connection broke
 * @throws TillrollError BAD_REQUEST where it is not what it says, or too large; PRINT_DATA_TOO_LARGE
 */
export function printPages(
  read: PageDocument,
  { model, columns, maximumBytes }: PagePrinter,
  isIncomplete = false,
): Uint8Array<ArrayBuffer> {
  const paperDots = paperDotsOf({ model, columns });
  const survey = surveyPages(read, model, isIncomplete);
  const writer = rasterWriterOf({ ...model, widthDots: paperDots }, maximumBytes);
  const bands = new Bands(writer, paperDots);
  let pageNumber = -1;
  let row = 0;
  let toPrint = { first: 0, end: 0 };
  let paperLength = 0;
  let halftone: Halftone | undefined;
  let resampling: Resampling | undefined;
  const endPage = () => {
    resampling?.finish();
    halftone?.finish();
  };
  const listener = {
    page(size: PageSize) {
      endPage();
      row = 0;
      const placement = placementOn(paperDots, survey, model, size);
      toPrint = rowsToPrint(survey, ++pageNumber, placement.along);
      paperLength += (toPrint.end - toPrint.first) * placement.along;
      checkLength(paperLength);
      const page = new Halftone(paperDots, (dots) => bands.add(dots));
      halftone = page;
      resampling = new Resampling(placement, size.columns, paperDots, (ink, count) => {
        for (let each = 0; each < count; each++) page.row(ink);
      });
    },
    rows(ink: Uint8Array, count: number) {
      const used = Math.min(row + count, toPrint.end) - Math.max(row, toPrint.first);
      row += count;
      if (used > 0) resampling?.rows(ink, used);
    },
  };
  readAll(read, listener, isIncomplete);
  endPage();
  bands.flush();
  writer.cut(usualCut(model));
  return writer.take();
}

/** Gathers rows of dots for a writer. */
class Bands {
  private readonly rowBytes: number;
  private readonly bytes: Uint8Array;
  private rows = 0;

  constructor(
    private readonly writer: RasterWriter,
    private readonly columns: number,
  ) {
    this.rowBytes = (columns + 7) >> 3;
    this.bytes = new Uint8Array(this.rowBytes * BAND_ROWS);
  }

  add(dots: Uint8Array): void {
    this.bytes.set(dots, this.rows * this.rowBytes);
    if (++this.rows === BAND_ROWS) this.flush();
  }

  flush(): void {
    const { columns, rows } = this;
    if (rows === 0) return;
    this.rows = 0;
    this.writer.picture({ columns, rows, bytes: this.bytes.subarray(0, rows * this.rowBytes) });
  }
}
