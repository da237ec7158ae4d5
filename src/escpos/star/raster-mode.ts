import type { DisplayList } from "../display-list.ts";
import { MAXIMUM_JOINED_ROWS } from "../limits.ts";
import { printLayer } from "../line-item.ts";
import type { CutPiece } from "../receipt.ts";

/** Blank rows that one picture may hold between its rows: CUPS sends none of those between lines of text. */
const MAXIMUM_BLANK_ROWS = 96;

const NO_BYTES = new Uint8Array(0);

/** Rows of one colour, as they came. */
type Plane = Uint8Array[];

/** What ends a page or a document: whether the paper is fed to the cutter, and how it is cut. */
export interface PageEnd {
  readonly cut: CutPiece["cut"] | undefined;
  readonly feeds: boolean;
}

/**
 * By n of ESC * r E and ESC * r F; 3 feeds to the tear bar, and with 36 and 37 a presenter gives the paper out.
 * Source: Star Line Mode specifications, ESC * r E.
 */
const PAGE_ENDS: ReadonlyMap<number, PageEnd> = new Map([
  [1, { cut: undefined, feeds: false }],
  [2, { cut: undefined, feeds: true }],
  [3, { cut: undefined, feeds: true }],
  [8, { cut: "full", feeds: false }],
  [9, { cut: "full", feeds: true }],
  [12, { cut: "partial", feeds: false }],
  [13, { cut: "partial", feeds: true }],
  [36, { cut: "full", feeds: false }],
  [37, { cut: "full", feeds: true }],
]);

/** At power-on, and for n = 0. */
const DEFAULT_PAGE_END: PageEnd = { cut: "partial", feeds: true };

/** The page end of n; undefined for an n that sets nothing. */
export function pageEndOf(n: number): PageEnd | undefined {
  return n === 0 ? DEFAULT_PAGE_END : PAGE_ENDS.get(n);
}

/** Star's raster mode (ESC * r): rows of dots that come one by one are gathered into pictures. Distances are dots. */
export class RasterMode {
  /** Between ESC * r A and ESC * r B. */
  isOn = false;
  leftMargin = 0;
  rightMargin = 0;
  /** 0 for paper without pages. */
  pageLength = 0;
  /** ESC * r F. */
  formFeed = DEFAULT_PAGE_END;
  /** ESC * r E. */
  documentEnd = DEFAULT_PAGE_END;
  /** ESC * r K: 0 prints black, others the second colour. */
  color = 0;
  /** Whether rows have come since the last page end. */
  hasRows = false;
  private black: Plane = [];
  private second: Plane = [];
  /** The row that `k` filled and that is not ended yet. */
  private openRow: { black: Uint8Array; second: Uint8Array } | undefined;
  /** Rows below the last one with dots, which are in the picture only if another follows. */
  private blankRows = 0;
  /** The commands of the picture: bytes from the start of the print. */
  private from = 0;
  private to = 0;
  /** Where the page began on the paper. */
  private pageTop = 0;

  constructor(private readonly list: DisplayList) {}

  /** Power-on settings of what entering the mode sets back; the colour stays. */
  initialize(): void {
    this.leftMargin = 0;
    this.rightMargin = 0;
    this.pageLength = 0;
    this.formFeed = DEFAULT_PAGE_END;
    this.documentEnd = DEFAULT_PAGE_END;
  }

  /** Begins to take rows; where it is on already, those that have come stay. */
  enter(): void {
    this.initialize();
    if (this.isOn) return;
    this.isOn = true;
    this.hasRows = false;
    this.pageTop = this.list.y;
  }

  /** Ends without a trace (ESC @). */
  leave(): void {
    this.clear();
    this.isOn = false;
    this.hasRows = false;
  }

  /** Forgets the rows that are not printed (ESC * r C, ESC @). */
  clear(): void {
    this.black = [];
    this.second = [];
    this.openRow = undefined;
    this.blankRows = 0;
  }

  /** Puts dots into the row (`k`), over those that it has. Bytes beyond the paper are left out. */
  fill(dots: Uint8Array): void {
    const rowBytes = this.rowBytes;
    const kept = dots.length > rowBytes ? dots.subarray(0, rowBytes) : dots;
    const { black, second } = this.openRow ?? { black: NO_BYTES, second: NO_BYTES };
    this.openRow =
      this.color === 0 ? { black: over(black, kept), second } : { black, second: over(second, kept) };
  }

  /** Ends the row (`b`). */
  endRow(): void {
    const { black, second } = this.openRow ?? { black: NO_BYTES, second: NO_BYTES };
    this.openRow = undefined;
    this.hasRows = true;
    if (this.black.length === 0) this.from = this.list.from;
    for (; this.blankRows > 0; this.blankRows--) this.add(NO_BYTES, NO_BYTES);
    this.add(black, second);
    this.to = this.list.to;
    if (this.black.length >= MAXIMUM_JOINED_ROWS) this.print();
  }

  /** Moves down (ESC * r Y). */
  move(rows: number): void {
    if (this.openRow !== undefined && rows > 0) {
      this.endRow();
      rows--;
    }
    this.blankRows += rows;
    if (this.black.length === 0 || this.blankRows > MAXIMUM_BLANK_ROWS) this.print();
  }

  /** Prints the rows that have come, and feeds past them and the blank ones behind them. */
  print(): void {
    if (this.openRow !== undefined) this.endRow();
    const { list, black, second, blankRows } = this;
    this.clear();
    const rows = black.length;
    if (rows > 0) {
      this.printPlane(black, "picture");
      if (second.length > 0) this.printPlane(second, "picture in the second colour", 2);
      list.line++;
    }
    list.feed(rows + blankRows);
  }

  /** Ends a page (ESC FF NUL) or the document (ESC FF EOT, ESC * r B). @returns how, undefined when nothing was on it */
  endPage(end: PageEnd): PageEnd | undefined {
    this.print();
    if (!this.hasRows) return undefined;
    const { list, pageTop, pageLength } = this;
    this.hasRows = false;
    list.feed(Math.max(0, pageTop + pageLength - list.y));
    this.pageTop = list.y;
    return end;
  }

  private get rowBytes(): number {
    return Math.max(0, Math.ceil((this.list.widthDots - this.leftMargin - this.rightMargin) / 8));
  }

  private add(black: Uint8Array, second: Uint8Array): void {
    this.black.push(black);
    if (second.length === 0 && this.second.length === 0) return;
    while (this.second.length < this.black.length - 1) this.second.push(NO_BYTES);
    this.second.push(second);
  }

  private printPlane(plane: Plane, what: string, color?: 2): void {
    const { list, leftMargin, from, to } = this;
    const rowBytes = plane.reduce((most, { length }) => Math.max(most, length), 0);
    if (rowBytes === 0 || !list.hasRasterRoom(rowBytes * plane.length)) return;
    const bytes = new Uint8Array(rowBytes * plane.length);
    for (const [row, dots] of plane.entries()) bytes.set(dots, row * rowBytes);
    const raster = { columns: rowBytes * 8, rows: plane.length, bytes };
    const label = `${what}, ${raster.columns}×${raster.rows} dots`;
    const layer = { raster, scaleX: 1, scaleY: 1, label, ...(color !== undefined && { color }) } as const;
    const width = list.widthDots - leftMargin - this.rightMargin;
    printLayer(list, layer, leftMargin, list.y, width, { from, to });
  }
}

/** Dots over others; one of them itself where the other has none. */
function over(below: Uint8Array, above: Uint8Array): Uint8Array {
  if (below.length === 0) return above;
  const [short, long] = below.length < above.length ? [below, above] : [above, below];
  const joined = new Uint8Array(long);
  for (const [index, byte] of short.entries()) joined[index] = (joined[index] ?? 0) | byte;
  return joined;
}
